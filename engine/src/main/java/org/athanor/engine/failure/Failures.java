// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;

/** What went wrong, in one line. */
final class Failures {
  /** Exceptions can have causes without end. */
  private static final int DEEPEST = 100;

  private Failures() {}

  /**
   * Type and message of the failure that says most: wrappers without a message of their own are
   * looked through.
   */
  static String oneLine(Throwable failure) {
    Throwable shown = failure;
    for (int depth = 0; depth < DEEPEST; depth++) {
      Throwable cause = shown.getCause();
      if (cause == null || !isWrapper(shown, cause)) {
        break;
      }
      shown = cause;
    }
    String said = shown.getMessage();
    String message = said == null ? "" : said.strip();
    int end = message.indexOf('\n');
    String firstLine = end < 0 ? message : message.substring(0, end).strip();
    String type = shown.getClass().getName();
    return (firstLine.isEmpty() ? type : type + ": " + firstLine)
        + remedy(shown)
        + circumstances(failure);
  }

  private static String remedy(Throwable failure) {
    return failure instanceof OutOfMemoryError
        ? "; the heap has "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB: raise it (-Xmx; ATHANOR_HEAP of the athanor command)"
        : "";
  }

  /** What the engine noted about the failure when it passed it on. */
  private static String circumstances(Throwable failure) {
    Throwable t = failure;
    for (int depth = 0; t != null && depth < DEEPEST; depth++, t = t.getCause()) {
      for (Throwable noted : t.getSuppressed()) {
        if (noted instanceof WhileReading) {
          return " (" + noted.getMessage() + ")";
        }
      }
    }
    return "";
  }

  private static boolean isWrapper(Throwable t, Throwable cause) {
    String message = t.getMessage();
    boolean saysOnlyItsCause = message == null || message.equals(cause.toString());
    return saysOnlyItsCause
        || t instanceof InvocationTargetException
        || t instanceof UndeclaredThrowableException
        || t.getClass() == RuntimeException.class;
  }
}
