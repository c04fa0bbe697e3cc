// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;

/** Describes an exception in one line. */
final class FailureLine {
  /** Limits the search in causes, because a chain of causes can be endless. */
  private static final int MAX_DEPTH = 100;

  private FailureLine() {}

  /**
   * Returns the type and the first line of the message. If the exception only wraps its cause, the
   * cause is described instead. A remedy and the split that was being read are added, if known.
   */
  static String of(Throwable failure) {
    Throwable shown = failure;
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      Throwable cause = shown.getCause();
      if (cause == null || !isWrapper(shown, cause)) {
        break;
      }
      shown = cause;
    }
    String text = shown.getMessage();
    String message = text == null ? "" : text.strip();
    int end = message.indexOf('\n');
    String firstLine = end < 0 ? message : message.substring(0, end).strip();
    String type = shown.getClass().getName();
    return (firstLine.isEmpty() ? type : type + ": " + firstLine) + remedy(shown) + split(failure);
  }

  private static String remedy(Throwable failure) {
    return failure instanceof OutOfMemoryError
        ? "; the heap has "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB: raise it (-Xmx; ATHANOR_HEAP of the athanor command)"
        : "";
  }

  /** Returns the split that the engine has attached to the exception ({@link WhileReading}). */
  private static String split(Throwable failure) {
    Throwable t = failure;
    for (int depth = 0; t != null && depth < MAX_DEPTH; depth++, t = t.getCause()) {
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
