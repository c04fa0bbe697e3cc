// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import java.util.List;
import org.athanor.tiering.apply.Outcome;

/**
 * What a demo has shown.
 *
 * @param seed that it was made from
 * @param files that were written
 * @param readers files that were read at a time
 * @param ssdBytes the budget for copies on SSD
 * @param before the reads before files were moved
 * @param after those afterwards
 * @param outcomes what became of the files that were to be moved
 * @param moveSeconds how long planning, moving and verifying took
 */
public record DemoResult(
    long seed,
    DemoFiles files,
    int readers,
    long ssdBytes,
    LoadSummary before,
    LoadSummary after,
    List<Outcome> outcomes,
    double moveSeconds) {
  /** Copies the list. */
  public DemoResult {
    outcomes = List.copyOf(outcomes);
  }
}
