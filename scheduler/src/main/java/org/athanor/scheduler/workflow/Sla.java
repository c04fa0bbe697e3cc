// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** By when a workflow or a job shall have ended (service-level agreement). */
public sealed interface Sla {

  /** The last moment at which it is still met, for a workflow that starts at the given one. */
  Instant deadline(Instant start);

  /**
   * Met until a time after the start.
   *
   * @param time above zero
   */
  record Within(Duration time) implements Sla {
    @Override
    public Instant deadline(Instant start) {
      return start.plus(time);
    }
  }

  /**
   * Met until the next time that clocks of the zone show the given one. In a night in which clocks
   * skip that time, it is the later one that they show instead.
   */
  record By(LocalTime time, ZoneId zone) implements Sla {
    private static final Pattern FORM = Pattern.compile("(\\d{1,2}):(\\d{2})\\s+(\\S+)");

    @Override
    public Instant deadline(Instant start) {
      ZonedDateTime today = start.atZone(zone).toLocalDate().atTime(time).atZone(zone);
      return today.toInstant().isAfter(start)
          ? today.toInstant()
          : start.atZone(zone).toLocalDate().plusDays(1).atTime(time).atZone(zone).toInstant();
    }

    /**
     * Parses a text such as {@code 18:00 Europe/Madrid}.
     *
     * @throws IllegalArgumentException with a message for the user if it is something else
     */
    static Sla parse(String text) {
      Matcher parts = FORM.matcher(text.strip());
      if (!parts.matches()) {
        throw new IllegalArgumentException("must be a time and a zone such as 18:00 Europe/Madrid");
      }
      int hour = Integer.parseInt(parts.group(1));
      int minute = Integer.parseInt(parts.group(2));
      if (hour > 23 || minute > 59) {
        throw new IllegalArgumentException("must be a time from 00:00 to 23:59, and a zone");
      }
      return new By(LocalTime.of(hour, minute), Zones.parse(parts.group(3)));
    }
  }
}
