// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** The file system that holds inputs and outputs. */
public enum FileSystemKind {
  /** The local file system of the node; only for experiments on one node. */
  LOCAL,
  /** An HDFS that is started on the nodes of the experiment. */
  HDFS;

  /** The name in experiment files and results. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
