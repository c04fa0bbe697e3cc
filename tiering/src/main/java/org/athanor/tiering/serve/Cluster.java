// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.IOException;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.LeastReplicas;

/** An HDFS whose files the daemon manages. */
public interface Cluster extends HdfsTree {
  /** Whether a file is one that is managed. */
  boolean manages(String path, FileState file);

  /** Visits all files that are managed. */
  void forEach(Visitor visitor) throws IOException;

  /** The fewest replicas that a file may be left now. */
  LeastReplicas leastReplicas();
}
