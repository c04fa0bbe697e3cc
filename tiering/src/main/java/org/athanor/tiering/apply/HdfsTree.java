// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.FileNotFoundException;
import java.io.IOException;

/** An HDFS whose files can be listed. */
public interface HdfsTree extends Hdfs {
  /**
   * Visits a file, or all files below a directory, in the order of their paths. What is deleted
   * meanwhile is left out.
   *
   * @throws FileNotFoundException if there is nothing with this path
   */
  void forEach(String path, Visitor visitor) throws IOException;

  /** The snapshots that there are now. */
  Snapshots snapshots() throws IOException;

  /** Whether there is a file or directory with this number, whatever its path is now. */
  boolean hasInode(long id) throws IOException;

  /** A path by which a file can be reached that has been renamed. */
  static String pathOf(long inode) {
    return "/.reserved/.inodes/" + inode;
  }

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
