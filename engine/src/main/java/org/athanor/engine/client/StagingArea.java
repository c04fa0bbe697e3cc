// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.job.SettingSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where submitters write a job's files. The root is {@code mapreduce.jobtracker.staging.root.dir},
 * else {@code yarn.app.mapreduce.am.staging-dir} if somebody set it to a path that names its file
 * system, else {@code ${hadoop.tmp.dir}/athanor/staging}. Without a scheme it is on the local file
 * system, since submitter and engine are one process.
 *
 * <p>Below the root each JVM has a directory of its own per user; each submission is a directory in
 * it that is named for its job and deleted by the engine. The JVM's directory is deleted when the
 * JVM ends. Thread-safe.
 */
final class StagingArea {
  /** After the engine has stopped its jobs, before Hadoop closes file systems (10). */
  private static final int SHUTDOWN_PRIORITY = 15;

  /** Named, because the manager would read a configuration to know its default. */
  private static final long SHUTDOWN_SECONDS = 30;

  private static final Logger LOG = LoggerFactory.getLogger(StagingArea.class);
  private static final String JVM = UUID.randomUUID().toString().substring(0, 13);
  private static final Map<Path, FileSystem> CREATED = new ConcurrentHashMap<>();

  private final Configuration conf;
  private final Path root;
  private final FileSystem fs;

  StagingArea(Configuration conf) throws IOException {
    this.conf = conf;
    Path configured = new Path(configuredRoot(conf));
    boolean local = configured.toUri().getScheme() == null;
    fs = local ? FileSystem.getLocal(conf) : configured.getFileSystem(conf);
    root = fs.makeQualified(configured);
    if (isLocal()) {
      StagingFileSystem.registerIn(conf);
    }
  }

  private boolean isLocal() {
    return "file".equals(root.toUri().getScheme());
  }

  /** As submitters see it: local paths go through {@link StagingFileSystem}. */
  private Path forSubmitters(Path path) {
    return isLocal() ? StagingFileSystem.forSubmitters(path) : path;
  }

  private static String configuredRoot(Configuration conf) {
    String yarnRoot = conf.get(MRJobConfig.MR_AM_STAGING_DIR, "");
    if (SettingSource.isDefault(conf, JTConfig.JT_STAGING_AREA_ROOT)
        && !SettingSource.isDefault(conf, MRJobConfig.MR_AM_STAGING_DIR)
        && new Path(yarnRoot).toUri().getScheme() != null) {
      return yarnRoot;
    }
    String temporary = conf.get("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    return conf.get(JTConfig.JT_STAGING_AREA_ROOT, temporary + "/athanor/staging");
  }

  FileSystem fileSystem() {
    return fs;
  }

  /** This JVM's directory for submissions; the submitter creates it, private to its user. */
  Path directory() throws IOException {
    Path own = ownDirectory();
    if (CREATED.putIfAbsent(own, fs) == null && CREATED.size() == 1) {
      ShutdownHookManager.get()
          .addShutdownHook(
              StagingArea::deleteAll, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    }
    return forSubmitters(new Path(own, ".staging"));
  }

  /** Where the configurations of submitted jobs stay readable until the JVM ends. */
  Path jobFiles() throws IOException {
    return new Path(ownDirectory(), "jobs");
  }

  /**
   * A directory on the file system of {@link #directory}: Hadoop's submitter writes both through
   * one handle.
   */
  Path systemDirectory() {
    Path configured = new Path(conf.get(JTConfig.JT_SYSTEM_DIR, "/mapred/system"));
    return forSubmitters(fs.makeQualified(new Path(configured.toUri().getPath())));
  }

  private Path ownDirectory() throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    return new Path(root, user + "-" + JVM);
  }

  private static void deleteAll() {
    CREATED.forEach(
        (directory, fs) -> {
          try {
            fs.delete(directory, true);
          } catch (IOException e) {
            LOG.warn("staging directory {} is left behind: {}", directory, e.toString());
          }
        });
  }
}
