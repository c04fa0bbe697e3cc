// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.RunOutcome;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.RunSummary;

/**
 * A variant that ran to its end.
 *
 * @param wallSeconds how long its simulation took
 */
record VariantRun(Variant variant, RunResult result, RunSummary summary, double wallSeconds) {

  /** Those of the variants that have a result, in their order. */
  static List<VariantRun> of(List<Variant> variants, List<RunOutcome> outcomes) {
    List<VariantRun> runs = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      Variant variant = variants.get(i);
      RunOutcome outcome = outcomes.get(i);
      outcome
          .result()
          .ifPresent(
              result ->
                  runs.add(
                      new VariantRun(
                          variant, result, RunSummary.of(result), outcome.wallSeconds())));
    }
    return runs;
  }
}
