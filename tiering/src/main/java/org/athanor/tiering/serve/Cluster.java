// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.IOException;
import org.athanor.tiering.apply.HdfsTree;

/** An HDFS whose files the daemon manages. */
public interface Cluster extends HdfsTree {
  /** Whether a path is of a file that is managed, if there is one. */
  boolean manages(String path);

  /** Visits all files that are managed. */
  void forEach(Visitor visitor) throws IOException;
}
