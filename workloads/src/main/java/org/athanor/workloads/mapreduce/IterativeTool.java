// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapred.InvalidInputException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.program.WorkDirectory;
import org.athanor.workloads.usage.UsageException;

/**
 * A driver of one or more jobs, with a work directory for the data between them, which it removes
 * even if a job fails.
 */
public abstract class IterativeTool extends Configured implements Tool {
  private final JobArguments.Extra[] needed;

  protected IterativeTool(JobArguments.Extra... needed) {
    this.needed = needed;
  }

  /**
   * Runs the jobs.
   *
   * @param work directory for intermediate data; exists, and is empty
   */
  protected abstract void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException;

  @Override
  public final int run(String[] args) throws Exception {
    JobArguments arguments = JobArguments.parseOrExit(getClass(), args, needed);
    Path output = new Path(arguments.output());
    if (output.getFileSystem(getConf()).exists(output)) {
      throw new FileAlreadyExistsException(output + ": exists; the output must be a new directory");
    }
    try (WorkDirectory work = WorkDirectory.of(getConf(), arguments, getClass())) {
      run(arguments, work.path());
      return 0;
    } catch (JobRun.FailedException failed) {
      System.err.println(failed.getMessage());
      return 1;
    }
  }

  /** Returns a job that is named after this program and {@code step}. */
  protected final Job job(String step, JobArguments arguments) throws IOException {
    Job job = Job.getInstance(getConf(), getClass().getSimpleName() + ", " + step);
    job.setJarByClass(getClass());
    job.setNumReduceTasks(arguments.parts(job.getNumReduceTasks()));
    return job;
  }

  /**
   * Configures a job to read the output of an earlier job that was configured by {@link #write}.
   */
  static void read(Job job, Path directory) throws IOException {
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.addInputPath(job, directory);
  }

  /** Configures a job to write pairs that {@link #read} can read. */
  static void write(
      Job job,
      Path directory,
      Class<? extends WritableComparable<?>> key,
      Class<? extends Writable> value) {
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    job.setOutputKeyClass(key);
    job.setOutputValueClass(value);
    FileOutputFormat.setOutputPath(job, directory);
  }

  /** Configures a job to write the output of the program as text. */
  static void writeText(
      Job job,
      JobArguments arguments,
      Class<? extends WritableComparable<?>> key,
      Class<? extends Writable> value) {
    job.setOutputKeyClass(key);
    job.setOutputValueClass(value);
    FileOutputFormat.setOutputPath(job, new Path(arguments.output()));
  }

  /** Runs a job that writes the output as text, a file for each file that {@link #write} wrote. */
  final <K extends WritableComparable<?>, V extends Writable> void convert(
      Path directory,
      JobArguments arguments,
      Class<? extends Mapper<K, ?, K, V>> mapper,
      Class<K> key,
      Class<V> value)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job text = job("text", arguments);
    read(text, directory);
    FileInputFormat.setMinInputSplitSize(text, Long.MAX_VALUE);
    text.setMapperClass(mapper);
    text.setNumReduceTasks(0);
    writeText(text, arguments, key, value);
    JobRun.complete(text);
  }

  /**
   * Runs a driver and ends the JVM with exit status 0 success, 1 a job failed, 2 wrong arguments.
   */
  protected static void main(Tool tool, String[] args) throws Exception {
    int status;
    try {
      status = ToolRunner.run(tool, args);
    } catch (UsageException | FileAlreadyExistsException | InvalidInputException wrong) {
      System.err.println(wrong.getMessage());
      status = 2;
    }
    System.exit(status);
  }
}
