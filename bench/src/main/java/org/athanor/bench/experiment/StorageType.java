// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** What a storage of inputs and outputs is. */
public enum StorageType {
  /** The local file system of the node; only for experiments on one node. */
  LOCAL,
  /** An HDFS that is started on the nodes of the experiment. */
  HDFS,
  /** A directory that all nodes see, such as one of Lustre or NFS. */
  SHARED,
  /** An HDFS that exists, which is neither started nor ended. */
  URI;

  /** Whether its files are those of a node's file system. */
  public boolean hasFiles() {
    return this == LOCAL || this == SHARED;
  }

  /** The name in experiment files and results. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
