// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.Test;

/** What a task's commit does with files counts as the task's, as on Hadoop. */
class CommitCountersTest extends JobFixture {
  private static final String BYTES = "test.bytes";

  /** Its commit writes a file, too. */
  static class Writing<K, V> extends TextOutputFormat<K, V> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new FileOutputCommitter(FileOutputFormat.getOutputPath(context), context) {
        @Override
        public void commitTask(TaskAttemptContext task) throws IOException {
          Configuration conf = task.getConfiguration();
          Path file = new Path(getTaskAttemptPath(task), "more");
          try (OutputStream out = file.getFileSystem(conf).create(file)) {
            out.write(new byte[conf.getInt(BYTES, 0)]);
          }
          super.commitTask(task);
        }
      };
    }
  }

  private long written(int bytes) throws Exception {
    Configuration conf = conf();
    conf.setInt(BYTES, bytes);
    conf.setInt("mapreduce.job.reduces", 0);
    Job job = job(conf);
    job.setOutputFormatClass(Writing.class);
    FileOutputFormat.setOutputPath(job, new Path(root.resolve("out" + bytes).toUri()));
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    return ended.counters().findCounter("FILE", FileSystemCounter.BYTES_WRITTEN).getValue();
  }

  @Test
  void countsWhatTheCommitWrites() throws Exception {
    input("lines", "a line\n");
    assertThat(written(100_000) - written(0)).isBetween(100_000L, 110_000L);
  }
}
