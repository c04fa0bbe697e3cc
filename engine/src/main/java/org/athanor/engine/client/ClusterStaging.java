// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The user's staging directory on the cluster's file system, which is that of Hadoop's own jobs:
 * {@code .staging} below {@code yarn.app.mapreduce.am.staging-dir}. Immutable.
 */
final class ClusterStaging implements Staging {
  private final Configuration conf;
  private final Path directory;
  private final FileSystem fs;

  /** Finds that of the current user. */
  ClusterStaging(Configuration conf) throws IOException {
    this.conf = conf;
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    Path configured = MRApps.getStagingAreaDir(conf, user);
    fs = configured.getFileSystem(conf);
    directory = fs.makeQualified(configured);
  }

  @Override
  public FileSystem fileSystem() {
    return fs;
  }

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public Path jobFiles() {
    return new Path(directory, "jobs");
  }

  @Override
  public Path systemDirectory() {
    return fs.makeQualified(new Path(conf.get(JTConfig.JT_SYSTEM_DIR, "/mapred/system")));
  }
}
