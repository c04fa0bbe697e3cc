// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.HashMap;
import java.util.Map;
import org.athanor.scheduler.run.JobSpec;

/** Sizes of the inputs of jobs that are ready. Thread of work only. */
final class InputSizes {
  private final Effects effects;
  private final Map<Placement.Key, Double> sizes = new HashMap<>(); // -1 while it is measured

  InputSizes(Effects effects) {
    this.effects = effects;
  }

  /** Whether a job's input was measured; begins to if it was not. */
  boolean isMeasured(String run, JobSpec spec) {
    Placement.Key key = new Placement.Key(run, spec.name());
    Double size = sizes.get(key);
    if (size == null) {
      sizes.put(key, -1.0);
      effects.measure(spec, bytes -> sizes.replace(key, bytes));
    }
    return size != null && size >= 0;
  }

  /** The size; -1 while it is measured, 0 for a job that is not ready. */
  double bytes(Placement.Key key) {
    return sizes.getOrDefault(key, 0.0);
  }

  /** The next question whether it is measured begins to measure. */
  void measureAgain(Placement.Key key) {
    sizes.remove(key);
  }

  /** Forgets a run. */
  void forget(String run) {
    sizes.keySet().removeIf(key -> key.run().equals(run));
  }
}
