// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The time that a run of a schedule is for, as parameters of the workflow. */
public final class NominalTime {
  /** The parameter that gives the time; the others follow from it. */
  public static final String PARAMETER = "scheduled";

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

  private NominalTime() {}

  /** The value of {@link #PARAMETER}, such as {@code 2026-11-26T02:00:00+01:00}. */
  public static String text(Instant time, ZoneId zone) {
    return ISO.format(time.atZone(zone));
  }

  /** The value by UTC. */
  public static String text(Instant time) {
    return text(time, ZoneOffset.UTC);
  }

  /** The names of all parameters. */
  static Set<String> names() {
    return parameters("1970-01-01T00:00:00Z").keySet();
  }

  /**
   * All parameters.
   *
   * @throws IllegalArgumentException with a message for the user if the text is no time
   */
  static Map<String, String> parameters(String text) {
    OffsetDateTime parsed;
    try {
      parsed = OffsetDateTime.parse(text);
    } catch (DateTimeParseException wrong) {
      throw new IllegalArgumentException(
          "must be a time with its difference from UTC, such as 2026-11-26T02:00:00+01:00", wrong);
    }
    LocalDateTime time = parsed.toLocalDateTime();
    Map<String, String> values = new LinkedHashMap<>();
    values.put(PARAMETER, ISO.format(parsed));
    values.put("scheduled.date", part(time, "uuuu-MM-dd"));
    values.put("scheduled.yesterday", part(time.minusDays(1), "uuuu-MM-dd"));
    values.put("scheduled.year", part(time, "uuuu"));
    values.put("scheduled.month", part(time, "MM"));
    values.put("scheduled.day", part(time, "dd"));
    values.put("scheduled.hour", part(time, "HH"));
    values.put("scheduled.minute", part(time, "mm"));
    return values;
  }

  private static String part(LocalDateTime time, String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
  }
}
