// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Java thread together with the number that the operating system has for it, so that others can
 * bind it. Java does not tell that number; a thread finds it out itself, by {@link #current}, and
 * hands the object to whoever is to bind it. Immutable, thread-safe. Linux only.
 *
 * <p>Numbers of threads that have ended are used again. Binding one that {@link Thread#isAlive}
 * says has ended is refused; a thread that ends at that very moment may leave its number to a new
 * one.
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
   * The thread that calls.
   *
   * @throws UnsupportedOperationException on systems other than Linux, and in virtual threads,
   *     which change from one native thread to another
   */
  public static NativeThread current() {
    VirtualThreads.refuse("has no native thread of its own");
    String target;
    try {
      // Resolved by the kernel for the calling thread: PID/task/TID.
      target = Files.readSymbolicLink(THREAD_SELF).toString();
    } catch (IOException e) {
      throw new UnsupportedOperationException(
          "cannot find out the number of this thread: needs Linux 3.17 or newer with /proc mounted",
          e);
    }
    int tid = Integer.parseInt(target.substring(target.lastIndexOf('/') + 1));
    return new NativeThread(Thread.currentThread(), tid);
  }

  public Thread thread() {
    return thread;
  }

  /** The operating system's number, as in {@code /proc/PID/task}. */
  public int tid() {
    return tid;
  }

  @Override
  public String toString() {
    return "thread \"" + thread.getName() + "\" (tid " + tid + ")";
  }
}
