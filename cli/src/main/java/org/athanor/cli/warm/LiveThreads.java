// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.athanor.cli.driver.RemainingThreads;
import org.athanor.engine.EmbeddedEngine;
import org.athanor.engine.exit.TaskThreads;
import org.athanor.engine.files.PrivateDirectory;
import org.athanor.engine.thread.DaemonThread;

/** The threads of this JVM that a driver, its tasks or a library may have started. */
final class LiveThreads {
  private LiveThreads() {}

  /**
   * Returns those that live now: neither the JDK's own, which are in groups of the system, nor the
   * engine's, which stay for its JVM. A thread of the engine that was abandoned with a task's code
   * is the task's.
   */
  static Set<Thread> now() {
    Set<Thread> live = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Thread thread : RemainingThreads.all()) {
      ThreadGroup group = thread.getThreadGroup();
      boolean ofJdk =
          group == null
              || group.getParent() == null
              || group.getName().equals("InnocuousThreadGroup");
      if (!ofJdk && !isOfEngine(thread)) {
        live.add(thread);
      }
    }
    return live;
  }

  private static boolean isOfEngine(Thread thread) {
    return thread instanceof DaemonThread
        && !thread.getName().equals(PrivateDirectory.LEFTOVERS_THREAD) // it has files open
        && (!TaskThreads.contain(thread) || EmbeddedEngine.isServedBy(thread));
  }
}
