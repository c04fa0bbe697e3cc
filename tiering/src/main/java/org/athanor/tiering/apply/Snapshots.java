// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;

/** The snapshots that an HDFS had when it was asked. */
@FunctionalInterface
public interface Snapshots {
  /**
   * Whether one of them has another content of a file. HDFS keeps for it what the file does not
   * need any more, so that a change of the file alone frees and moves less than it seems.
   *
   * @param path of the file
   * @param file as it is now
   */
  boolean differFrom(String path, FileState file) throws IOException;
}
