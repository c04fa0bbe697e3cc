// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

/** Is told of jobs and accesses of clients that end, by several threads. */
public interface SweepProgress {
  /**
   * Jobs or accesses of an item have ended.
   *
   * @param index of the item, from 0
   * @param jobs and accesses that have ended since the last call for this item
   */
  void jobsEnded(int index, int jobs);
}
