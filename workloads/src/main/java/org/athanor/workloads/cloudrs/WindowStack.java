// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.util.ArrayList;
import java.util.List;

/**
 * The votes for the middle base of a window: of all reads that have the same twelve bases before
 * and after it. A base is wrong if another wins, its sum of qualities is at most a quarter of the
 * winner's, and none of its votes is strong. Holds no more votes than the largest stack. Not
 * thread-safe.
 */
final class WindowStack {
  private final int largest;
  private final List<Vote> votes = new ArrayList<>();
  private final Column column = new Column();
  private boolean tooLarge;

  WindowStack(int largest) {
    this.largest = largest;
  }

  /** Adds a vote, which is copied. */
  void add(Vote vote) {
    if (tooLarge || votes.size() == largest) {
      tooLarge = true;
      return;
    }
    votes.add(vote.copy());
    column.add(vote.base(), vote.quality());
  }

  /** Returns the right base, in the window's canonical form; -1 if nothing is decided. */
  int winner() {
    return tooLarge ? -1 : column.winner();
  }

  /** Returns the votes for wrong bases. */
  List<Vote> wrong() {
    int winner = winner();
    if (winner < 0) {
      return List.of();
    }
    return votes.stream()
        .filter(vote -> vote.base() != winner)
        .filter(vote -> column.weak(vote.base(), winner) && column.strong(vote.base()) == 0)
        .toList();
  }
}
