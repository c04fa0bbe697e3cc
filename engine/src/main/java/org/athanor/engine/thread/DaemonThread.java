// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.thread;

/**
 * A thread of the engine's own, which may outlive the job whose thread makes it, and so keeps
 * nothing of it: neither its context class loader nor its inheritable thread locals. The end of the
 * JVM does not wait for it.
 */
public final class DaemonThread extends Thread {
  private static final long DEFAULT_STACK = 0;
  private static final boolean INHERITS_LOCALS = false;

  public DaemonThread(Runnable work, String name) {
    super(null, work, name, DEFAULT_STACK, INHERITS_LOCALS);
    setDaemon(true);
    setContextClassLoader(DaemonThread.class.getClassLoader());
  }
}
