// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Its mapper, or its driver, calls {@link System#exit} while the job runs. */
public final class ExitsEarly {
  private static final String MAPPER = "mapper";
  private static final String HOW = "exits.early";

  private ExitsEarly() {}

  /** Ends the JVM, or runs until it is ended. */
  public static final class Exits extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context)
        throws IOException, InterruptedException {
      if (context.getConfiguration().get(HOW).equals(MAPPER)) {
        System.exit(0);
      }
      Files.createFile(java.nio.file.Path.of("begun"));
      Thread.sleep(100_000);
    }
  }

  /** Arguments: the part that exits (mapper or driver), input, output. */
  public static void main(String[] args) throws Exception {
    Job job = Job.getInstance();
    job.getConfiguration().set(HOW, args[0]);
    job.setJobName("exiting");
    job.setJarByClass(ExitsEarly.class);
    job.setMapperClass(Exits.class);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, new Path(args[1]));
    FileOutputFormat.setOutputPath(job, new Path(args[2]));
    if (args[0].equals(MAPPER)) {
      System.exit(job.waitForCompletion(false) ? 0 : 1);
    }
    job.submit();
    while (!Files.exists(java.nio.file.Path.of("begun"))) {
      Thread.onSpinWait();
    }
    System.exit(0);
  }
}
