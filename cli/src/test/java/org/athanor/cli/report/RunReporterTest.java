// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
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

  private static FakeJob succeeded(FakeJob job) {
    return job.submittedAt(1_000).ended(JobStatus.State.SUCCEEDED, 1_100);
  }

  @Test
  void writesEachSummaryWhenItsJobHasEnded() {
    FakeJob second = new FakeJob("second").number(8);
    RunReporter reporter = reporter(RunReporter.Form.TEXT, succeeded(new FakeJob("first")), second);

    assertThat(reporter.reportEnded()).isTrue();
    assertThat(reporter.reportEnded()).isTrue();
    assertThat(written())
        .isEqualToNormalizingNewlines("first (job_20260101_0007): succeeded in 0.1 s\n");

    bytes.reset();
    succeeded(second);
    reporter.end();
    assertThat(reporter.reportEnded()).isFalse();
    assertThat(written())
        .isEqualToNormalizingNewlines("second (job_20260101_0008): succeeded in 0.1 s\n");
  }

  @Test
  void writesASummaryOnlyOnceTheClusterAnswers() {
    FakeJob job = succeeded(new FakeJob("sort")).silent(true);
    RunReporter reporter = reporter(RunReporter.Form.TEXT, job);
    reporter.reportEnded();
    assertThat(written()).isEmpty();

    job.silent(false);
    reporter.reportEnded();
    assertThat(written()).startsWith("sort (");
  }

  @Test
  void writesNoSummaryAfterTheEnd() {
    FakeJob late = new FakeJob("late");
    List<JobView> jobs = new ArrayList<>();
    RunReporter reporter =
        new RunReporter(() -> jobs, RunReporter.Form.TEXT, stream, Optional.empty(), "1.2");
    reporter.end();

    jobs.add(succeeded(late));
    reporter.reportEnded();
    assertThat(written()).isEmpty();
  }

  @Test
  void writesSummariesAboveTheProgressLine() {
    FakeJob running = new FakeJob("running").number(8).map(TIPStatus.RUNNING, 1, 0);
    List<JobView> jobs = List.of(succeeded(new FakeJob("ended")), running);
    ProgressDisplay display =
        new ProgressDisplay(() -> jobs, List::of, stream, 200, () -> Instant.ofEpochMilli(4_000));
    RunReporter reporter =
        new RunReporter(() -> jobs, RunReporter.Form.TEXT, stream, Optional.of(display), "1.2");
    String line = CLEAR + "running  [............]   0 %  maps 0/1  0:04";
    display.draw();
    reporter.reportEnded();
    display.draw();

    assertThat(written())
        .isEqualToNormalizingNewlines(
            line + CLEAR + "ended (job_20260101_0007): succeeded in 0.1 s\n" + line);
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
