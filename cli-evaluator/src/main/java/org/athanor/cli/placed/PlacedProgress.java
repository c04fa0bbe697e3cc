// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import org.athanor.cli.sweep.SweepProgress;

/** Is told how far a {@link PlacedSweep} is, by several threads. */
public interface PlacedProgress extends SweepProgress {
  /**
   * A job was simulated alone, for predictions.
   *
   * @param cluster that it ran on
   * @param done number of jobs that were, from 1
   * @param of number of those that must be
   */
  void simulatedAlone(String cluster, int done, int of);
}
