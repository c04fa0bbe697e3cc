// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * Hadoop's example {@code wordcount} several times with the same input, one job after the other, as
 * a driver such as Pig's or Hive's submits jobs: {@code JobSeries INPUT OUTPUT --jobs N [--parts
 * P]}. Job i writes to {@code OUTPUT/job-i}. The jar of Hadoop's examples must be on the class
 * path.
 */
public final class JobSeries extends Configured implements Tool {
  /** In the output: lines of a job's number, from 1, tab, seconds. */
  public static final String SECONDS = "_seconds";

  private static final String EXAMPLE = "org.apache.hadoop.examples.WordCount";

  public static void main(String[] args) throws Exception {
    IterativeTool.main(new JobSeries(), args);
  }

  @Override
  public int run(String[] args) throws Exception {
    CommandLine line = new CommandLine(args);
    line.allow(List.of("jobs", "parts", "work"));
    if (line.operands().size() != 2) {
      throw new UsageException("usage: JobSeries INPUT OUTPUT --jobs N [--parts P]");
    }
    Path input = new Path(line.operands().get(0));
    Path output = new Path(line.operands().get(1));
    int jobs = (int) line.number("jobs", 1, 1000, 1);
    int parts = (int) line.number("parts", 1, 10_000, 1);
    StringBuilder seconds = new StringBuilder();
    for (int i = 1; i <= jobs; i++) {
      long start = System.nanoTime();
      if (!job(i, input, output, parts).waitForCompletion(true)) {
        return 1;
      }
      seconds.append(i).append('\t').append((System.nanoTime() - start) / 1e9).append('\n');
    }
    try (OutputStream out = output.getFileSystem(getConf()).create(new Path(output, SECONDS))) {
      out.write(seconds.toString().getBytes(StandardCharsets.UTF_8));
    }
    return 0;
  }

  private Job job(int number, Path input, Path output, int parts) throws IOException {
    Job job = Job.getInstance(getConf(), "word count " + number);
    job.setJarByClass(JobSeries.class);
    // By name, because the class loader of this class may not find the libraries of the job.
    job.getConfiguration().set(MRJobConfig.MAP_CLASS_ATTR, EXAMPLE + "$TokenizerMapper");
    job.getConfiguration().set(MRJobConfig.COMBINE_CLASS_ATTR, EXAMPLE + "$IntSumReducer");
    job.getConfiguration().set(MRJobConfig.REDUCE_CLASS_ATTR, EXAMPLE + "$IntSumReducer");
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(parts);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, new Path(output, "job-" + number));
    return job;
  }
}
