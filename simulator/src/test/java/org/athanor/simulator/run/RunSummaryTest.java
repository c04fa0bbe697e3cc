// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.kernel.Fillings;
import org.athanor.simulator.mapreduce.JobRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class RunSummaryTest {
  private static RunResult result(int... seconds) {
    List<JobRecord> jobs =
        IntStream.of(seconds)
            .mapToObj(
                each -> {
                  JobSpec spec = new JobSpec("j", "q", 100, "", 1, 0, 0, 0, 0, 0);
                  return new JobRecord(
                      spec, 10, 100 + each / 2.0, 100, 100 + each, 7, 2, 1, Optional.empty());
                })
            .toList();
    return new RunResult(
        jobs,
        List.of(),
        Map.of(),
        new ClusterUse(1, 0, 0, 1, Map.of(), Map.of(), 0, List.of()),
        Map.of(),
        Optional.empty(),
        Losses.NONE,
        Optional.empty(),
        0,
        new Fillings(0, 0));
  }

  /** Jobs are submitted at 100 s. Each gets a slot after half of its time. */
  @Test
  void summarisesTheTimesOfJobs() {
    RunSummary summary = RunSummary.of(result(4, 2, 1, 3, 5));
    assertThat(summary.jobs()).isEqualTo(5);
    assertThat(summary.seconds()).isEqualTo(new Distribution(5, 3, 1, 2, 3, 4, 4.6, 4.8, 4.96, 5));
    assertThat(summary.waits().median()).isEqualTo(1.5);
    assertThat(summary.slowdowns()).isEqualTo(new Distribution(5, 2, 2, 2, 2, 2, 2, 2, 2, 2));
    assertThat(List.of(summary.nodeLocal(), summary.rackLocal(), summary.otherRack()))
        .containsExactly(0.7, 0.2, 0.1);
  }

  @Test
  void hasTheSameTimesForASingleJob() {
    assertThat(RunSummary.of(result(8)).seconds())
        .isEqualTo(new Distribution(1, 8, 8, 8, 8, 8, 8, 8, 8, 8));
  }

  /** A job that fails before it has a slot has a time, but did not wait for one. */
  @Test
  void leavesJobsWithoutATaskOutOfTheWaits() {
    JobSpec spec = new JobSpec("j", "q", 100, "", 1, 0, 0, 0, 0, 0);
    JobRecord failed =
        new JobRecord(spec, 10, Double.NaN, Double.NaN, 130, 0, 0, 0, Optional.of("no node"));
    RunResult all = result(8);
    List<JobRecord> jobs = List.of(all.jobs().get(0), failed);
    RunSummary summary =
        RunSummary.of(
            new RunResult(
                jobs,
                all.accesses(),
                all.readBytes(),
                all.use(),
                all.taskSeconds(),
                all.timeline(),
                all.losses(),
                all.manager(),
                all.events(),
                all.fillings()));
    assertThat(summary.failed()).isEqualTo(1);
    assertThat(summary.seconds().maximum()).isEqualTo(30);
    assertThat(summary.waits()).isEqualTo(new Distribution(1, 4, 4, 4, 4, 4, 4, 4, 4, 4));
  }
}
