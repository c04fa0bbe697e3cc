// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.util.Map;

/** Reads the counters of all mounted file systems of a type. Not thread-safe. */
interface FileSystems {

  /**
   * Reads the counters.
   *
   * @return a file system that is mounted → its counters; its name has no blanks, commas, brackets
   */
  Map<String, FileCounters> read() throws IOException;

  /** Closes the files that are open. */
  void close();
}
