// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.JobStatus;
import org.athanor.engine.job.JobView;
import org.junit.jupiter.api.Test;

class RunReporterTest {
  private static final String CLEAR = "\r\u001b[K";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(bytes, true, UTF_8);

  private RunReporter reporter(RunReporter.Form form, JobView... jobs) {
    return new RunReporter(() -> List.of(jobs), form, stream, Optional.empty(), "1.2");
  }

  private String written() {
    return bytes.toString(UTF_8);
  }

  @Test
  void writesTheSummaryOnce() {
    RunReporter reporter =
        reporter(
            RunReporter.Form.TEXT,
            new FakeJob("sort").submittedAt(1_000).ended(JobStatus.State.SUCCEEDED, 1_100));

    reporter.end();
    reporter.end();

    assertThat(written())
        .isEqualToNormalizingNewlines("sort (job_20260101_0007): succeeded in 0.1 s\n");
  }

  @Test
  void writesNothingInFormNone() {
    reporter(RunReporter.Form.NONE, new FakeJob("sort")).end();

    assertThat(written()).isEmpty();
  }

  @Test
  void judgesByTheLastJob() {
    FakeJob failed = new FakeJob("a").ended(JobStatus.State.FAILED, 1);
    FakeJob succeeded = new FakeJob("b").number(8).ended(JobStatus.State.SUCCEEDED, 1);

    assertThat(reporter(RunReporter.Form.NONE).lastJobFailed()).isFalse();
    assertThat(reporter(RunReporter.Form.NONE, succeeded, failed).lastJobFailed()).isTrue();
    assertThat(reporter(RunReporter.Form.NONE, failed, succeeded).lastJobFailed()).isFalse();
  }

  @Test
  void drawsTheOldestRunningJobAndClearsTheLineAtTheEnd() {
    List<JobView> jobs =
        List.of(
            new FakeJob("ended").ended(JobStatus.State.SUCCEEDED, 1),
            new FakeJob("running").number(8).map(TIPStatus.RUNNING, 1, 0),
            new FakeJob("next").number(9).map(TIPStatus.PENDING, 0, 0));
    ProgressDisplay display =
        new ProgressDisplay(() -> jobs, List::of, stream, 200, () -> Instant.ofEpochMilli(4_000));

    assertThat(display.draw()).isTrue();
    display.stop();

    assertThat(written())
        .isEqualTo(CLEAR + "running  [............]   0 %  maps 0/1  0:04" + CLEAR);
    assertThat(display.draw()).isFalse();
  }
}
