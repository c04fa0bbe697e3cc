// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Command;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Unit;

/**
 * Several small jobs of one driver, one after the other. A framework that keeps something between
 * them, such as a session, has an advantage in all but the first.
 */
final class SeriesWorkload extends StandardWorkload {
  private static final String FILES = "files";
  private static final String JOBS = "jobs";

  SeriesWorkload() {
    super(
        "series",
        "JobSeries",
        "counts the words of small files in several jobs of one driver",
        List.of(
            StandardWorkload.size("200k"),
            StandardWorkload.input("text, one record per line"),
            new Parameter(FILES, Parameter.Type.COUNT, "10", "files to generate, from 1 to 10000"),
            new Parameter(JOBS, Parameter.Type.COUNT, "6", "number of jobs, from 1 to 1000")));
  }

  @Override
  public Set<Api> apis() {
    return Set.of(Api.MAPREDUCE);
  }

  @Override
  void check(Settings settings, List<String> problems) {
    settings.checkCount(FILES, 1, 10_000, problems);
    settings.checkCount(JOBS, 1, 1000, problems);
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    return TextWorkloads.text(settings.bytes("size"), settings.get(FILES), List.of(), seed);
  }

  @Override
  Map<String, String> options(WorkloadRun run, Settings settings) {
    return Map.of(JOBS, settings.text(JOBS));
  }

  @Override
  public List<MeasureInfo> measures() {
    return List.of(
        MeasureInfo.result(
            "first_job_time",
            "First job, time",
            Unit.SECONDS,
            Better.LESS,
            "of a series, as its client sees it"),
        MeasureInfo.result(
            "later_job_time",
            "Later jobs, time",
            Unit.SECONDS,
            Better.LESS,
            "median of a series without its first job"));
  }

  @Override
  public Optional<Command> measurement(WorkloadRun run) {
    return Optional.of(run.tools().command(WorkloadTools.JOB_TIMES, List.of(run.output())));
  }
}
