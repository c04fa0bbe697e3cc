// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * The description of an exception that a job's code threw. The methods of the exception are job
 * code, too: they may throw, return nonsense or never return. Only this package calls them, on the
 * thread that caught the exception, without a lock, while the operation still counts as running.
 *
 * @param line type and message, one line; see {@link FailureLine#of}
 * @param trace the stack trace, at most {@value #MAX_TRACE_CHARS} characters
 * @param isStop whether the operation ended because it was asked to stop
 */
public record Failure(String line, String trace, boolean isStop) {
  private static final int MAX_TRACE_CHARS = 1 << 18;
  private static final Failure OUT_OF_MEMORY =
      new Failure("java.lang.OutOfMemoryError: no memory is left to describe a failure", "", false);
  private static final Failure STOP = new Failure("", "", true);

  /**
   * Initialises this class, to be called before the heap can be full: a class whose initialisation
   * has failed can never be used.
   */
  public static void prepare() {}

  /** Describes an exception, as far as its methods work. Never throws. */
  public static Failure of(Throwable thrown) {
    if (thrown instanceof AttemptStoppedException) {
      return STOP;
    }
    try {
      return new Failure(FailureLine.of(thrown), trace(thrown), false);
    } catch (Throwable hostile) {
      return ofIndescribable(thrown, hostile);
    }
  }

  private static Failure ofIndescribable(Throwable thrown, Throwable hostile) {
    try {
      String line =
          thrown.getClass().getName()
              + " (describing it threw "
              + hostile.getClass().getName()
              + ")";
      return new Failure(line, line, false);
    } catch (Throwable noMemory) {
      return OUT_OF_MEMORY;
    }
  }

  private static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    String trace = text.toString();
    return trace.length() <= MAX_TRACE_CHARS
        ? trace
        : trace.substring(0, MAX_TRACE_CHARS) + "...\n";
  }
}
