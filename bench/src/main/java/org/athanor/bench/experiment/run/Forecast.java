// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.results.Results;

/**
 * What a run of an experiment would do.
 *
 * @param plan all of its trials; if the repetitions are not fixed, as many as there can be
 * @param results what its results would have besides trials; the monitors of its nodes are not
 *     known
 * @param diskBytes directory → upper bound of the bytes that inputs, outputs and intermediate data
 *     need on each node, without users' own inputs and commands
 * @param directory of the results
 * @param named whether the user has chosen that; if not, its name has the time of the run's start
 */
public record Forecast(
    Plan plan,
    Repetitions repetitions,
    Results results,
    Map<Path, Long> diskBytes,
    Path directory,
    boolean named) {

  public Forecast {
    diskBytes = Collections.unmodifiableMap(new LinkedHashMap<>(diskBytes));
  }
}
