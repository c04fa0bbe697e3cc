// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.replay;

import java.util.List;

/**
 * How the simulator's decisions compare with recorded ones.
 *
 * @param periods that ended
 * @param plans how often a planner was asked
 * @param candidates files about which it was asked, each time counted
 * @param decisions that were recorded: files that should change, each time counted
 * @param differences number of files that were predicted or decided about differently
 * @param shown the first of them, in one line each
 */
public record ReplayResult(
    long periods,
    long plans,
    long candidates,
    long decisions,
    long differences,
    List<String> shown) {
  public ReplayResult {
    shown = List.copyOf(shown);
  }
}
