// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A driver that goes on after its job until its standard input ends. */
public final class WaitsAfterJob {
  private WaitsAfterJob() {}

  /** Input and output directory. */
  public static void main(String[] arguments) throws Exception {
    Job job = Job.getInstance();
    job.getConfiguration().setBoolean("mapreduce.client.genericoptionsparser.used", true);
    job.setJobName("early");
    job.setJarByClass(WaitsAfterJob.class);
    FileInputFormat.addInputPath(job, new Path(arguments[0]));
    FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
    job.waitForCompletion(false);
    byte[] unused = System.in.readAllBytes();
    System.err.println("the driver ends");
  }
}
