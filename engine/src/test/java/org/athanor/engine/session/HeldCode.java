// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The code of a job at the places where the history holds it and decides how it goes on. Which
 * places these are follows from the history's seed. Thread-safe.
 */
final class HeldCode {
  private static final int STUBBORN_PERCENT = 8;

  private final long seed;
  private final int heldPercent;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<String, Hold> held = new TreeMap<>();

  @GuardedBy("lock")
  private final Map<Hold, Then> decided = new HashMap<>();

  @GuardedBy("lock")
  private final Set<String> endedProcesses = new HashSet<>();

  /** What held code does next. */
  enum Then {
    GO_ON,
    FAIL
  }

  /**
   * Code that waits.
   *
   * @param process that runs it
   * @param name what it does there, such as an attempt
   */
  record Hold(String process, String name, String place) {}

  /** The process has ended, so nothing that follows has an effect. */
  static final class ProcessEndedError extends Error {
    private static final long serialVersionUID = 1;
  }

  HeldCode(long seed, int heldPercent) {
    this.seed = seed;
    this.heldPercent = heldPercent;
  }

  private boolean drawn(Hold hold, String what, int percent) {
    return new Random(seed + Objects.hash(hold.name(), hold.place(), what)).nextInt(100) < percent;
  }

  /**
   * Holds the calling code, if the history wants that.
   *
   * @param mayInsist whether it may go on to wait though it is interrupted
   */
  void pass(Hold hold, boolean mayInsist) throws IOException, InterruptedException {
    boolean insists = mayInsist && drawn(hold, "insists", STUBBORN_PERCENT);
    synchronized (lock) {
      checkThatItRuns(hold);
      if (!drawn(hold, "held", heldPercent)) {
        return;
      }
      String key = hold.toString();
      held.put(key, hold);
      try {
        while (!decided.containsKey(hold)) {
          checkThatItRuns(hold);
          try {
            lock.wait();
          } catch (InterruptedException e) {
            if (!insists) {
              throw e;
            }
          }
        }
      } finally {
        held.remove(key);
      }
      checkThatItRuns(hold);
      if (decided.remove(hold) == Then.FAIL) {
        throw new IOException("as the history wants: " + hold.place());
      }
    }
  }

  @GuardedBy("lock")
  private void checkThatItRuns(Hold hold) {
    if (endedProcesses.contains(hold.process())) {
      throw new ProcessEndedError();
    }
  }

  /** Returns the code that waits and fulfils a condition, in an order that the seed determines. */
  List<Hold> held(Predicate<Hold> which) {
    synchronized (lock) {
      List<Hold> waiting = new ArrayList<>();
      for (Hold hold : held.values()) {
        if (!decided.containsKey(hold) && which.test(hold)) {
          waiting.add(hold);
        }
      }
      return waiting;
    }
  }

  void decide(Hold hold, Then then) {
    synchronized (lock) {
      decided.put(hold, then);
      lock.notifyAll();
    }
  }

  /** A process has ended: its code does nothing more. */
  void processEnded(String process) {
    synchronized (lock) {
      endedProcesses.add(process);
      lock.notifyAll();
    }
  }

  boolean hasEnded(String process) {
    synchronized (lock) {
      return endedProcesses.contains(process);
    }
  }
}
