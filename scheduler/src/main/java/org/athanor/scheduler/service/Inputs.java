// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.HashMap;
import java.util.Map;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/** What was measured of the inputs of jobs that are ready, or run. Thread of work only. */
final class Inputs {
  private final Effects effects;
  private final Map<Placement.Key, InputFacts> facts = new HashMap<>();

  Inputs(Effects effects) {
    this.effects = effects;
  }

  /** Whether a job's input was measured; begins to if it was not. */
  boolean isMeasured(String run, JobSpec spec) {
    Placement.Key key = new Placement.Key(run, spec.name());
    InputFacts known = facts.get(key);
    if (known == null) {
      facts.put(key, InputFacts.PENDING);
      effects.measure(spec, measured -> facts.replace(key, measured));
    }
    return known != null && known.isMeasured();
  }

  /** What is known. */
  InputFacts of(Placement.Key key) {
    return facts.getOrDefault(key, InputFacts.NONE);
  }

  /** Size of a job's input as far as it is known, else as it was read last. */
  double size(RunState run, String job) {
    InputFacts known = facts.get(new Placement.Key(run.spec().id(), job));
    return known != null && known.isMeasured() ? known.bytes() : run.job(job).input().bytes();
  }

  /** Whether the inputs of all jobs of a run that may start are measured. */
  boolean areMeasured(RunState run) {
    return run.jobs().entrySet().stream()
        .filter(job -> job.getValue().phase() == Phase.READY)
        .map(job -> facts.get(new Placement.Key(run.spec().id(), job.getKey())))
        .allMatch(known -> known != null && known.isMeasured());
  }

  /** The next question whether it is measured begins to measure. */
  void measureAgain(Placement.Key key) {
    facts.remove(key);
  }

  /** Forgets a run. */
  void forget(String run) {
    facts.keySet().removeIf(key -> key.run().equals(run));
  }
}
