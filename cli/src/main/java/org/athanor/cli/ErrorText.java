// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.util.ArrayList;
import java.util.List;

/** A throwable and its causes as one line. */
public final class ErrorText {
  private static final int MAX_CAUSES = 5;

  private ErrorText() {}

  /**
   * Returns types and messages from the outermost to the innermost throwable. A cause is left out
   * if the line already contains its text, or if its message is that of the throwable around it.
   */
  public static String oneLine(Throwable error) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    String around = null;
    for (Throwable t = error; t != null && depth <= MAX_CAUSES; t = t.getCause(), depth++) {
      String message = t.getMessage();
      String text = oneLine(t.getClass().getSimpleName(), message);
      boolean repeats = message != null && message.equals(around);
      if (!repeats && parts.stream().noneMatch(part -> part.contains(text))) {
        parts.add(text);
      }
      around = message;
    }
    return String.join("; caused by ", parts);
  }

  private static String oneLine(String type, String message) {
    if (message == null || message.isBlank()) {
      return type;
    }
    return type + ": " + message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
