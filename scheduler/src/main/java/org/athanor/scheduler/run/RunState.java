// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state of a run.
 *
 * @param jobs by name, in the order of the specification
 * @param killed whether a user ended the run
 * @param late whether its deadline passed, and that was told
 * @param ended when its last job ended; empty while it runs
 * @param nested of the nested workflows with rules, by name
 */
public record RunState(
    RunSpec spec,
    Map<String, JobState> jobs,
    boolean killed,
    boolean late,
    Optional<Instant> ended,
    Map<String, NestedState> nested) {

  /** Nothing has happened to the nested workflows. */
  public RunState(
      RunSpec spec,
      Map<String, JobState> jobs,
      boolean killed,
      boolean late,
      Optional<Instant> ended) {
    this(spec, jobs, killed, late, ended, beforehand(spec));
  }

  private static Map<String, NestedState> beforehand(RunSpec spec) {
    Map<String, NestedState> none = new LinkedHashMap<>();
    spec.nested().forEach(each -> none.put(each.name(), NestedState.NONE));
    return none;
  }

  /** How a run is, or how it ended. */
  public enum Status {
    /** Some job is not finished. */
    RUNNING,
    /** All jobs succeeded. */
    SUCCEEDED,
    /** Some job failed. */
    FAILED,
    /** A user ended it. */
    KILLED
  }

  /** The status. */
  public Status status() {
    if (ended.isEmpty()) {
      return Status.RUNNING;
    }
    if (jobs.values().stream().allMatch(job -> job.phase() == Phase.SUCCEEDED)) {
      return Status.SUCCEEDED;
    }
    return killed ? Status.KILLED : Status.FAILED;
  }

  /** The state of a job. */
  public JobState job(String name) {
    JobState state = jobs.get(name);
    if (state == null) {
      throw new IllegalArgumentException("run " + spec.id() + ": has no job " + name);
    }
    return state;
  }

  /** When {@link Event.Tick} is due; empty for never. */
  public Optional<Instant> nextTick() {
    if (ended.isPresent()) {
      return Optional.empty();
    }
    Stream<Instant> run = late ? Stream.empty() : spec.deadline().stream();
    Stream<Instant> due = jobs.values().stream().flatMap(job -> job.next().stream());
    Stream<Instant> promises =
        spec.jobs().stream()
            .filter(each -> !job(each.name()).late() && !job(each.name()).phase().isFinal())
            .flatMap(each -> each.deadline(spec.submitted()).stream());
    Stream<Instant> timeouts = spec.nested().stream().flatMap(each -> timeout(each).stream());
    return Stream.of(run, due, promises, timeouts).flatMap(times -> times).min(Instant::compareTo);
  }

  RunState with(String name, JobState state) {
    Map<String, JobState> changed = new LinkedHashMap<>(jobs);
    changed.put(name, state);
    return new RunState(spec, changed, killed, late, ended, nested);
  }

  RunState with(NestedSpec of, NestedState state) {
    Map<String, NestedState> changed = new LinkedHashMap<>(nested);
    changed.put(of.name(), state);
    return new RunState(spec, jobs, killed, late, ended, changed);
  }

  RunState endedAt(Instant now) {
    return new RunState(spec, jobs, killed, late, Optional.of(now), nested);
  }

  RunState asKilled() {
    return new RunState(spec, jobs, true, late, ended, nested);
  }

  RunState asLate() {
    return new RunState(spec, jobs, killed, true, ended, nested);
  }

  /** When an attempt at a nested workflow has taken too long; empty if it cannot any more. */
  Optional<Instant> timeout(NestedSpec of) {
    NestedState state = nested.get(of.name());
    return of.timeout().isPresent() && state.ending().isEmpty() && isUnfinished(of)
        ? state.began().map(began -> began.plus(of.timeout().get()))
        : Optional.empty();
  }

  /** Whether some job of a nested workflow is not finished. */
  boolean isUnfinished(NestedSpec of) {
    return jobs.entrySet().stream()
        .anyMatch(job -> !job.getValue().phase().isFinal() && of.contains(job.getKey()));
  }

  /** Whether a nested workflow may be tried again: it has failed, or may fail yet. */
  boolean mayBeTriedAgain(NestedSpec of) {
    boolean isEnded = // with all of what nests it
        spec.nested().stream()
            .anyMatch(
                outer ->
                    outer.contains(of.name()) && nested.get(outer.name()).ending().isPresent());
    return !killed
        && !isEnded
        && nested.get(of.name()).retries() < of.retries().most()
        && (isUnfinished(of) || hasFailed(of));
  }

  /** Whether some job of a nested workflow failed: not only jobs before it. */
  boolean hasFailed(NestedSpec of) {
    return jobs.entrySet().stream()
        .anyMatch(job -> job.getValue().phase() == Phase.FAILED && of.contains(job.getKey()));
  }
}
