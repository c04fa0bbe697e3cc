// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.athanor.simulator.job.JobSpec;
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
                  return new JobRecord(spec, 10, 100, 100, 100 + each, 7, 2, 1, Optional.empty());
                })
            .toList();
    ClusterUse use = new ClusterUse(1, 0, 0, 1, Map.of(), Map.of(), 0);
    return new RunResult(jobs, List.of(), use, Losses.NONE, Optional.empty(), 0);
  }

  @Test
  void summarisesTheTimesOfJobs() {
    assertThat(RunSummary.of(result(4, 2, 1, 3, 5)))
        .isEqualTo(new RunSummary(5, 3, 3, 4.8, 0.7, 0.2, 0.1));
  }

  @Test
  void hasTheSameTimesForASingleJob() {
    assertThat(RunSummary.of(result(8))).isEqualTo(new RunSummary(1, 8, 8, 8, 0.7, 0.2, 0.1));
  }
}
