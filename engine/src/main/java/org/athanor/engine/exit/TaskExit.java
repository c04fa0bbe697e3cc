// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exit;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Ends a task that calls {@link System#exit}. On a cluster the call ends the container's JVM, and
 * the attempt has failed, whatever the code, because it has not reported success. The calls in a
 * job's classes are redirected to the methods of this class. They notify the attempt of the calling
 * thread, or of the thread that started it, and then throw an error, so that the code after the
 * call does not run. Thread-safe.
 */
public final class TaskExit {
  private static final InheritableThreadLocal<Scope> CURRENT = new InheritableThreadLocal<>();

  private TaskExit() {}

  /** The time in which calls on a thread, and on threads that it starts, end an attempt. */
  public static final class Scope implements AutoCloseable {
    private volatile Consumer<String> listener;

    private Scope(Consumer<String> listener) {
      this.listener = listener;
    }

    /**
     * Closes the scope, on the thread that opened it. From then on a call on one of the attempt's
     * threads only throws.
     */
    @Override
    public void close() {
      listener = null;
      CURRENT.remove();
    }
  }

  /**
   * Begins an attempt on the calling thread.
   *
   * @param listener gets the reason why the attempt ends, one line, on the thread that calls the
   *     exit; must not throw
   */
  public static Scope open(Consumer<String> listener) {
    Scope scope = new Scope(listener);
    CURRENT.set(scope);
    return scope;
  }

  /** Replaces {@link System#exit}. */
  public static void exit(int status) {
    end("System.exit", status);
  }

  /** Replaces {@link Runtime#exit}. */
  public static void exit(Runtime runtime, int status) {
    Objects.requireNonNull(runtime);
    end("Runtime.exit", status);
  }

  /** Replaces {@link Runtime#halt}. */
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
