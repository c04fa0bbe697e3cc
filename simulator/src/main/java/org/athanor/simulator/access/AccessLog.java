// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.List;
import org.athanor.simulator.hdfs.FileSpec;

/**
 * What clients of a real HDFS did.
 *
 * @param files that were there at the beginning, as far as they were read
 * @param entries in the order of their times
 */
public record AccessLog(List<FileSpec> files, List<Entry> entries) {

  /**
   * A client read a whole file, or wrote it.
   *
   * @param seconds since the first entry, from 0
   * @param client its host
   * @param writes whether the file is new; otherwise it was there at the beginning, or was written
   *     before
   */
  public record Entry(double seconds, String client, boolean writes, FileSpec file) {}

  public AccessLog {
    files = List.copyOf(files);
    entries = List.copyOf(entries);
  }
}
