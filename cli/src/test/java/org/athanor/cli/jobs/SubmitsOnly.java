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

/** Submits jobs and does not wait for them. */
public final class SubmitsOnly {
  private SubmitsOnly() {}

  /** Copies records, and fails on the record "bad". */
  public static final class Copies extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      if (value.toString().equals("bad")) {
        throw new IOException("record " + key + " is bad");
      }
      context.write(key, value);
    }
  }

  /** Arguments: "main", or "thread" to submit in a thread of its own; input, output, repeatedly. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("thread")) {
      new Thread(() -> submitAll(args)).start();
    } else {
      submitAll(args);
    }
  }

  private static void submitAll(String[] args) {
    try {
      for (int i = 1; i < args.length; i += 2) {
        Job job = Job.getInstance();
        job.setJobName("submitted");
        job.setJarByClass(SubmitsOnly.class);
        job.setMapperClass(Copies.class);
        job.setNumReduceTasks(0);
        FileInputFormat.addInputPath(job, new Path(args[i]));
        FileOutputFormat.setOutputPath(job, new Path(args[i + 1]));
        job.submit();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
