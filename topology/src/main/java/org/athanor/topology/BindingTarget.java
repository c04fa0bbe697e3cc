// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Who is bound: a thread or a process. */
public sealed interface BindingTarget {
  /** The thread that calls. */
  static BindingTarget currentThread() {
    return new CurrentThread();
  }

  /** Another thread of this process, which has identified itself. */
  static BindingTarget thread(NativeThread thread) {
    return new OtherThread(thread);
  }

  /** All threads of this process, those of the JVM included, and those they start later. */
  static BindingTarget currentProcess() {
    return new CurrentProcess();
  }

  /**
   * All threads of any process that this one is permitted to bind.
   *
   * @param pid its number, from 1, as of {@link ProcessHandle#pid}
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
