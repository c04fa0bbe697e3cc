// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static String line(FakeJob job, long now, int columns) {
    return ProgressLine.of(JobReport.of(job), now, columns);
  }

  /** Half of the maps' work is a quarter of the job: after 10 s for it, 30 s are left. */
  @Test
  void extrapolatesTheTimeLeft() {
    FakeJob job =
        new FakeJob("sort")
            .submittedAt(100_000)
            .map(TIPStatus.COMPLETE, 1, 2)
            .map(TIPStatus.RUNNING, 1, 0)
            .reduce(TIPStatus.PENDING, 0, 0)
            .progress(0.5f, 0)
            .counter(FileInputFormatCounter.BYTES_READ, 12_345_678)
            .counter(TaskCounter.SPILLED_RECORDS, 4321);

    assertThat(line(job, 110_000, 200))
        .isEqualTo(
            "sort  [###.........]  25 %  maps 1/2  reduces 0/1  0:30 left"
                + "  12.3 MB read  4,321 records spilled");
  }

  @Test
  void showsTheElapsedTimeWhileNothingCanBeExtrapolated() {
    FakeJob job = new FakeJob("sort").submittedAt(1_000).map(TIPStatus.RUNNING, 1, 0);

    assertThat(line(job, 3_000, 200)).isEqualTo("sort  [............]   0 %  maps 0/1  0:02");
  }

  @Test
  void cutsAtTheWidthOfTheTerminal() {
    FakeJob job = new FakeJob("a job with quite a long name").map(TIPStatus.RUNNING, 1, 0);

    assertThat(line(job, 0, 40)).isEqualTo("a job with quite a long…  [............").hasSize(39);
  }

  @Test
  void staysWithinTheBarWhateverProgressATaskReports() {
    FakeJob job = new FakeJob("odd").map(TIPStatus.RUNNING, 1, 0).progress(1.5f, 0);

    assertThat(line(job, 0, 200)).startsWith("odd  [############] 100 %");
  }
}
