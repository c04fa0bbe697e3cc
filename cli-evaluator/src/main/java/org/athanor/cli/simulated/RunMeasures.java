// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.athanor.simulator.run.Distribution;
import org.athanor.simulator.run.RunSummary;
import org.athanor.simulator.run.TaskKind;

/** The distributions of a run as measures of its trial. */
final class RunMeasures {
  private static final String JOBS = "of the jobs of a simulated run, from submission to end";
  private static final String WAITS =
      "of the jobs of a simulated run, from submission to the first task";
  private static final String SLOWDOWNS = "of jobs: time / time from the first task to the end";
  private static final String MAPS = "of the maps of a simulated run, from slot to end";
  private static final String REDUCES = "of the reduces of a simulated run, from slot to end";

  private static final MeasureInfo JOBS_MEAN =
      less("jobs_mean", "Jobs, mean time", Unit.SECONDS, JOBS);
  private static final MeasureInfo JOBS_MEDIAN =
      less("jobs_median", "Jobs, median time", Unit.SECONDS, JOBS);
  private static final MeasureInfo JOBS_P95 =
      less("jobs_p95", "Jobs, 95th percentile", Unit.SECONDS, JOBS);
  private static final MeasureInfo JOBS_P99 =
      less("jobs_p99", "Jobs, 99th percentile", Unit.SECONDS, JOBS);
  private static final MeasureInfo WAITS_MEDIAN =
      less("waits_median", "Waits, median", Unit.SECONDS, WAITS);
  private static final MeasureInfo WAITS_P95 =
      less("waits_p95", "Waits, 95th percentile", Unit.SECONDS, WAITS);
  private static final MeasureInfo SLOWDOWNS_MEDIAN =
      less("slowdowns_median", "Slowdown, median", Unit.RATIO, SLOWDOWNS);
  private static final MeasureInfo SLOWDOWNS_P95 =
      less("slowdowns_p95", "Slowdown, 95th percentile", Unit.RATIO, SLOWDOWNS);
  private static final MeasureInfo MAPS_MEDIAN =
      less("maps_median", "Maps, median time", Unit.SECONDS, MAPS);
  private static final MeasureInfo MAPS_P95 =
      less("maps_p95", "Maps, 95th percentile", Unit.SECONDS, MAPS);
  private static final MeasureInfo REDUCES_MEDIAN =
      less("reduces_median", "Reduces, median time", Unit.SECONDS, REDUCES);
  private static final MeasureInfo REDUCES_P95 =
      less("reduces_p95", "Reduces, 95th percentile", Unit.SECONDS, REDUCES);

  /** The declarations of all measures. */
  static final List<MeasureInfo> ALL =
      List.of(
          JOBS_MEAN,
          JOBS_MEDIAN,
          JOBS_P95,
          JOBS_P99,
          WAITS_MEDIAN,
          WAITS_P95,
          SLOWDOWNS_MEDIAN,
          SLOWDOWNS_P95,
          MAPS_MEDIAN,
          MAPS_P95,
          REDUCES_MEDIAN,
          REDUCES_P95);

  private final Map<String, Reading> measures = new HashMap<>();

  private RunMeasures() {}

  static Map<String, Reading> of(VariantRun run) {
    RunMeasures all = new RunMeasures();
    RunSummary summary = run.summary();
    if (summary.jobs() > 0) {
      all.put(JOBS_MEAN, summary.seconds().mean());
      all.put(JOBS_MEDIAN, summary.seconds().median());
      all.put(JOBS_P95, summary.seconds().p95());
      all.put(JOBS_P99, summary.seconds().p99());
    }
    if (summary.waits().count() > 0) {
      all.put(WAITS_MEDIAN, summary.waits().median());
      all.put(WAITS_P95, summary.waits().p95());
    }
    if (summary.slowdowns().count() > 0) {
      all.put(SLOWDOWNS_MEDIAN, summary.slowdowns().median());
      all.put(SLOWDOWNS_P95, summary.slowdowns().p95());
    }
    Map<TaskKind, Distribution> tasks = run.result().taskSeconds();
    all.put(tasks.get(TaskKind.MAP), MAPS_MEDIAN, MAPS_P95);
    all.put(tasks.get(TaskKind.REDUCE), REDUCES_MEDIAN, REDUCES_P95);
    return all.measures;
  }

  /** Puts the times of a kind of tasks; null if there were none. */
  private void put(Distribution times, MeasureInfo median, MeasureInfo p95) {
    if (times != null) {
      put(median, times.median());
      put(p95, times.p95());
    }
  }

  private void put(MeasureInfo measure, double value) {
    measures.put(measure.id(), Reading.of(value, measure.unit()));
  }

  private static MeasureInfo less(String id, String label, Unit unit, String meaning) {
    return MeasureInfo.result(id, label, unit, Better.LESS, meaning);
  }
}
