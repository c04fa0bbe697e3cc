// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Java thread together with its thread id in the operating system, so that other threads can bind
 * it. Java has no method that returns this id. The thread calls {@link #current} and passes the
 * result to the thread that will bind it. Immutable, thread-safe. Linux only.
 *
 * <p>The operating system reuses the ids of ended threads. A binding is refused if {@link
 * Thread#isAlive} returns false; but if the thread ends between this check and the binding, a new
 * thread may have its id and be bound instead.
 */
public final class NativeThread {
  private static final Path THREAD_SELF = Path.of("/proc/thread-self");

  private final Thread thread;
  private final int tid;

  private NativeThread(Thread thread, int tid) {
    this.thread = thread;
    this.tid = tid;
  }

  /**
   * Returns the calling thread.
   *
   * @throws UnsupportedOperationException on systems other than Linux, and in virtual threads,
   *     which change from one native thread to another
   */
  public static NativeThread current() {
    VirtualThreads.refuse("has no native thread of its own");
    String target;
    try {
      // The kernel resolves this link for the calling thread: PID/task/TID.
      target = Files.readSymbolicLink(THREAD_SELF).toString();
    } catch (IOException e) {
      throw new UnsupportedOperationException(
          "cannot read the id of this thread: needs Linux 3.17 or newer with /proc mounted", e);
    }
    int tid = Integer.parseInt(target.substring(target.lastIndexOf('/') + 1));
    return new NativeThread(Thread.currentThread(), tid);
  }

  public Thread thread() {
    return thread;
  }

  /** Returns the operating system's thread id, as in {@code /proc/PID/task}. */
  public int tid() {
    return tid;
  }

  @Override
  public String toString() {
    return "thread \"" + thread.getName() + "\" (tid " + tid + ")";
  }
}
