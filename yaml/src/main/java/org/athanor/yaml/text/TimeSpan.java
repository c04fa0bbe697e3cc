// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 90s}, {@code 1h30m}, {@code 2d}. */
public final class TimeSpan {
  private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private TimeSpan() {}

  /**
   * Parses a duration. Each part of the text must have a unit; the parts are added up. Returns
   * empty if the text is not a duration.
   */
  public static Optional<Duration> parse(String text) {
    String compact = text.replace(" ", "");
    Matcher matcher = PART.matcher(compact);
    Duration sum = Duration.ZERO;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      Duration unit = UNITS.get(matcher.group(2));
      sum = sum.plus(unit.multipliedBy(Long.parseLong(matcher.group(1))));
      end = matcher.end();
    }
    return end == 0 || end < compact.length() ? Optional.empty() : Optional.of(sum);
  }

  /** Formats a duration exactly to the millisecond; {@link #parse} returns the same duration. */
  public static String format(Duration duration) {
    StringBuilder text = new StringBuilder();
    append(text, duration.toHours(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    append(text, duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }
}
