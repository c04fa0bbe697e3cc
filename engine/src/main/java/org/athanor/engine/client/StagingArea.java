// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.nio.file.Files;
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
 * Where submitters write a job's files. The root is {@code mapreduce.jobtracker.staging.root.dir},
 * else {@code yarn.app.mapreduce.am.staging-dir} if somebody set it to a path that names its file
 * system, else {@code hadoop.tmp.dir}. Without a scheme it is on the local file system, since
 * submitter and engine are one process.
 *
 * <p>Below the root each JVM has a directory of its own, which on the local file system is a {@link
 * PrivateDirectory}; each submission is a directory in it that is named for its job and deleted by
 * the engine. The JVM's directory is deleted when the JVM ends. Thread-safe.
 */
final class StagingArea {
  private static final String TEMPORARY_KEY = "hadoop.tmp.dir";

  /** After the engine has stopped its jobs, before Hadoop closes file systems (10). */
  private static final int SHUTDOWN_PRIORITY = 15;

  /** Named, because the manager would read a configuration to know its default. */
  private static final long SHUTDOWN_SECONDS = 30;

  private static final Logger LOG = LoggerFactory.getLogger(StagingArea.class);
  private static final String JVM = UUID.randomUUID().toString();
  private static final AtomicInteger LAST_SUBDIRECTORY = new AtomicInteger();

  /** The JVM's directories, by their roots. */
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
   * Hadoop keeps one file system per scheme and user. If nobody has used or named one for {@code
   * file:}, submitters get one that starts no process for each permission they set; what they write
   * into {@code job.xml} stays as it is.
   */
  private static Configuration withoutProcesses(Configuration conf) {
    if (conf.get(JobLocalFileSystem.CLASS_KEY) != null) {
      return conf;
    }
    Configuration copy = new Configuration(conf);
    copy.set(JobLocalFileSystem.CLASS_KEY, JobLocalFileSystem.class.getName());
    return copy;
  }

  /** The setting that names the root. */
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

  FileSystem fileSystem() {
    return fs;
  }

  /**
   * A directory for submissions; if it does not exist, the submitter makes it, private to its user.
   *
   * @throws IOException if the root is no place for private directories; the message says why and
   *     what to set
   */
  Path directory() throws IOException {
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
   * Hadoop's submitter refuses an existing directory whose owner has another name than the user,
   * who may have any ({@code HADOOP_USER_NAME}): then each call gives a new one.
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

  /** The JVM's directory: a new one if clean-up of old temporary files has deleted the last. */
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
   * Where the configurations of submitted jobs stay readable until the JVM ends: a local directory.
   */
  Path jobFiles() throws IOException {
    return isLocal()
        ? new Path(own().path().resolve("jobs").toUri().getPath())
        : new Path(root, "jobs");
  }

  /**
   * A directory on the file system of {@link #directory}: Hadoop's submitter writes both through
   * one handle.
   */
  Path systemDirectory() {
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

  private static void deleteAll() {
    LOCAL
        .values()
        .forEach(
            directory -> {
              try {
                directory.close();
              } catch (IOException e) {
                tell(directory.path(), e);
              }
            });
    REMOTE.forEach(
        (directory, fs) -> {
          try {
            fs.delete(directory, true);
          } catch (IOException e) {
            tell(directory, e);
          }
        });
  }

  private static void tell(Object directory, IOException e) {
    LOG.warn("staging directory {} is left behind: {}", directory, e.toString());
  }
}
