// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A driver that ignores the failure of its job. */
public final class FailingJob {
  private FailingJob() {}

  /** Fails on its first record. */
  public static final class Fails extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) throws IOException {
      throw new IOException("record " + key + " is bad");
    }
  }

  /** Arguments: input, output. */
  public static void main(String[] args) throws Exception {
    Job job = Job.getInstance();
    job.setJobName("failing");
    job.setJarByClass(FailingJob.class);
    job.setMapperClass(Fails.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, new Path(args[0]));
    FileOutputFormat.setOutputPath(job, new Path(args[1]));
    System.out.println("driver goes on after " + job.waitForCompletion(false));
  }
}
