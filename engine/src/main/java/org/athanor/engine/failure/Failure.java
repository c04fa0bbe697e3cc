// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What there is to say of something that job code threw. Exceptions are job code, too: their
 * methods may throw, return nonsense or never return. They are called here and nowhere else, on the
 * thread that caught the exception, without any lock, while its operation still counts as running.
 *
 * @param line type and message, one line; see {@link Failures#oneLine}
 * @param trace the stack trace, at most {@value #LONGEST_TRACE} characters
 * @param isStop whether it is how an operation ends that was told to
 */
public record Failure(String line, String trace, boolean isStop) {
  private static final int LONGEST_TRACE = 1 << 18;
  private static final Failure OUT_OF_MEMORY =
      new Failure("java.lang.OutOfMemoryError: no memory is left to describe a failure", "", false);
  private static final Failure STOP = new Failure("", "", true);

  /** Describes a failure as well as it lets itself be described; never throws. */
  public static Failure of(Throwable thrown) {
    if (thrown instanceof AttemptStoppedException) {
      return STOP;
    }
    try {
      return new Failure(Failures.oneLine(thrown), trace(thrown), false);
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
    return trace.length() <= LONGEST_TRACE ? trace : trace.substring(0, LONGEST_TRACE) + "...\n";
  }
}
