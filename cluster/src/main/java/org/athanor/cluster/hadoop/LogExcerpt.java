// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds the lines of a daemon's log that explain why it ended. */
final class LogExcerpt {
  private static final Predicate<String> ERROR =
      Pattern.compile("^\\S+ \\S+ (FATAL|ERROR) |^Error|^Exception in thread").asPredicate();
  private static final Predicate<String> EXCEPTION =
      Pattern.compile("^[\\w.$]+(Exception|Error)\\b").asPredicate();
  private static final int LONGEST_LINE = 300;

  private LogExcerpt() {}

  /**
   * Returns the first error, its exception and the innermost cause as one line. Returns the last
   * line if no line looks like an error.
   */
  static String of(String log) {
    List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
    for (int i = 0; i < lines.size(); i++) {
      if (ERROR.test(lines.get(i))) {
        return describe(lines.get(i), lines.subList(i + 1, lines.size()));
      }
    }
    return lines.isEmpty() ? "its log is empty" : cut(lines.get(lines.size() - 1));
  }

  private static String describe(String error, List<String> rest) {
    StringBuilder text = new StringBuilder(cut(error));
    rest.stream().limit(1).filter(EXCEPTION).forEach(line -> text.append("; ").append(cut(line)));
    rest.stream()
        .takeWhile(line -> line.matches("\\s.*|Caused by: .*") || EXCEPTION.test(line))
        .filter(line -> line.startsWith("Caused by: "))
        .reduce((earlier, later) -> later)
        .ifPresent(line -> text.append("; ").append(cut(line)));
    return text.toString();
  }

  private static String cut(String line) {
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }
}
