// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;

/** Every key that a workflow file may have. {@code docs/scheduling.md} lists these. */
final class Keys {
  private static final ValueType<Place> MAPPING = Types.place("keys and values");
  private static final ValueType<String> PATH = Types.text("a path");
  private static final ValueType<List<String>> WORDS =
      Types.listOf(Types.text("a text"), "a list of texts");

  static final Key<String> NAME =
      new Key<>("name", Types.name(), "the file's name", "Names the workflow.");
  static final Key<Map<String, String>> PARAMETERS =
      new Key<>(
          "parameters",
          Types.settings(),
          "none",
          "Names and values. `${name}` in any other value of the file becomes the parameter's value,"
              + " and in later parameters too; `$${` stands for `${`.");
  static final Key<Integer> PRIORITY =
      new Key<>(
          "priority",
          Types.integer(0, 100),
          "`50`, for a job that of the workflow",
          "Jobs with greater numbers are considered first.");
  static final Key<String> POOL =
      new Key<>(
          "pool",
          Types.name(),
          "`default`, for a job that of the workflow",
          "The share of the clusters that it runs in.");
  static final Key<Place> SLA =
      new Key<>(
          "sla",
          MAPPING,
          "none",
          "By when it shall have ended, see below. Of a workflow, or a job.");
  static final Key<Place> JOBS =
      new Key<>(
          "jobs", Types.place("names of jobs, each with keys"), "", "The jobs: names, and keys.");
  static final Key<Place> SCHEDULE =
      new Key<>(
          "schedule",
          MAPPING,
          "none",
          "When it is run by itself, see below; `athanor schedule add` puts that into force.");
  static final List<Key<?>> TOP = List.of(NAME, PARAMETERS, PRIORITY, POOL, SLA, SCHEDULE, JOBS);

  static final Key<String> CRON =
      new Key<>(
          "cron",
          Types.text("five fields of cron such as 30 2 * * 1-5"),
          "",
          "The times: minute, hour, day of month, month, day of week.");
  static final Key<ZoneId> ZONE =
      new Key<>(
          "zone",
          ValueType.ofParser("a zone such as UTC or Europe/Madrid", Zones::parse),
          "`UTC`",
          "The zone whose clocks count.");
  static final Key<Schedule.CatchUp> CATCH_UP =
      new Key<>(
          "catch up",
          Types.oneOf(Schedule.CatchUp.class),
          "`latest`",
          "Which of the times have a run that passed while no scheduler served, or while the"
              + " schedule was paused. With `all` and `from`, also those since then.");
  static final Key<Schedule.Overlap> OVERLAP =
      new Key<>(
          "overlap",
          Types.oneOf(Schedule.Overlap.class),
          "`wait`",
          "What a run does while another one of the workflow has not ended: it starts all the same,"
              + " waits for its end, or is left out.");
  static final Key<LocalDateTime> FROM =
      new Key<>("from", localTime(), "when it is added", "The first possible time.");
  static final Key<LocalDateTime> UNTIL =
      new Key<>("until", localTime(), "none", "All times are before it.");
  static final Key<List<String>> DATA =
      new Key<>(
          "data",
          Types.listOf(PATH, "a list of paths"),
          "none",
          "Files that must exist before the run of a time starts, such as"
              + " `/in/${scheduled.date}/_SUCCESS`.");
  static final Key<Duration> DATA_LIMIT =
      new Key<>(
          "data limit",
          Types.duration("1m", "365d"),
          "`1d`",
          "They are waited for so long at most; then the time has no run.");
  static final List<Key<?>> SCHEDULES =
      List.of(CRON, ZONE, CATCH_UP, OVERLAP, FROM, UNTIL, DATA, DATA_LIMIT);

  static final Key<Duration> WITHIN =
      new Key<>(
          "within",
          Types.duration("1s", "365d"),
          "`by`",
          "The time from the workflow's start to its end, or to the job's.");
  static final Key<Sla> BY =
      new Key<>(
          "by",
          ValueType.ofParser("a time and a zone such as 18:00 Europe/Madrid", Sla.By::parse),
          "`within`",
          "The time of day, with its zone, after the workflow's start. Instead of `within`.");
  static final List<Key<?>> SLAS = List.of(WITHIN, BY);

