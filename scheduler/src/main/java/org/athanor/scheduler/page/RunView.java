// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.CandidateLine;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.Attempt;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.AttemptTimes;
import org.athanor.scheduler.service.JobPredictor;
import org.athanor.scheduler.service.Outlook;

/**
 * A run as its page shows it.
 *
 * @param jobs in the order of the run
 * @param promise the run's own, if it is not on track
 * @param now when the snapshot was made
 */
record RunView(
    RunState run, List<JobView> jobs, Optional<AlertTables.Promise> promise, Instant now) {

  /**
   * Puts together what is known of a run.
   *
   * @param choices decisions by job, the first attempt first
   * @param times attempts by job
   * @param energy of attempts that have ended, by job
   * @param promises of the run and its jobs that are not on track
   * @param clusters that may run jobs
   */
  static RunView of(
      RunState run,
      Map<String, List<Journal.Choice>> choices,
      Map<String, List<AttemptTimes.Times>> times,
      Map<String, List<EnergyTable.Known>> energy,
      List<AlertTables.Promise> promises,
      JobPredictor predictor,
      Collection<String> clusters,
      Instant now) {
    Map<String, List<AttemptView>> attempts = new HashMap<>();
    Map<String, CandidateLine.Seconds> predicted = new HashMap<>();
    for (JobSpec spec : run.spec().jobs()) {
      String name = spec.name();
      List<AttemptView> started =
          attempts(
              run.job(name),
              choices.getOrDefault(name, List.of()),
              times.getOrDefault(name, List.of()));
      attempts.put(name, started);
      if (!started.isEmpty()) {
        started.get(started.size() - 1).predicted().ifPresent(it -> predicted.put(name, it));
      }
    }
    Map<String, Outlook.Expected> future =
        run.ended().isPresent() ? Map.of() : Outlook.of(run, predictor, clusters, predicted, now);
    List<JobView> jobs = new ArrayList<>();
    for (JobSpec spec : run.spec().jobs()) {
      List<Journal.Choice> decisions = choices.getOrDefault(spec.name(), List.of());
      jobs.add(
          new JobView(
              spec.name(),
              spec.after(),
              run.job(spec.name()),
              attempts.get(spec.name()),
              decisions.isEmpty()
                  ? Optional.empty()
                  : Optional.of(decisions.get(decisions.size() - 1)),
              Optional.ofNullable(future.get(spec.name())),
              energy.getOrDefault(spec.name(), List.of()),
              promise(promises, spec.name())));
    }
    return new RunView(run, List.copyOf(jobs), promise(promises, ""), now);
  }

  private static Optional<AlertTables.Promise> promise(
      List<AlertTables.Promise> promises, String job) {
    return promises.stream().filter(each -> each.job().equals(job)).findFirst();
  }

  private static List<AttemptView> attempts(
      JobState job, List<Journal.Choice> choices, List<AttemptTimes.Times> times) {
    List<AttemptView> views = new ArrayList<>();
    Attempt last = job.attempt();
    for (AttemptTimes.Times each : times) {
      if (each.number() != last.number()) {
        Optional<Decided> decided = decided(each.number(), choices);
        views.add(
            new AttemptView(
                each.number(),
                decided.map(Decided::cluster).orElse(""),
                each.began(),
                each.ended().or(() -> Optional.of(each.began())),
                each.failed() || each.ended().isEmpty()
                    ? AttemptView.Outcome.FAILED
                    : AttemptView.Outcome.SUCCEEDED,
                each.exitCode(),
                each.applications(),
                decided.flatMap(Decided::seconds)));
      }
    }
    if (last.started().isPresent()) {
      views.add(last(job, choices, times));
    }
    return List.copyOf(views);
  }

  /** The attempt that the job's state tells of. */
  private static AttemptView last(
      JobState job, List<Journal.Choice> choices, List<AttemptTimes.Times> times) {
    Attempt attempt = job.attempt();
    Optional<AttemptTimes.Times> told =
        times.stream().filter(each -> each.number() == attempt.number()).findFirst();
    AttemptView.Outcome outcome =
        job.phase().isActive()
            ? AttemptView.Outcome.RUNNING
            : job.phase() == Phase.SUCCEEDED
                ? AttemptView.Outcome.SUCCEEDED
                : job.phase() == Phase.KILLED
                    ? AttemptView.Outcome.KILLED
                    : AttemptView.Outcome.FAILED;
    Optional<Instant> ended =
        outcome == AttemptView.Outcome.RUNNING
            ? Optional.empty()
            : told.flatMap(AttemptTimes.Times::ended).or(() -> Optional.of(job.since()));
    OptionalInt exitCode =
        attempt.exitCode().isPresent()
            ? OptionalInt.of(attempt.exitCode().get())
            : OptionalInt.empty();
    return new AttemptView(
        attempt.number(),
        attempt.cluster(),
        attempt.started().orElseThrow(),
        ended,
        outcome,
        exitCode,
        told.map(AttemptTimes.Times::applications).orElse(List.of()),
        decided(attempt.number(), choices)
            .filter(it -> it.cluster().equals(attempt.cluster()))
            .flatMap(Decided::seconds));
  }

  /** Where an attempt was started, and what was predicted for it there. */
  private record Decided(String cluster, Optional<CandidateLine.Seconds> seconds) {}

  /** An attempt without a decision of its own took the place of the one before it. */
  private static Optional<Decided> decided(int attempt, List<Journal.Choice> choices) {
    Optional<Decided> found = Optional.empty();
    for (Journal.Choice choice : choices) {
      if (choice.attempt() <= attempt && choice.startedOn().isPresent()) {
        String cluster = choice.startedOn().get();
        found =
            Optional.of(
                new Decided(
                    cluster,
                    choice.candidates().stream()
                        .flatMap(line -> CandidateLine.parse(line).stream())
                        .filter(line -> line.cluster().equals(cluster))
                        .findFirst()
                        .flatMap(CandidateLine::seconds)));
      }
    }
    return found;
  }
}
