// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Copies lines. Its map spills. If there is a named pipe {@code pipe}, the map then writes to it
 * and waits until it is interrupted.
 */
public final class WaitingJob {
  private WaitingJob() {}

  /** Waits. */
  public static final class Waits extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      Text large = new Text("v".repeat(1 << 20));
      for (int i = 0; i < 20; i++) {
        context.write(key, large);
      }
      if (Files.exists(Path.of("pipe"))) {
        Files.writeString(Path.of("pipe"), "running\n");
        synchronized (this) {
          while (true) {
            wait();
          }
        }
      }
    }
  }

  /** Input and output directory. */
  public static void main(String[] arguments) throws Exception {
    Job job = Job.getInstance();
    job.getConfiguration().setBoolean("mapreduce.client.genericoptionsparser.used", true);
    job.setJarByClass(WaitingJob.class);
    job.setMapperClass(Waits.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(arguments[0]));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(arguments[1]));
    System.exit(job.waitForCompletion(false) ? 0 : 1);
  }
}
