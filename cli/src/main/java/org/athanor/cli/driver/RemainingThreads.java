// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The threads that a driver has started and that still run after its main method has returned. The
 * JVM waits for those that are not daemons before it ends.
 */
public final class RemainingThreads {
  private final Set<Thread> before;

  private RemainingThreads(Set<Thread> before) {
    this.before = before;
  }

  /** Returns an object that watches all threads that start after this call. */
  public static RemainingThreads startedFromNowOn() {
    Set<Thread> before = Collections.newSetFromMap(new IdentityHashMap<>());
    before.addAll(all());
    return new RemainingThreads(before);
  }

  /** Whether one of these threads runs and is not a daemon. */
  public boolean any() {
    return !running().isEmpty();
  }

  /** Waits until all of these threads that are not daemons have ended. */
  public void awaitEnd() throws InterruptedException {
    for (List<Thread> running = running(); !running.isEmpty(); running = running()) {
      for (Thread thread : running) {
        thread.join();
      }
    }
  }

  private List<Thread> running() {
    return all().stream().filter(t -> !t.isDaemon() && t.isAlive() && !before.contains(t)).toList();
  }

  /** Returns all live threads of this JVM, the JDK's own included. */
  public static List<Thread> all() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[root.activeCount() + 16];
    int found = root.enumerate(threads);
    while (found == threads.length) {
      threads = new Thread[2 * threads.length];
      found = root.enumerate(threads);
    }
    return Arrays.asList(threads).subList(0, found);
  }
}
