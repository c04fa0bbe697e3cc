// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.Timeline;

/** The trials of a run: one of the whole run, and one of each of its jobs if they are few. */
final class RunTrials {
  private final WorkloadLabels workloads;
  private final SimulatedNodes nodes;

  RunTrials(WorkloadLabels workloads, SimulatedNodes nodes) {
    this.workloads = workloads;
    this.nodes = nodes;
  }

  /**
   * The trials of a run; writes its samples.
   *
   * @param framework label of its variant
   * @param started when it is said to have started: later repetitions are later
   * @param directory of the experiment
   * @param trial directory of the run in that, which exists
   */
  List<TrialResult> of(
      VariantRun run, String framework, Instant started, Path directory, String trial)
      throws IOException {
    List<TrialResult> trials = new ArrayList<>();
    int count = VariantLabels.nodes(run.variant());
    List<JobRecord> jobs = run.result().jobs();
    boolean each = workloads.hasJobs();
    List<Phase> phases =
        jobs.size() == 1 ? phases(jobs.get(0)) : each ? jobPhases(jobs) : List.of();
    trials.add(
        result(
            new TrialKey(framework, workloads.whole(), count, run.repetition()),
            started,
            failure(run.result()),
            run.result().makespan(),
            phases,
            uses(run, directory, trial),
            RunMeasures.of(run),
            trial));
    if (each) {
      for (JobRecord job : jobs) {
        trials.add(
            result(
                new TrialKey(framework, workloads.of(job), count, run.repetition()),
                started,
                failure(job),
                job.seconds(),
                phases(job),
                List.of(),
                Map.of(),
                trial));
      }
    }
    return trials;
  }

  /** The trial of a run that has no result. */
  TrialResult failed(
      String framework, int count, int repetition, Instant started, String reason, String trial) {
    return result(
        new TrialKey(framework, workloads.whole(), count, repetition),
        started,
        Optional.of(reason),
        0,
        List.of(),
        List.of(),
        Map.of(),
        trial);
  }

  private static TrialResult result(
      TrialKey key,
      Instant started,
      Optional<String> failure,
      double seconds,
      List<Phase> phases,
      List<NodeUse> uses,
      Map<String, Reading> measures,
      String trial) {
    return TrialResult.builder(key, trial)
        .started(started)
        .outcome(failure.isPresent() ? Outcome.FAILED : Outcome.VERIFIED)
        .reason(failure)
        .wallSeconds(seconds)
        .phases(phases)
        .nodes(uses)
        .measures(measures)
        .build();
  }

  /** The first job that failed, or else the first access. */
  private static Optional<String> failure(RunResult result) {
    Optional<String> job =
        result.jobs().stream().flatMap(each -> failure(each).stream()).findFirst();
    List<AccessRecord> failed = result.accesses().stream().filter(AccessRecord::failed).toList();
    return job.or(
        () ->
            failed.stream()
                .findFirst()
                .map(
                    first ->
                        failed.size()
                            + " of "
                            + result.accesses().size()
                            + " accesses failed; the first: "
                            + first.path()
                            + ": "
                            + first.failure()));
  }

  private static Optional<String> failure(JobRecord job) {
    return job.failure().map(reason -> "job " + job.spec().name() + ": " + reason);
  }

  /** Maps and the rest of a job, from its submission. */
  private static List<Phase> phases(JobRecord job) {
    if (Double.isNaN(job.firstTask()) || Double.isNaN(job.mapsEnd())) {
      return List.of();
    }
    double submitted = job.spec().submitSeconds();
    List<Phase> phases = new ArrayList<>();
    phases.add(new Phase("maps", job.firstTask() - submitted, job.mapsEnd() - submitted));
    if (job.spec().reduces() > 0) {
      phases.add(new Phase("reduces alone", job.mapsEnd() - submitted, job.seconds()));
    }
    return phases;
  }

  /** The jobs of a run, in the order of their submission. */
  private static List<Phase> jobPhases(List<JobRecord> jobs) {
    return jobs.stream()
        .map(job -> new Phase(job.spec().name(), job.spec().submitSeconds(), job.end()))
        .sorted(Comparator.comparingDouble(Phase::startSeconds))
        .toList();
  }

  private List<NodeUse> uses(VariantRun run, Path directory, String trial) throws IOException {
    Timeline timeline = run.result().timeline().orElseThrow();
    boolean countsSent = run.variant().scenario().mapReduce().shuffle().exact();
    List<String> names = nodes.names(run.variant().scenario(), timeline);
    List<NodeUse> uses = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      NodeSamples samples = new NodeSamples(timeline, timeline.nodes().get(i), countsSent);
      String file = trial + "/samples-" + FileNames.of(names.get(i)) + ".csv";
      samples.table().write(directory.resolve(file));
      uses.add(new NodeUse(names.get(i), samples.totals(), file));
    }
    return uses;
  }
}
