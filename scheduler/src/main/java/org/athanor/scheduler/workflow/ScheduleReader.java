// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.athanor.yaml.Key;
import org.athanor.yaml.Section;

/** Reads the schedule of a workflow. */
final class ScheduleReader {
  private static final Duration DATA_LIMIT = Duration.ofDays(1);

  private ScheduleReader() {}

  /** The schedule. Returns empty if there is none, or if it has problems, which are reported. */
  static Optional<Schedule> read(Section owner) {
    if (owner.place(Keys.SCHEDULE).isEmpty()) {
      return Optional.empty();
    }
    Section section = owner.below(Keys.SCHEDULE, Keys.SCHEDULES);
    Optional<ZoneId> zone = section.get(Keys.ZONE);
    ZoneId used = zone.orElse(ZoneOffset.UTC);
    Optional<Cron> cron = section.get(Keys.CRON).flatMap(text -> cron(section, text, used));
    Optional<Instant> from = time(section, Keys.FROM, used);
    Optional<Instant> until = time(section, Keys.UNTIL, used);
    if (from.isPresent() && until.isPresent() && !from.get().isBefore(until.get())) {
      section.place(Keys.UNTIL).ifPresent(place -> place.report("must be after from"));
    }
    List<String> data = section.get(Keys.DATA).orElse(List.of());
    if (data.stream().anyMatch(DataPath::isPattern)) {
      section
          .place(Keys.DATA)
          .ifPresent(
              place ->
                  place.report(
                      "must not be a pattern; name the file that says that the data are whole"));
    }
    Optional<Duration> limit = section.get(Keys.DATA_LIMIT);
    if (data.isEmpty() && limit.isPresent()) {
      section.place(Keys.DATA_LIMIT).ifPresent(place -> place.report("needs data"));
    }
    return cron.map(
        times ->
            new Schedule(
                times,
                section.get(Keys.CATCH_UP).orElse(Schedule.CatchUp.LATEST),
                section.get(Keys.OVERLAP).orElse(Schedule.Overlap.WAIT),
                from,
                until,
                data,
                limit.orElse(DATA_LIMIT)));
  }

  private static Optional<Cron> cron(Section section, String text, ZoneId zone) {
    try {
      return Optional.of(Cron.parse(text, zone));
    } catch (IllegalArgumentException wrong) {
      section.place(Keys.CRON).ifPresent(place -> place.report(wrong.getMessage()));
      return Optional.empty();
    }
  }

  private static Optional<Instant> time(Section section, Key<LocalDateTime> key, ZoneId zone) {
    return section.get(key).map(local -> local.atZone(zone).toInstant());
  }
}
