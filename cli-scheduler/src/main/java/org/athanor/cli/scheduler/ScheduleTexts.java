// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.service.Registrations;
import org.athanor.scheduler.service.StoredRuns;
import org.athanor.scheduler.trigger.Firing;
import org.athanor.scheduler.trigger.Registration;
import org.athanor.scheduler.trigger.TriggerStore;
import org.athanor.scheduler.workflow.NominalTime;
import org.athanor.scheduler.workflow.Schedule;

/** Schedules as text. */
final class ScheduleTexts {
  private static final int NEXT_TIMES = 3;

  private ScheduleTexts() {}

  /** One schedule, a line. */
  static String of(Journal journal, String name, Instant now) throws IOException {
    Optional<Registration> found = journal.schedules().registration(name);
    if (found.isEmpty()) {
      return "schedule " + name + " was removed meanwhile\n";
    }
    Schedule schedule = Registrations.schedule(found.get());
    List<String> times = next(schedule, now);
    return "schedule "
        + name
        + ": "
        + schedule.cron()
        + (found.get().paused() ? ", paused" : "")
        + (times.isEmpty() ? ", no more times" : ", next " + String.join(", ", times))
        + "\n";
  }

  private static List<String> next(Schedule schedule, Instant now) {
    List<String> times = new ArrayList<>();
    Optional<Instant> next = schedule.next(now);
    while (next.isPresent() && times.size() < NEXT_TIMES) {
      times.add(NominalTime.text(next.get(), schedule.cron().zone()));
      next = schedule.next(next.get());
    }
    return times;
  }

  static String table(Journal journal, Instant now) throws IOException {
    List<Registration> all = journal.schedules().registrations();
    if (all.isEmpty()) {
      return "there are no schedules\n";
    }
    TextTable table = new TextTable("workflow", "times", "next", "waiting>", "last", "");
    for (Registration each : all) {
      Schedule schedule = Registrations.schedule(each);
      Optional<TriggerStore.Past> last =
          journal.schedules().past(each.name(), 1).stream().findFirst();
      table.add(
          each.name(),
          schedule.cron().toString(),
          each.paused()
              ? "paused"
              : next(schedule, now).stream().findFirst().orElse("no more times"),
          Integer.toString(journal.schedules().open(each.name()).size()),
          last.isPresent()
              ? NominalTime.text(last.get().firing().nominal(), schedule.cron().zone())
              : "",
          last.isPresent() ? outcome(journal, last.get()) : "");
    }
    return table.toString();
  }

  /** What became of a time. */
  private static String outcome(Journal journal, TriggerStore.Past past) throws IOException {
    return past.outcome() == Firing.Outcome.SUBMITTED
        ? past.firing().run()
            + " "
            + Texts.word(StoredRuns.load(journal, past.firing().run()).status())
        : "no run: " + past.message();
  }

  static String json(Journal journal, Instant now) throws IOException {
    JsonWriter json = new JsonWriter();
    json.beginArray();
    for (Registration each : journal.schedules().registrations()) {
      Schedule schedule = Registrations.schedule(each);
      json.element().beginObject().name("workflow").value(each.name());
      json.name("file").value(each.file().toString());
      json.name("times").value(schedule.cron().toString());
      json.name("paused").value(each.paused()).name("next").beginArray();
      next(schedule, now).forEach(time -> json.element().value(time));
      json.endArray().name("waiting").beginArray();
      for (Firing firing : journal.schedules().open(each.name())) {
        json.element().value(firing.nominal().toString());
      }
      json.endArray();
      for (TriggerStore.Past past : journal.schedules().past(each.name(), 1)) {
        json.name("last").beginObject().name("time").value(past.firing().nominal().toString());
        if (past.outcome() == Firing.Outcome.SUBMITTED) {
          json.name("run").value(past.firing().run());
          json.name("status")
              .value(Texts.word(StoredRuns.load(journal, past.firing().run()).status()));
        } else {
          json.name("reason").value(past.message());
        }
        json.endObject();
      }
      json.endObject();
    }
    return json.endArray() + "\n";
  }
}
