// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

/** The services of a Hadoop cluster; any subset may be started. */
public enum Service {
  /** A NameNode on the master, a DataNode on each worker. Without it the file system is local. */
  HDFS,
  /** A ResourceManager on the master, a NodeManager on each worker. */
  YARN,
  /**
   * The JobHistoryServer on the master. Without it, a MapReduce client may not get the counters of
   * a job that has ended.
   */
  HISTORY
}
