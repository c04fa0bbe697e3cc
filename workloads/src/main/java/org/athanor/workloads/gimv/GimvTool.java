// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.workloads.mapreduce.IterativeTool;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.program.UserFiles;
import org.athanor.workloads.program.WorkDirectory;

/**
 * A driver that multiplies the matrix of a graph with a vector until the vector converges. The
 * vector has an element for each id from 0 to the largest of the graph, also for those without
 * edges. Vectors, and messages between jobs, are text.
 *
 * <p>The vectors are in a hidden directory beside the output, so that they are in its file system.
 * The directories of an iteration are deleted and renamed: the next vector takes the place of the
 * last, which becomes the output when it has converged.
 */
abstract class GimvTool extends IterativeTool {

  /** Returns the first element of an id. */
  abstract String initial(long id, long vertices);

  /**
   * Multiplies until the vector converges.
   *
   * @param vector its directory; exists
   * @param work directory for intermediate data
   */
  abstract void iterate(JobArguments arguments, Path vector, Path work, long vertices)
      throws IOException, InterruptedException, ClassNotFoundException;

  @Override
  protected final void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path output = new Path(arguments.output());
    output = output.getFileSystem(getConf()).makeQualified(output);
    try (WorkDirectory vectors = WorkDirectory.in(getConf(), output.getParent(), getClass())) {
      Path vector = new Path(vectors.path(), "vector");
      // Jobs read both, for which a name is a pattern.
      UserFiles files = new UserFiles(getConf());
      files.requirePlain(vector);
      files.requirePlain(work);
      long vertices = vertices(arguments, new Path(work, "largest-id"));
      new LocalFiles(getConf()).copyVector(vector, vertices, id -> initial(id, vertices));
      iterate(arguments, vector, work, vertices);
      publish(vector, output);
    }
  }

  private void publish(Path vector, Path output) throws IOException {
    if (output.getFileSystem(getConf()).exists(output)) {
      throw new FileAlreadyExistsException(output + ": exists; the output must be a new directory");
    }
    rename(vector, output);
  }

  private void rename(Path from, Path to) throws IOException {
    if (!to.getFileSystem(getConf()).rename(from, to)) {
      throw new IOException(from + ": could not be renamed to " + to);
    }
  }

  /** Returns the number of ids: one more than the largest. */
  private long vertices(JobArguments arguments, Path output)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = job("largest id", arguments);
    FileInputFormat.addInputPath(job, new Path(arguments.input()));
    job.setMapperClass(LargestId.Map.class);
    job.setReducerClass(LargestId.Reduce.class);
    job.setNumReduceTasks(1);
    job.setMapOutputKeyClass(NullWritable.class);
    job.setMapOutputValueClass(LongWritable.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(NullWritable.class);
    FileOutputFormat.setOutputPath(job, output);
    FileOutputFormat.setCompressOutput(job, false);
    JobRun.complete(job);
    List<String> lines = new LocalFiles(getConf()).copyLines(output);
    delete(output);
    return lines.isEmpty() ? 0 : Long.parseLong(lines.get(0)) + 1;
  }

  /**
   * Runs the first job of an iteration, which multiplies edges and elements.
   *
   * @param symmetric whether edges are for both directions
   */
  final void join(
      Job job,
      JobArguments arguments,
      Path vector,
      boolean symmetric,
      Class<? extends JoinReducer> combine2,
      Path joined)
      throws IOException, InterruptedException, ClassNotFoundException {
    FileInputFormat.addInputPath(job, new Path(arguments.input()));
    FileInputFormat.addInputPath(job, vector);
    JoinMapper.configure(job.getConfiguration(), vector, symmetric);
    job.setMapperClass(JoinMapper.class);
    job.setReducerClass(combine2);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(job, joined);
    JobRun.complete(job);
  }

  /** Configures the second job of an iteration, which makes the next vector of the messages. */
  static void combine(Job job, Path joined, Path next) throws IOException {
    FileInputFormat.addInputPath(job, joined);
    job.setMapperClass(MessageMapper.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(job, next);
  }

  /** Returns the directory for the next vector: beside the last, so that it can take its place. */
  static Path next(Path vector) {
    return new Path(vector.getParent(), "next");
  }

  /** Ends an iteration: deletes its messages, and gives the next vector the place of the last. */
  final void rotate(Path joined, Path vector) throws IOException {
    delete(joined);
    delete(vector);
    rename(next(vector), vector);
  }

  final void delete(Path directory) throws IOException {
    FileSystem files = directory.getFileSystem(getConf());
    if (!files.delete(directory, true)) {
      throw new IOException(directory + ": could not be deleted");
    }
  }
}
