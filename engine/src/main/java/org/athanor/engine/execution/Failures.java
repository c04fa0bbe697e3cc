// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import org.athanor.engine.task.WhileReading;

/** What went wrong, in one line. */
final class Failures {
  private Failures() {}

  /**
   * Type and message of the failure that says most: wrappers without a message of their own are
   * looked through.
   */
  static String oneLine(Throwable failure) {
    Throwable shown = failure;
    while (shown.getCause() != null && isWrapper(shown)) {
      shown = shown.getCause();
    }
    String message = shown.getMessage() == null ? "" : shown.getMessage().strip();
    int end = message.indexOf('\n');
    String firstLine = end < 0 ? message : message.substring(0, end).strip();
    String type = shown.getClass().getName();
    return (firstLine.isEmpty() ? type : type + ": " + firstLine)
        + remedy(shown)
        + circumstances(failure);
  }

  private static String remedy(Throwable failure) {
    return failure instanceof OutOfMemoryError
        ? "; the heap has %d MB: raise it (-Xmx; ATHANOR_HEAP of the athanor command)"
            .formatted(Runtime.getRuntime().maxMemory() >> 20)
        : "";
  }

  /** What the engine noted about the failure when it passed it on. */
  private static String circumstances(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      for (Throwable noted : t.getSuppressed()) {
        if (noted instanceof WhileReading) {
          return " (" + noted.getMessage() + ")";
        }
      }
    }
    return "";
  }

  private static boolean isWrapper(Throwable t) {
    boolean saysOnlyItsCause =
        t.getMessage() == null || t.getMessage().equals(t.getCause().toString());
    return saysOnlyItsCause
        || t instanceof InvocationTargetException
        || t instanceof UndeclaredThrowableException
        || t.getClass() == RuntimeException.class;
  }
}
