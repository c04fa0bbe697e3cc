// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Locale;

/** Where inputs and outputs are. */
public enum FileSystemKind {
  /** The node's own files: one node only. */
  LOCAL,
  /** An HDFS on the nodes of the experiment, started for it. */
  HDFS;

  /** Its name in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
