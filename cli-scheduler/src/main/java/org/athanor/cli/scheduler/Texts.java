// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.EnergyJson;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.LeftAloneTables;
import org.athanor.scheduler.launch.AttemptOutput;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.SlowEnds;

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

  /** A line about what happened in a run. */
  static String event(Journal.Entry entry) {
    return time(entry.at()) + "  " + entry.text();
  }

  /** Why something cannot be read. */
  static String why(Exception failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  /**
   * A job as the journal has it, also of a run whose files cannot be read.
   *
   * @throws IOException with a message for the user if the run has no such job
   */
  static LeftAloneTables.StoredJob job(Journal journal, String run, String job) throws IOException {
    List<LeftAloneTables.StoredJob> jobs = journal.leftAlone().jobs(run);
    return jobs.stream()
        .filter(each -> each.name().equals(job))
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "run "
                        + run
                        + ": has no job "
                        + job
                        + "; it has "
                        + jobs.stream()
                            .map(LeftAloneTables.StoredJob::name)
                            .collect(Collectors.joining(", "))));
  }

  /** How long the last attempt took, or takes until now; empty if it was not started. */
  static Optional<Duration> duration(JobState job, Instant now) {
    return job.attempt()
        .started()
        .map(start -> Duration.between(start, job.phase().isFinal() ? job.since() : now));
  }

  /**
   * What the journal knows of a run besides its state.
   *
   * @param energy of attempts that have ended, by job
   * @param promises that are not on track, by job; the run's own by the empty text
   */
  record Known(
      Map<String, List<EnergyTable.Known>> energy, Map<String, AlertTables.Promise> promises) {

    static Known of(Journal journal, String run) throws IOException {
      Map<String, AlertTables.Promise> promises = new HashMap<>();
      journal.alerts().of(run).forEach(promise -> promises.put(promise.job(), promise));
      return new Known(journal.energy().of(run), promises);
    }

    List<EnergyTable.Known> energy(String job) {
      return energy.getOrDefault(job, List.of());
    }

    /** Such as {@code at risk}; the empty text if it is on track, or if there is none. */
    String promise(String job) {
      return promises.containsKey(job) ? word(promises.get(job).state()) : "";
    }
  }

  /** How a run is, and whether its promise is at risk or missed. */
  static String state(RunState run, Known known) {
    String promise = known.promise("");
    return word(run.status()) + (promise.isEmpty() ? "" : ", promise " + promise);
  }

  /** A row for each job, and why energies are not known. */
  static String jobs(RunState run, Instant now, Known known) {
    TextTable table =
        new TextTable("job", "state", "cluster", "attempt>", "time>", "energy>", "promise", "");
    Map<String, Set<String>> unavailable = new LinkedHashMap<>();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      table.add(
          spec.name(),
          word(job.phase()),
          job.attempt().cluster(),
          job.attempt().number() == 0 ? "" : Integer.toString(job.attempt().number()),
          duration(job, now).map(Texts::seconds).orElse(""),
          EnergyTable.sum(known.energy(spec.name())).text(),
          known.promise(spec.name()),
          job.message());
      for (EnergyTable.Known each : known.energy(spec.name())) {
        if (each.energy() instanceof Energy.Unavailable it) {
          unavailable.computeIfAbsent(it.reason(), why -> new TreeSet<>()).add(spec.name());
        }
      }
    }
    StringBuilder text = new StringBuilder(table.toString());
    unavailable.forEach(
        (why, jobs) ->
            text.append("energy of ")
                .append(String.join(", ", jobs))
                .append(" is unavailable: ")
                .append(why)
                .append('\n'));
    SlowEnds.of(run, now).forEach(slow -> text.append(slow.line()).append('\n'));
    return text.toString();
  }

  private static void json(JsonWriter json, List<EnergyTable.Known> attempts) {
    json.name("energy").beginArray();
    for (Map<String, Object> attempt : EnergyJson.of(attempts)) {
      json.element().beginObject();
      attempt.forEach((name, value) -> value(json.name(name), value));
      json.endObject();
    }
    json.endArray();
  }

  private static void value(JsonWriter json, Object value) {
    if (value instanceof Integer it) {
      json.value(it);
    } else if (value instanceof Double it) {
      json.value(it.floatValue());
    } else {
      json.value((String) value);
    }
  }

  private static void json(JsonWriter json, Optional<AlertTables.Promise> promise) {
    json.name("promise").value(promise.map(it -> word(it.state())).orElse(""));
    promise.ifPresent(it -> json.name("deadline").value(it.deadline().toString()));
    promise
        .flatMap(AlertTables.Promise::expected)
        .ifPresent(end -> json.name("expectedEnd").value(end.toString()));
  }

  private static void json(JsonWriter json, JobState job, AttemptOutput output) {
    json.name("stdout").value(output.standardOutput().toString());
    json.name("stderr").value(output.errors().toString());
    if (FailedAttempts.hasFailed(job)) {
      output.lastError().ifPresent(line -> json.name("lastError").value(line));
    }
  }

  /**
   * A run as JSON.
   *
   * @param failed where what its attempts wrote is
   * @param leftAlone why nobody works on it, if so
   */
  static void json(
      JsonWriter json,
      RunState run,
      Known known,
      FailedAttempts failed,
      Optional<String> leftAlone,
      Instant now) {
    json.beginObject().name("run").value(run.spec().id());
    json.name("workflow").value(run.spec().workflow());
    json.name("status").value(word(run.status()));
    json.name("submitted").value(run.spec().submitted().toString());
    run.ended().ifPresent(time -> json.name("ended").value(time.toString()));
    leftAlone.ifPresent(why -> json.name("leftAlone").value(why));
    json.name("late").value(run.late());
    json(json, Optional.ofNullable(known.promises().get("")));
    Map<String, Instant> ending =
        SlowEnds.of(run, now).stream()
            .collect(Collectors.toMap(SlowEnds.SlowEnd::job, SlowEnds.SlowEnd::since));
    json.name("jobs").beginArray();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      json.element().beginObject().name("job").value(spec.name());
      json.name("state").value(word(job.phase())).name("since").value(job.since().toString());
      json.name("attempt").value(job.attempt().number());
      json.name("cluster").value(job.attempt().cluster());
      Optional.ofNullable(ending.get(spec.name()))
          .ifPresent(since -> json.name("endingSince").value(since.toString()));
      duration(job, now).ifPresent(it -> json.name("seconds").value(it.toMillis() / 1e3f));
      job.attempt().exitCode().ifPresent(code -> json.name("exitCode").value(code));
      failed
          .output(run.spec().id(), spec.name(), job.attempt().number())
          .ifPresent(output -> json(json, job, output));
      json(json, Optional.ofNullable(known.promises().get(spec.name())));
      json(json, known.energy(spec.name()));
      json.name("message").value(job.message()).name("after").beginArray();
      spec.after().forEach(before -> json.element().value(before));
      json.endArray().endObject();
    }
    json.endArray().endObject();
  }
}
