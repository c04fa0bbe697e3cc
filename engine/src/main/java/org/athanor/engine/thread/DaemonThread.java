// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.thread;

/**
 * A thread of the engine. The thread that makes it may belong to a job, and the new thread may
 * outlive that job, so it inherits neither the context class loader nor the inheritable thread
 * locals. The JVM does not wait for it when it ends.
 */
public final class DaemonThread extends Thread {
  private static final long DEFAULT_STACK = 0;
  private static final boolean INHERITS_LOCALS = false;

  /** Makes a thread in the thread group of the calling thread. */
  public DaemonThread(Runnable work, String name) {
    this(null, work, name);
  }

  /**
   * Makes a thread.
   *
   * @param group the thread's group; null for that of the calling thread
   */
  public DaemonThread(ThreadGroup group, Runnable work, String name) {
    super(group, work, name, DEFAULT_STACK, INHERITS_LOCALS);
    setDaemon(true);
    setContextClassLoader(DaemonThread.class.getClassLoader());
  }
}
