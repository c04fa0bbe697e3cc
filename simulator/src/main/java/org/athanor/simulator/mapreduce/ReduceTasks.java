// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The reduces of a job: which are pending, running, and how many are done. */
final class ReduceTasks {
  static final int NONE = -1;

  private final int count;
  private final BitSet pending;
  private final List<ReduceAttempt> running = new ArrayList<>();
  private int done;

  ReduceTasks(int count) {
    this.count = count;
    pending = new BitSet(count);
    pending.set(0, count);
  }

  int count() {
    return count;
  }

  /** Number of those that are pending. */
  int pending() {
    return count - running.size() - done;
  }

  /** The next one that is pending from a number on; {@link #NONE} if there is none. */
  int next(int from) {
    return pending.nextSetBit(from);
  }

  /** Those that run, in the order of their starts. */
  List<ReduceAttempt> running() {
    return running;
  }

  boolean allDone() {
    return done == count;
  }

  void launched(ReduceAttempt attempt) {
    pending.clear(attempt.task());
    running.add(attempt);
  }

  void done(ReduceAttempt attempt) {
    running.remove(attempt);
    done++;
  }

  /** An attempt has ended before it was done. */
  void lost(ReduceAttempt attempt) {
    running.remove(attempt);
    pending.set(attempt.task());
  }
}
