// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.thread;

/**
 * A daemon thread of the engine. It may outlive the job whose thread creates it, so it inherits
 * neither that thread's context class loader nor its inheritable thread locals.
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
