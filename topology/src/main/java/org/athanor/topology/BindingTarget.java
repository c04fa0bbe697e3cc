// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** The target of a binding: a thread or a process. */
public sealed interface BindingTarget {
  /** The calling thread. */
  static BindingTarget currentThread() {
    return new CurrentThread();
  }

  /** Another thread of this process, identified by {@link NativeThread#current} in that thread. */
  static BindingTarget thread(NativeThread thread) {
    return new OtherThread(thread);
  }

  /** All threads of this process, including those of the JVM, and threads that they start later. */
  static BindingTarget currentProcess() {
    return new CurrentProcess();
  }

  /**
   * All threads of another process. This process must have the permission to bind it.
   *
   * @param pid process id, at least 1, as {@link ProcessHandle#pid} returns it
   */
  static BindingTarget process(long pid) {
    return new OtherProcess(pid);
  }

  /** See {@link #currentThread}. */
  record CurrentThread() implements BindingTarget {
    @Override
    public String toString() {
      return "this thread";
    }
  }

  /** See {@link #thread}. */
  record OtherThread(NativeThread thread) implements BindingTarget {
    @Override
    public String toString() {
      return thread.toString();
    }
  }

  /** See {@link #currentProcess}. */
  record CurrentProcess() implements BindingTarget {
    @Override
    public String toString() {
      return "this process";
    }
  }

  /** See {@link #process}. */
  record OtherProcess(long pid) implements BindingTarget {
    public OtherProcess {
      if (pid < 1 || pid > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "pid=" + pid + ": must be from 1 to " + Integer.MAX_VALUE);
      }
    }

    @Override
    public String toString() {
      return "process " + pid;
    }
  }
}
