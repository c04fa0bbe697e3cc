// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.testing.WrittenJob;
import org.athanor.engine.worker.Worker;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executes a job on Workers that do what a test says. */
@Timeout(60)
class JobExecutionTest {
  private static final Locality.Place PLACE = new Locality.Place("host", "/rack");
  private static final JobID ID = new JobID("20260101", 1);

  @TempDir Path root;

  private final BlockingQueue<JobExecution> wanted = new LinkedBlockingQueue<>();
  private Worker own;

  @BeforeEach
  void beginWorker() {
    own = new Worker(new EngineSettings(2, 1 << 20, 16 << 10, AffinityLevel.NONE));
  }

  @AfterEach
  void endWorker() {
    own.close();
  }

  private SubmittedJob write(int maps, int reduces) throws Exception {
    Job settings = Job.getInstance();
    settings.getConfiguration().set("fs.defaultFS", "file:///");
    settings.getConfiguration().set(MRConfig.LOCAL_DIR, root.resolve("local").toString());
    settings.setNumReduceTasks(reduces);
    FileOutputFormat.setOutputPath(
        settings, new org.apache.hadoop.fs.Path(root.resolve("out").toUri()));
    Path input = Files.writeString(root.resolve("input"), "some words");
    return WrittenJob.write(
            ID, root.resolve("job"), settings, Collections.nCopies(maps, input))
        .submitted();
  }

  private JobExecution begin(JobDescription description) throws Exception {
    JobSite site = new JobSite(description.submitted(), description::containers, own.retained());
    JobExecution job =
        new JobExecution(
            description, site, own, Locality.NONE, wanted::add, (ended, jobXml) -> {});
    job.start();
    return job;
  }

  /** Waits until the job has been set up. */
  private JobExecution running() throws InterruptedException {
    JobExecution job = wanted.poll(30, TimeUnit.SECONDS);
    assertThat(job).isNotNull();
    return job;
  }

  private static TaskAttemptID attempt(boolean isMap, int task, int number) {
    return new TaskAttemptID(ID.getJtIdentifier(), ID.getId(), isMap, task, number);
  }

  @Test
  void tellsAWorkerThatJoinsWhichMapsHaveSucceededBefore() throws Exception {
    JobExecution job = begin(JobDescription.of(write(2, 2)));
    running();
    ToldWorker first = new ToldWorker();
    job.workerJoined(0, PLACE, first);
    assertThat(job.launchOn(0, true)).isTrue();
    job.attemptListener().succeeded(attempt(true, 0, 0));

    ToldWorker second = new ToldWorker();
    job.workerJoined(1, PLACE, second);
    assertThat(second.calls())
        .containsExactly("publish " + attempt(true, 0, 0), "withdraw 1 [1]", "assign 2 [1]");
    assertThat(first.calls())
        .startsWith("assign 1 [0, 1]", "launch " + attempt(true, 0, 0))
        .contains("publish " + attempt(true, 0, 0));
    job.kill("the test ends");
  }
}
