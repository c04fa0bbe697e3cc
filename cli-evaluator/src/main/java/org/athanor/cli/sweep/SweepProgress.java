// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

/** Is told of jobs that end, by several threads. */
public interface SweepProgress {
  /**
   * Jobs of an item have ended.
   *
   * @param index of the item, from 0
   * @param jobs that have ended since the last call for this item
   */
  void jobsEnded(int index, int jobs);
}
