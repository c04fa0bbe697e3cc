// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.athanor.engine.thread.DaemonThread;

/** The threads of this JVM that a driver, its tasks or a library may have started. */
final class LiveThreads {
  private LiveThreads() {}

  /**
   * Returns those that live now: neither the JDK's own, which are in groups of the system, nor the
   * engine's, which stay for its JVM.
   */
  static Set<Thread> now() {
    ThreadGroup system = Thread.currentThread().getThreadGroup();
    while (system.getParent() != null) {
      system = system.getParent();
    }
    Thread[] threads = new Thread[system.activeCount() + 16];
    int count = system.enumerate(threads);
    while (count == threads.length) {
      threads = new Thread[2 * threads.length];
      count = system.enumerate(threads);
    }
    Set<Thread> live = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Thread thread : Arrays.asList(threads).subList(0, count)) {
      ThreadGroup group = thread.getThreadGroup();
      boolean ofJdk =
          group == null || group == system || group.getName().equals("InnocuousThreadGroup");
      if (!ofJdk && !(thread instanceof DaemonThread)) {
        live.add(thread);
      }
    }
    return live;
  }
}
