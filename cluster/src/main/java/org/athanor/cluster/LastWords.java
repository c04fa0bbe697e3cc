// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a program that failed said last, without the lines of a stack trace that say nothing. */
public final class LastWords {
  private static final Pattern FRAME =
      Pattern.compile("\\s+at \\S+\\(.*\\).*|\\s*\\.{3} \\d+ (?:more|common frames omitted)");
  private static final String CAUSE = "Caused by: ";

  private LastWords() {}

  /**
   * The last line that is neither blank nor a stack frame: of an exception what caused it in the
   * end, without the word for that. Empty if there is none.
   */
  public static Optional<String> of(List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      String line = lines.get(i);
      if (!line.isBlank() && !FRAME.matcher(line).matches()) {
        String text = line.strip();
        return Optional.of(text.startsWith(CAUSE) ? text.substring(CAUSE.length()) : text);
      }
    }
    return Optional.empty();
  }

  /** The same of a whole text. */
  public static Optional<String> of(String text) {
    return of(text.lines().toList());
  }
}
