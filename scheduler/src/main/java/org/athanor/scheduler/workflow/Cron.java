// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;

/**
 * Times of the wall clock of a zone, by the five fields of cron: minute, hour, day of month, month,
 * day of week. If both days are restricted, either is enough.
 *
 * <p>A time that clocks of the zone skip is the moment at which they skip it, so several of them
 * are one. A time that clocks show twice is the first of the two. So the moments never go back
 * while the wall clock's times go on, and each time of the wall clock is one moment.
 *
 * <p>Immutable; any thread.
 */
public final class Cron {
  private static final CronParser PARSER =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

  private final String text;
  private final ZoneId zone;
  private final ExecutionTime times;

  private Cron(String text, ZoneId zone, ExecutionTime times) {
    this.text = text;
    this.zone = zone;
    this.times = times;
  }

  /**
   * Parses five fields, or a name such as {@code @daily}.
   *
   * @throws IllegalArgumentException with a message for the user if it is something else, or never
   *     comes
   */
  static Cron parse(String text, ZoneId zone) {
    Cron cron;
    try {
      cron = new Cron(text.strip(), zone, ExecutionTime.forCron(PARSER.parse(text.strip())));
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "must be five fields of cron such as 30 2 * * 1-5: " + firstLine(wrong), wrong);
    }
    if (cron.next(Instant.EPOCH).isEmpty()) {
      throw new IllegalArgumentException("never comes; must be times that there are");
    }
    return cron;
  }

  private static String firstLine(Exception error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
  }

  /** The zone whose clocks count. */
  public ZoneId zone() {
    return zone;
  }

  /** The first moment after the given one; empty if there is none. */
  public Optional<Instant> next(Instant after) {
    LocalDateTime local = latestSeen(after);
    while (true) {
      Optional<ZonedDateTime> next = times.nextExecution(local.atZone(ZoneOffset.UTC));
      if (next.isEmpty()) {
        return Optional.empty();
      }
      local = next.get().toLocalDateTime();
      Instant moment = moment(local);
      if (moment.isAfter(after)) {
        return Optional.of(moment);
      }
    }
  }

  /** The latest time of the wall clock whose moment is not after the given one. */
  private LocalDateTime latestSeen(Instant moment) {
    LocalDateTime local = moment.truncatedTo(ChronoUnit.SECONDS).atZone(zone).toLocalDateTime();
    ZoneOffsetTransition transition = zone.getRules().getTransition(local);
    boolean again = transition != null && !moment.isBefore(transition.getInstant());
    return again ? transition.getDateTimeBefore().minusSeconds(1) : local;
  }

  private Instant moment(LocalDateTime local) {
    ZoneOffsetTransition transition = zone.getRules().getTransition(local);
    return transition != null && transition.isGap()
        ? transition.getInstant()
        : local.atZone(zone).toInstant();
  }

  /**
   * The last moment after one and up to another one; empty if there is none. Takes time with the
   * logarithm of the span, not with the number of moments in it.
   */
  public Optional<Instant> last(Instant after, Instant upTo) {
    Duration span = Duration.ofMinutes(1);
    Instant from = upTo;
    Optional<Instant> found = Optional.empty();
    while (found.isEmpty() && from.isAfter(after)) {
      from = upTo.minus(span).isBefore(after) ? after : upTo.minus(span);
      found = next(from).filter(moment -> !moment.isAfter(upTo));
      span = span.multipliedBy(2);
    }
    Optional<Instant> last = found;
    while (found.isPresent()) {
      last = found;
      found = next(found.get()).filter(moment -> !moment.isAfter(upTo));
    }
    return last;
  }

  /** As it was written, with the zone. */
  @Override
  public String toString() {
    return text + " " + zone;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cron cron && text.equals(cron.text) && zone.equals(cron.zone);
  }

  @Override
  public int hashCode() {
    return text.hashCode() * 31 + zone.hashCode();
  }
}
