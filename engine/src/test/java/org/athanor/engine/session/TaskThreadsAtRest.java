// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.athanor.engine.exit.TaskThreads;

/**
 * The threads that run operations. A history waits until all of them wait for something before it
 * goes on, so only one thread at a time does anything. They wait on monitors only: a thread that
 * was notified does not count as waiting from that moment on.
 */
final class TaskThreadsAtRest {
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int SPINS = 200;
  private static final long PAUSE_NANOS = 10_000;

  private final Set<Thread> others = new HashSet<>(all()); // of tests before

  private static List<Thread> all() {
    ThreadGroup group = TaskThreads.group();
    Thread[] threads = new Thread[group.activeCount() + 50];
    return new ArrayList<>(Arrays.asList(threads).subList(0, group.enumerate(threads)));
  }

  /** Returns those that live. */
  List<Thread> alive() {
    List<Thread> alive = all();
    alive.removeAll(others);
    return alive;
  }

  void await() {
    int spins = 0;
    long begin = 0;
    for (int quiet = 0; quiet < 2; quiet = isQuiet() ? quiet + 1 : 0) {
      spins++;
      if (spins < SPINS) {
        Thread.onSpinWait();
        continue;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      begin = begin == 0 ? System.nanoTime() : begin;
      if (System.nanoTime() - begin > LONG_NANOS) {
        throw new AssertionError("operations do not come to rest: " + describe());
      }
    }
  }

  private boolean isQuiet() {
    return alive().stream().allMatch(TaskThreadsAtRest::isAtRest);
  }

  private static boolean isAtRest(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING, TERMINATED -> true;
      default -> false;
    };
  }

  /** Waits until all have ended. */
  void awaitEnd() throws InterruptedException {
    long end = System.nanoTime() + LONG_NANOS;
    for (Thread thread : alive()) {
      TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
      if (thread.isAlive()) {
        throw new AssertionError("threads are left: " + describe());
      }
    }
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    for (Thread thread : alive()) {
      text.append('\n').append(thread.getName()).append(' ').append(thread.getState());
      for (StackTraceElement frame : thread.getStackTrace()) {
        text.append("\n  ").append(frame);
      }
    }
    return text.toString();
  }
}
