// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.IntStream;
import org.athanor.simulator.mapreduce.Framework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CoordinateSearchTest {
  @Test
  void theLeastValueOfABowlIsFound() {
    double[] found =
        CoordinateSearch.minimum(
            at -> Math.pow(at[0] - 3, 2) + 2 * Math.pow(at[1] - 50, 2), 20, 0.5);
    assertThat(found[0]).isCloseTo(3, withinPercentage(1));
    assertThat(found[1]).isCloseTo(50, withinPercentage(1));
  }

  /** Twelve settings, whose times and core-seconds the model itself makes. */
  @ParameterizedTest
  @EnumSource
  void aModelIsFoundAgainFromItsOwnTimes(Framework framework) {
    JobModel hidden = new JobModel(framework, 9, 8, 1.5, 3, 25, 150, 60);
    List<MeasuredJob> jobs =
        IntStream.range(0, 12)
            .mapToObj(i -> timed(job(framework, i, List.of(), 0), hidden))
            .toList();
    JobModel found = JobModel.fit(framework, jobs);
    System.out.println(found);
    for (MeasuredJob job : jobs) {
      assertThat(Math.abs(found.error(job))).as(job.name()).isLessThan(0.02);
      assertThat(Math.abs(found.coreError(job))).as(job.name()).isLessThan(0.02);
    }
  }

  private static MeasuredJob job(
      Framework framework, int i, List<Double> seconds, double coreSeconds) {
    boolean sorts = i % 2 == 0;
    long bytes = (64L + 64L * (i % 3)) << 20;
    long split = (i / 6 == 0 ? 32L : 64L) << 20;
    long shuffled = sorts ? bytes : bytes / 50;
    return new MeasuredJob(
        "job " + i,
        framework,
        sorts,
        bytes,
        (int) ((bytes + split - 1) / split),
        1 + i % 4,
        2 + i % 3,
        shuffled,
        seconds,
        coreSeconds);
  }

  private static MeasuredJob timed(MeasuredJob job, JobModel model) {
    int i = Integer.parseInt(job.name().substring("job ".length()));
    return job(job.framework(), i, List.of(model.seconds(job)), model.coreSeconds(job));
  }
}
