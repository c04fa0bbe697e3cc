// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

/**
 * The threads that run tasks, and those that tasks start. All are in one thread group: a new thread
 * joins the group of the thread that starts it, unless its maker names another group. Thread-safe.
 */
public final class TaskThreads {
  private static final ThreadGroup GROUP = new ThreadGroup(root(), "athanor-tasks");

  private TaskThreads() {}

  /** Not the group of the calling thread, which may belong to an application that has ended. */
  private static ThreadGroup root() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /** Returns the group in which threads that run tasks must be made. */
  public static ThreadGroup group() {
    return GROUP;
  }

  /** Returns whether a thread runs a task, or was started by one; false if the thread has ended. */
  public static boolean contain(Thread thread) {
    ThreadGroup group = thread.getThreadGroup(); // null if the thread has ended
    return group != null && GROUP.parentOf(group);
  }
}
