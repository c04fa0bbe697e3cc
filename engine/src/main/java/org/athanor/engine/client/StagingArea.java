// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.files.JobLocalFileSystem;
import org.athanor.engine.files.OwnerOnly;
import org.athanor.engine.files.PrivateDirectory;
import org.athanor.engine.job.SettingSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory to which submitters write a job's files. The root is {@code
 * mapreduce.jobtracker.staging.root.dir} if the user set it, else {@code
 * yarn.app.mapreduce.am.staging-dir} if the user set it to a path with a scheme, else {@code
 * hadoop.tmp.dir}. A root without a scheme is on the local file system, because submitter and
 * engine are one process.
 *
 * <p>Below the root each JVM has a directory of its own. On the local file system it is a {@link
 * PrivateDirectory}. Each submission has a directory in it, named after its job, which the engine
 * deletes. The JVM's directory is deleted when the JVM ends. Thread-safe.
 */
final class StagingArea implements Staging {
  private static final String TEMPORARY_KEY = "hadoop.tmp.dir";

  /** Runs after the engine has stopped its jobs and before Hadoop closes file systems (10). */
  private static final int SHUTDOWN_PRIORITY = 15;

  /** Given explicitly, because the hook manager would load a configuration to find its default. */
  private static final long SHUTDOWN_SECONDS = 30;

  private static final Logger LOG = LoggerFactory.getLogger(StagingArea.class);
  private static final String JVM = UUID.randomUUID().toString();
  private static final AtomicInteger LAST_SUBDIRECTORY = new AtomicInteger();

  /** The JVM's local directories, by root. */
  private static final Map<java.nio.file.Path, PrivateDirectory> LOCAL = new ConcurrentHashMap<>();

  private static final Map<Path, FileSystem> REMOTE = new ConcurrentHashMap<>();

  private static final AtomicBoolean HAS_HOOK = new AtomicBoolean();

  private final Configuration conf;
  private final String key;
  private final Path root;
  private final FileSystem fs;

  StagingArea(Configuration conf) throws IOException {
    this.conf = conf;
    key = rootKey(conf);
    Path configured = new Path(conf.get(key, System.getProperty("java.io.tmpdir")));
    Configuration own = withoutProcesses(conf);
    boolean local = configured.toUri().getScheme() == null;
    fs = local ? FileSystem.getLocal(own) : configured.getFileSystem(own);
    root = fs.makeQualified(configured);
  }

  /**
   * Returns a configuration whose local file system starts no process for each permission that a
   * submitter sets, unless the user has named a class for {@code file:}. It has no effect if the
   * local file system is already in Hadoop's cache, which has one per scheme and user. It is a
   * copy, so the {@code job.xml} does not change.
   */
  private static Configuration withoutProcesses(Configuration conf) {
    if (conf.get(JobLocalFileSystem.CLASS_KEY) != null) {
      return conf;
    }
    Configuration copy = new Configuration(conf);
    JobLocalFileSystem.useIn(copy);
    return copy;
  }

  /** Returns the key of the setting that names the root. */
  private static String rootKey(Configuration conf) {
    if (!SettingSource.isDefault(conf, JTConfig.JT_STAGING_AREA_ROOT)) {
      return JTConfig.JT_STAGING_AREA_ROOT;
    }
    boolean yarn =
        !SettingSource.isDefault(conf, MRJobConfig.MR_AM_STAGING_DIR)
            && new Path(conf.get(MRJobConfig.MR_AM_STAGING_DIR)).toUri().getScheme() != null;
    return yarn ? MRJobConfig.MR_AM_STAGING_DIR : TEMPORARY_KEY;
  }

  private boolean isLocal() {
    return "file".equals(root.toUri().getScheme());
  }

  @Override
  public FileSystem fileSystem() {
    return fs;
  }

  /**
   * Returns the directory for submissions. If it does not exist, the submitter makes it, private to
   * its user.
   *
   * @throws IOException if no private directory can be made in the root; the message says why and
   *     which key to set
   */
  @Override
  public Path directory() throws IOException {
    if (!isLocal()) {
      String user = UserGroupInformation.getCurrentUser().getShortUserName();
      Path own = new Path(root, user + "-" + JVM);
      deleteAtEnd();
      REMOTE.put(own, fs);
      return new Path(own, ".staging");
    }
    return fs.makeQualified(new Path(localDirectory().toUri().getPath()));
  }

  /**
   * Returns the same directory for each call, or a new one that does not exist yet if the files'
   * owner and Hadoop's user have different names (as with {@code HADOOP_USER_NAME}). In that case,
   * Hadoop's submitter would refuse a directory that exists.
   */
  private java.nio.file.Path localDirectory() throws IOException {
    java.nio.file.Path own = own().path();
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    if (!Files.getOwner(own).getName().equals(user)) {
      return own.resolve("staging-" + LAST_SUBDIRECTORY.incrementAndGet());
    }
    java.nio.file.Path directory = own.resolve("staging");
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, OwnerOnly.directory(directory));
    }
    return directory;
  }

  /** Returns the JVM's directory; a new one if a cleaner of temporary files deleted the last. */
  private PrivateDirectory own() throws IOException {
    java.nio.file.Path place = java.nio.file.Path.of(root.toUri().getPath());
    synchronized (LOCAL) {
      PrivateDirectory own = LOCAL.get(place);
      if (own == null || !own.isIntact()) {
        deleteAtEnd();
        own = PrivateDirectory.create(place, PrivateDirectory.Purpose.STAGING, key);
        LOCAL.put(place, own);
      }
      return own;
    }
  }

  /**
   * Returns the directory for {@link JobFiles}, which exists until the JVM ends. It is of no use if
   * the root is not local.
   */
  @Override
  public Path jobFiles() throws IOException {
    return isLocal()
        ? new Path(own().path().resolve("jobs").toUri().getPath())
        : new Path(root, "jobs");
  }

  /**
   * Returns the system directory, on the file system of {@link #directory}, because Hadoop's
   * submitter uses one file system object for both.
   */
  @Override
  public Path systemDirectory() {
    Path configured = new Path(conf.get(JTConfig.JT_SYSTEM_DIR, "/mapred/system"));
    return fs.makeQualified(new Path(configured.toUri().getPath()));
  }

  private static void deleteAtEnd() {
    if (!HAS_HOOK.getAndSet(true)) {
      ShutdownHookManager.get()
          .addShutdownHook(
              StagingArea::deleteAll, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Deletes the directories of this JVM, which get new ones if there are more submissions. */
  static void deleteAll() {
    for (java.nio.file.Path place : List.copyOf(LOCAL.keySet())) {
      PrivateDirectory directory;
      synchronized (LOCAL) {
        directory = LOCAL.remove(place);
      }
      if (directory != null) {
        try {
          directory.close();
        } catch (IOException e) {
          warnLeftBehind(directory.path(), e);
        }
      }
    }
    for (Path directory : List.copyOf(REMOTE.keySet())) {
      FileSystem fs = REMOTE.remove(directory);
      if (fs != null) {
        try {
          fs.delete(directory, true);
        } catch (IOException e) {
          warnLeftBehind(directory, e);
        }
      }
    }
  }

  private static void warnLeftBehind(Object directory, IOException e) {
    LOG.warn("staging directory {} could not be deleted: {}", directory, e.toString());
  }
}
