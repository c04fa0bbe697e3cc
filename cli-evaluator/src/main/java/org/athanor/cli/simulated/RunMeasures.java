// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.util.HashMap;
import java.util.Map;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.report.statistics.Quantity;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.athanor.simulator.run.Distribution;
import org.athanor.simulator.run.RunSummary;
import org.athanor.simulator.run.TaskKind;

/** The distributions of a run as measures of its trial. */
final class RunMeasures {
  private final Map<String, Reading> measures = new HashMap<>();

  private RunMeasures() {}

  static Map<String, Reading> of(VariantRun run) {
    RunMeasures all = new RunMeasures();
    RunSummary summary = run.summary();
    if (summary.jobs() > 0) {
      all.put(Quantity.JOBS_MEAN, summary.seconds().mean());
      all.put(Quantity.JOBS_MEDIAN, summary.seconds().median());
      all.put(Quantity.JOBS_P95, summary.seconds().p95());
      all.put(Quantity.JOBS_P99, summary.seconds().p99());
    }
    if (summary.waits().count() > 0) {
      all.put(Quantity.WAITS_MEDIAN, summary.waits().median());
      all.put(Quantity.WAITS_P95, summary.waits().p95());
    }
    if (summary.slowdowns().count() > 0) {
      all.put(Quantity.SLOWDOWNS_MEDIAN, summary.slowdowns().median());
      all.put(Quantity.SLOWDOWNS_P95, summary.slowdowns().p95());
    }
    Map<TaskKind, Distribution> tasks = run.result().taskSeconds();
    all.put(tasks.get(TaskKind.MAP), Quantity.MAPS_MEDIAN, Quantity.MAPS_P95);
    all.put(tasks.get(TaskKind.REDUCE), Quantity.REDUCES_MEDIAN, Quantity.REDUCES_P95);
    return all.measures;
  }

  /** Puts the times of a kind of tasks; null if there were none. */
  private void put(Distribution times, Quantity median, Quantity p95) {
    if (times != null) {
      put(median, times.median());
      put(p95, times.p95());
    }
  }

  private void put(Quantity quantity, double value) {
    Unit unit = quantity.symbol().isEmpty() ? Unit.RATIO : Unit.SECONDS;
    measures.put(quantity.id(), Reading.of(value, unit));
  }
}
