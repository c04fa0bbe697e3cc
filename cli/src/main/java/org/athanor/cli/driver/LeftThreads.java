// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The threads that a driver has started and that run on after its main method has returned. The end
 * of a JVM waits for those that are no daemons.
 */
public final class LeftThreads {
  private final Set<Thread> before;

  private LeftThreads(Set<Thread> before) {
    this.before = before;
  }

  /** Those that do not run yet. */
  public static LeftThreads startedFromNowOn() {
    Set<Thread> before = Collections.newSetFromMap(new IdentityHashMap<>());
    before.addAll(all());
    return new LeftThreads(before);
  }

  /** Whether one of them runs that the JVM's end would wait for. */
  public boolean any() {
    return !running().isEmpty();
  }

  /** Waits until none of them runs that the JVM's end would wait for. */
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

  private static List<Thread> all() {
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
