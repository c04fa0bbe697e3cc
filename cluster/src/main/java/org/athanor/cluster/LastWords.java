// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the last informative line in the output of a program that failed. */
public final class LastWords {
  private static final Pattern FRAME =
      Pattern.compile("\\s+at \\S+\\(.*\\).*|\\s*\\.{3} \\d+ (?:more|common frames omitted)");
  private static final String CAUSE = "Caused by: ";

  private LastWords() {}

  /**
   * The last line that is neither blank nor a stack frame, without {@code Caused by:}. For a stack
   * trace, it is the innermost cause. Empty if there is no such line.
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

  /** Like {@link #of(List)}, for the lines of a text. */
  public static Optional<String> of(String text) {
    return of(text.lines().toList());
  }
}
