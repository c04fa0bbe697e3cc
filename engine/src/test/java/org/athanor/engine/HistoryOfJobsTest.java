// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.athanor.engine.files.JobLocalFileSystem;
import org.junit.jupiter.api.Test;

/** Checks the history of a job with Hadoop's parser. */
class HistoryOfJobsTest extends JobFixture {
  @Test
  void containsEveryTaskAndTheConfigurationAsSubmitted() throws Exception {
    input("a", "one\n");
    input("b", "two\nthree\n");
    Configuration conf = conf();
    conf.setBoolean("athanor.history.enabled", true);
    conf.set("athanor.history.dir", root.resolve("history").toString());
    conf.set("my.key", "${my.other.key} and so on");
    Job job = job(conf);
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);

    Path history = historyOf(job);

    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(history.toUri());
    JobInfo info = new JobHistoryParser(file.getFileSystem(conf), file).parse();
    assertThat(info.getSucceededMaps()).isEqualTo(2);
    assertThat(info.getSucceededReduces()).isEqualTo(1);
    assertThat(info.getAllTasks().values())
        .extracting(JobHistoryParser.TaskInfo::getTaskType)
        .containsExactlyInAnyOrder(TaskType.MAP, TaskType.MAP, TaskType.REDUCE);
    assertThat(history.resolveSibling(job.getJobID() + "_conf.xml"))
        .content()
        .contains("<value>${my.other.key} and so on</value>")
        .doesNotContain(JobLocalFileSystem.class.getName());
  }

  /** Waits for the history file, which is written after clients have seen the job's end. */
  static Path historyOf(Job job) throws Exception {
    String file = job.getStatus().getHistoryFile();
    while (file.isEmpty()) {
      Thread.sleep(10);
      file = job.getStatus().getHistoryFile();
    }
    Path history = Path.of(new org.apache.hadoop.fs.Path(file).toUri().getPath());
    assertThat(history).satisfies(Files::isRegularFile);
    return history;
  }
}
