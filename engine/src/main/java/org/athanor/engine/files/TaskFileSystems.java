// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import org.apache.hadoop.conf.Configuration;

/** The classes of file systems that tasks have instead of Hadoop's own. */
public final class TaskFileSystems {
  private static final String HDFS_CLIENT = "org/apache/hadoop/hdfs/DistributedFileSystem.class";

  private TaskFileSystems() {}

  /** Names them in the configuration of a job's tasks, where it names no others. */
  public static void useIn(Configuration conf) {
    JobLocalFileSystem.useIn(conf);
    if (haveHdfs()) {
      JobDistributedFileSystem.useIn(conf);
    }
  }

  /**
   * Returns whether Hadoop's client of HDFS is there, in Hadoop's own class loader: one in the
   * job's jar has nothing to do with the engine's.
   */
  public static boolean haveHdfs() {
    return TaskFileSystems.class.getClassLoader().getResource(HDFS_CLIENT) != null;
  }
}
