// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.util.Map;

/** Reads the counters of all mounted file systems of a type. Not thread-safe. */
interface FileSystems {

  /**
   * Reads the counters.
   *
   * @return a file system that is mounted → its counters. Its key stays the same as long as it is
   *     mounted.
   */
  Map<String, FileCounters> read() throws IOException;

  /**
   * The name of a file system that was mounted at the last reading, without blanks, commas and
   * brackets.
   */
  default String nameOf(String key) {
    return key;
  }

  /** Closes the files that are open. */
  void close();
}
