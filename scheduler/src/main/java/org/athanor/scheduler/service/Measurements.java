// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.Tag;

/** Measures attempts that succeed, and predicts from what was measured. Thread of work only. */
final class Measurements {
  private static final Duration HALF_LIFE = Duration.ofDays(30);
  private static final double LEVEL = 0.9;

  private final Journal journal;
  private final Set<String> resumed = new HashSet<>();
  private Optional<Predictor> predictor = Optional.empty();

  Measurements(Journal journal) {
    this.journal = journal;
  }

  static Predictor predictorOf(Collection<MeasuredRun> measured) {
    return new Predictor(measured, HALF_LIFE, LEVEL);
  }

  Predictor predictor() throws IOException {
    if (predictor.isEmpty()) {
      predictor = Optional.of(predictorOf(journal.measured(Scheduler.MOST_MEASURED)));
    }
    return predictor.get();
  }

  /** The attempts of a run that goes on are not measured: nobody may have seen when they ended. */
  void resumed(RunState run) {
    run.jobs().forEach((name, job) -> resumed.add(tag(run, name, job)));
  }

  /** Measures the attempts that have succeeded between two states of a run. */
  void stepped(RunState before, RunState after, Instant now) throws IOException {
    for (JobSpec spec : after.spec().jobs()) {
      JobState job = after.job(spec.name());
      JobState was = before.jobs().get(spec.name());
      boolean done =
          job.phase() == Phase.SUCCEEDED && was != null && was.phase() != Phase.SUCCEEDED;
      if (done
          && job.attempt().started().isPresent()
          && job.attempt().access()
              != Access.REMOTE_READ // says nothing about jobs near their input
          && !resumed.contains(tag(after, spec.name(), job))) {
        journal.measured(
            after.spec().id(),
            spec.name(),
            job.attempt().number(),
            measured(spec, job, job.attempt().started().get(), now));
        predictor = Optional.empty();
      }
    }
  }

  private MeasuredRun measured(JobSpec spec, JobState job, Instant started, Instant now)
      throws IOException {
    double seconds = Duration.between(started, now).toMillis() / 1e3;
    String cluster = job.attempt().cluster();
    return new MeasuredRun(
        spec.job().application(),
        cluster,
        Integer.toHexString(new TreeMap<>(spec.job().settings()).hashCode()),
        now,
        job.input().bytes(),
        Math.max(seconds, 1e-3),
        OptionalDouble.empty(),
        Placement.needs(spec, cluster, predictor()));
  }

  private static String tag(RunState run, String name, JobState job) {
    return Tag.of(run.spec().id(), name, job.attempt().number());
  }
}
