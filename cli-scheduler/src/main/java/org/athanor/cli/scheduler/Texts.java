// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.RunState;

/** Runs as text. */
final class Texts {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  private Texts() {}

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
  }

  static String time(Instant time) {
    return TIME.format(time);
  }

  static String word(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** How long the last attempt took, or takes until now; empty if it was not started. */
  static Optional<Duration> duration(JobState job, Instant now) {
    return job.attempt()
        .started()
        .map(start -> Duration.between(start, job.phase().isFinal() ? job.since() : now));
  }

  /** A row for each job. */
  static String jobs(RunState run, Instant now) {
    TextTable table = new TextTable("job", "state", "cluster", "attempt>", "time>", "");
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      table.add(
          spec.name(),
          word(job.phase()),
          job.attempt().cluster(),
          job.attempt().number() == 0 ? "" : Integer.toString(job.attempt().number()),
          duration(job, now).map(Texts::seconds).orElse(""),
          job.message());
    }
    return table.toString();
  }

  /**
   * A run as JSON.
   *
   * @param leftAlone why nobody works on it, if so
   */
  static void json(JsonWriter json, RunState run, Optional<String> leftAlone, Instant now) {
    json.beginObject().name("run").value(run.spec().id());
    json.name("workflow").value(run.spec().workflow());
    json.name("status").value(word(run.status()));
    json.name("submitted").value(run.spec().submitted().toString());
    run.ended().ifPresent(time -> json.name("ended").value(time.toString()));
    leftAlone.ifPresent(why -> json.name("leftAlone").value(why));
    json.name("late").value(run.late()).name("jobs").beginArray();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      json.element().beginObject().name("job").value(spec.name());
      json.name("state").value(word(job.phase())).name("since").value(job.since().toString());
      json.name("attempt").value(job.attempt().number());
      json.name("cluster").value(job.attempt().cluster());
      duration(job, now).ifPresent(it -> json.name("seconds").value(it.toMillis() / 1e3f));
      job.attempt().exitCode().ifPresent(code -> json.name("exitCode").value(code));
      json.name("message").value(job.message()).name("after").beginArray();
      spec.after().forEach(before -> json.element().value(before));
      json.endArray().endObject();
    }
    json.endArray().endObject();
  }
}