  static final Key<JobType> TYPE =
      new Key<>("type", Types.oneOf(JobType.class), "", "What it is; its other keys depend on it.");
  static final Key<List<String>> INPUTS =
      new Key<>(
          "inputs",
          Types.listOf(PATH, "a list of paths"),
          "none",
          "What it reads: files, directories, patterns. It runs after jobs that write any of that.");
  static final Key<List<String>> OUTPUTS =
      new Key<>(
          "outputs",
          Types.listOf(PATH, "a list of paths"),
          "none",
          "What it writes; no other job may write there.");
  static final Key<List<String>> AFTER =
      new Key<>(
          "after",
          Types.listOf(Types.name(), "a list of jobs"),
          "none",
          "Jobs that must have succeeded before, besides those whose outputs it reads.");
  static final Key<Map<String, String>> SETTINGS =
      new Key<>(
          "settings",
          Types.settings(),
          "none",
          "Keys and values of the framework's configuration.");
  static final Key<String> APPLICATION =
      new Key<>(
          "application",
          Types.text("a name"),
          "the workflow's and the job's names, `nightly/clean`",
          "Predictions are made from earlier runs with the same name.");
  static final Key<Duration> ESTIMATE =
      new Key<>(
          "estimate",
          Types.duration("1s", "365d"),
          "none",
          "How long it takes, for predictions without earlier runs.");
  static final Key<Integer> RETRIES =
      new Key<>("retries", Types.integer(0, 100), "`0`", "Attempts after the first one.");
  static final Key<Duration> RETRY_WAIT =
      new Key<>(
          "retry wait", Types.duration("0s", "7d"), "`30s`", "Time before the first of them.");
  static final Key<Double> RETRY_FACTOR =
      new Key<>(
          "retry factor",
          Types.decimal(1, 100),
          "`2`",
          "Each further wait is so many times longer, but never longer than a day.");
  static final Key<Duration> TIMEOUT =
      new Key<>(
          "timeout", Types.duration("1s", "365d"), "none", "An attempt that takes longer failed.");
  static final Key<Boolean> PREPARE =
      new Key<>(
          "prepare",
          ValueType.ofText(
              "delete", text -> text.equals("delete") ? Optional.of(true) : Optional.empty()),
          "none",
          "With `delete`, its outputs are removed before the first attempt if they exist; without,"
              + " the job then fails. Before later attempts they are always removed.");
  static final List<Key<?>> JOB =
      List.of(
          TYPE,
          INPUTS,
          OUTPUTS,
          AFTER,
          SETTINGS,
          APPLICATION,
          ESTIMATE,
          PRIORITY,
          POOL,
          SLA,
          RETRIES,
          RETRY_WAIT,
          RETRY_FACTOR,
          TIMEOUT,
          PREPARE);

  static final Key<List<String>> ARGUMENTS =
      new Key<>("arguments", WORDS, "none", "Arguments of the program.");
  static final Key<String> MAIN =
      new Key<>(
          "main", Types.text("the name of a class"), "that of the jar's manifest", "Main class.");

  static final Key<String> JAR = new Key<>("jar", PATH, "", "The jar of a MapReduce program.");
  static final List<Key<?>> JAR_JOB = List.of(JAR, MAIN, ARGUMENTS);

  static final Key<String> MAPPER =
      new Key<>("mapper", Types.text("a command"), "", "The mapper's command.");
  static final Key<String> COMBINER =
      new Key<>("combiner", Types.text("a command"), "none", "The combiner's command.");
  static final Key<String> REDUCER =
      new Key<>("reducer", Types.text("a command"), "none", "The reducer's command.");
  static final Key<List<String>> FILES =
      new Key<>(
          "files", Types.listOf(PATH, "a list of paths"), "none", "Files that the commands need.");
  static final List<Key<?>> STREAMING_JOB = List.of(MAPPER, COMBINER, REDUCER, FILES);

  static final Key<String> PROGRAM =
      new Key<>("program", PATH, "", "A jar or a Python file for `spark-submit`.");
  static final List<Key<?>> SPARK_JOB = List.of(PROGRAM, MAIN, ARGUMENTS);

  static final Key<List<String>> COMMAND =
      new Key<>(
          "command", WORDS, "", "A program and its arguments. No shell reads them but one named.");
  static final List<Key<?>> SHELL_JOB = List.of(COMMAND);

  static final Key<String> FILE = new Key<>("file", PATH, "", "The file of another workflow.");
  static final Key<Map<String, String>> GIVEN =
      new Key<>("parameters", Types.settings(), "none", "Values for its parameters.");
  static final List<Key<?>> WORKFLOW_JOB = List.of(FILE, GIVEN);

  private Keys() {}

  private static ValueType<LocalDateTime> localTime() {
    String allowed = "a date such as 2026-12-01, or with a time 2026-12-01T06:00";
    return ValueType.ofText(
        allowed,
        text -> {
          try {
            return Optional.of(
                text.contains("T")
                    ? LocalDateTime.parse(text)
                    : LocalDate.parse(text).atStartOfDay());
          } catch (DateTimeParseException wrong) {
            return Optional.empty();
          }
        });
  }

  /** The keys that a job of a type may have. */
  static List<Key<?>> of(JobType type) {
    List<Key<?>> own =
        switch (type) {
          case JAR -> JAR_JOB;
          case STREAMING -> STREAMING_JOB;
          case SPARK -> SPARK_JOB;
          case SHELL -> SHELL_JOB;
          case WORKFLOW -> WORKFLOW_JOB;
        };
    return Stream.concat(JOB.stream(), own.stream()).toList();
  }
}
