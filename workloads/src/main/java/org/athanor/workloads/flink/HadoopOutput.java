// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.io.Serializable;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.flink.util.function.SerializableSupplier;
import org.apache.flink.util.function.SupplierWithException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * An output directory that is written by Hadoop's commit protocol: task attempts write into {@code
 * _temporary}, a finished attempt is committed, and files become visible when the job is committed.
 */
final class HadoopOutput<K, V> implements Serializable {
  private static final long serialVersionUID = 1;
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);

  private final HadoopSettings settings;
  private final SerializableSupplier<FileOutputFormat<K, V>> format;
  private final String start;

  private HadoopOutput(
      HadoopSettings settings, SerializableSupplier<FileOutputFormat<K, V>> format, String start) {
    this.settings = settings;
    this.format = format;
    this.start = start;
  }

  /**
   * Creates the directory and sets up the job.
   *
   * @throws IOException if the directory exists already or cannot be created
   */
  static <K, V> HadoopOutput<K, V> create(
      String uri, SerializableSupplier<FileOutputFormat<K, V>> format, Class<K> key, Class<V> value)
      throws IOException, InterruptedException {
    Job job = Job.getInstance();
    job.setOutputKeyClass(key);
    job.setOutputValueClass(value);
    FileOutputFormat.setOutputPath(job, new Path(uri));
    // With the other algorithm, the output of committed tasks stays visible if the job fails later.
    job.getConfiguration().setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
    HadoopOutput<K, V> output =
        new HadoopOutput<>(
            new HadoopSettings(job.getConfiguration()),
            format,
            START.format(LocalDateTime.now(ZoneId.systemDefault())));
    format.get().checkOutputSpecs(job);
    output.committer(output.attempt(0, 0)).setupJob(output.job());
    return output;
  }

  /** Creates an output directory for text with lines of {@code key<TAB>value}. */
  static <K, V> HadoopOutput<K, V> text(String uri, Class<K> key, Class<V> value)
      throws IOException, InterruptedException {
    return create(uri, TextOutputFormat<K, V>::new, key, value);
  }

  /**
   * Runs the work that writes this output. If it fails, removes what was written and leaves the
   * directory empty.
   */
  <R> R orAbort(SupplierWithException<R, Exception> work) throws Exception {
    try {
      return work.get();
    } catch (Exception e) {
      committer(attempt(0, 0)).abortJob(job(), JobStatus.State.FAILED);
      throw e;
    }
  }

  /** Returns the id of an attempt to write a part. */
  String attempt(int part, int number) {
    return new TaskAttemptID(start, 1, TaskType.REDUCE, part, number).toString();
  }

  RecordWriter<K, V> open(String attempt) throws IOException, InterruptedException {
    committer(attempt).setupTask(task(attempt));
    return format.get().getRecordWriter(task(attempt));
  }

  void close(RecordWriter<K, V> writer, String attempt) throws IOException, InterruptedException {
    writer.close(task(attempt));
  }

  void commit(String attempt) throws IOException {
    OutputCommitter committer = committer(attempt);
    if (committer.needsTaskCommit(task(attempt))) {
      committer.commitTask(task(attempt));
    }
  }

  void abort(String attempt) throws IOException {
    committer(attempt).abortTask(task(attempt));
  }

  void commitJob() throws IOException {
    committer(attempt(0, 0)).commitJob(job());
  }

  private OutputCommitter committer(String attempt) throws IOException {
    return format.get().getOutputCommitter(task(attempt));
  }

  private JobContext job() {
    return new JobContextImpl(settings.get(), new JobID(start, 1));
  }

  private TaskAttemptContext task(String attempt) {
    return new TaskAttemptContextImpl(settings.get(), TaskAttemptID.forName(attempt));
  }
}
