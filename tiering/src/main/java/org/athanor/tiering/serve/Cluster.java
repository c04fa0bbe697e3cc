// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.IOException;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.Hdfs;

/** An HDFS whose files the daemon manages. */
public interface Cluster extends Hdfs {
  /** Visits all files that are managed. */
  void forEach(Visitor visitor) throws IOException;

  /** Takes files. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes a file.
     *
     * @param directoryPolicy name of the storage policy of its directory
     */
    void file(String path, FileState file, String directoryPolicy) throws IOException;
  }
}
