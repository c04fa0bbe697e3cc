// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Ends a task that calls {@link System#exit}. On a cluster the call ends the container's JVM, and
 * the attempt has failed, whatever the code, for it has not reported that it is done. The calls of
 * a job's classes are redirected to the methods here: they tell the attempt of the calling thread,
 * or of the thread that started it, and then throw an error, so that the code behind the call does
 * not run. Thread-safe.
 */
public final class TaskExit {
  private static final InheritableThreadLocal<Scope> CURRENT = new InheritableThreadLocal<>();

  private TaskExit() {}

  /** The time in which calls of a thread, and of those that it starts, end the same attempt. */
  public static final class Scope implements AutoCloseable {
    private volatile Consumer<String> listener;

    private Scope(Consumer<String> listener) {
      this.listener = listener;
    }

    /** On the thread that opened it. Threads that go on end nothing but themselves from now on. */
    @Override
    public void close() {
      listener = null;
      CURRENT.remove();
    }
  }

  /**
   * Begins an attempt on the calling thread.
   *
   * @param listener is told why the attempt ends, one line, on the thread that calls the exit; must
   *     not throw
   */
  public static Scope open(Consumer<String> listener) {
    Scope scope = new Scope(listener);
    CURRENT.set(scope);
    return scope;
  }

  /** In place of {@link System#exit}. */
  public static void exit(int status) {
    end("System.exit", status);
  }

  /** In place of {@link Runtime#exit}. */
  public static void exit(Runtime runtime, int status) {
    Objects.requireNonNull(runtime);
    end("Runtime.exit", status);
  }

  /** In place of {@link Runtime#halt}. */
  public static void halt(Runtime runtime, int status) {
    Objects.requireNonNull(runtime);
    end("Runtime.halt", status);
  }

  private static void end(String call, int status) {
    String reason =
        "exit code "
            + status
            + ": the job's code called "
            + call
            + "("
            + status
            + ") before it was done";
    Scope scope = CURRENT.get();
    Consumer<String> listener = scope == null ? null : scope.listener;
    if (listener != null) {
      listener.accept(reason);
    }
    throw new TaskExitError(reason);
  }
}
