// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.List;
import org.athanor.tiering.image.FileRecord;

/**
 * A period that is over, some of its accesses, and what a plan that had been made before it would
 * have done with their files: what a model needs to try such a plan on accesses that it did not
 * know.
 *
 * @param accesses that the period had to files of the image
 * @param files that the windows read
 * @param windows that were drawn of the period; all of them if it had few accesses
 */
public record PastPeriod(long accesses, List<Layout> files, List<Window> windows) {

  /**
   * Where a file is, and where it would have been.
   *
   * @param file as the image has it
   * @param policy that it has now
   * @param plannedPolicy that it would have had
   * @param plannedReplicas that it would have had, from 1
   */
  public record Layout(
      FileRecord file, StoragePolicy policy, StoragePolicy plannedPolicy, int plannedReplicas) {}

  /**
   * Accesses that followed each other, so that there was as much at once as there was.
   *
   * @param reads one or more, in the order of the log
   */
  public record Window(List<Read> reads) {
    public Window {
      reads = List.copyOf(reads);
    }
  }

  /**
   * A caller read a file.
   *
   * @param file its place in {@link PastPeriod#files}
   * @param seconds since the first of the window, from 0
   */
  public record Read(int file, double seconds) {}

  public PastPeriod {
    files = List.copyOf(files);
    windows = List.copyOf(windows);
  }
}
