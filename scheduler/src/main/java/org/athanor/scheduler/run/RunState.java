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
 */
public record RunState(
    RunSpec spec,
    Map<String, JobState> jobs,
    boolean killed,
    boolean late,
    Optional<Instant> ended) {

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
    return Stream.of(run, due, promises).flatMap(times -> times).min(Instant::compareTo);
  }

  RunState with(String name, JobState state) {
    Map<String, JobState> changed = new LinkedHashMap<>(jobs);
    changed.put(name, state);
    return new RunState(spec, changed, killed, late, ended);
  }
}
