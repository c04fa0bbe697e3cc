// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.compatibility.oracle.Workspace;

/** The few lines every driver begins and ends with. */
final class Jobs {
  private Jobs() {}

  /** A job of the new API over the whole input directory. */
  static Job job(Workspace workspace, String name) throws IOException {
    Job job = Job.getInstance(workspace.conf(), name);
    FileInputFormat.addInputPath(job, workspace.in());
    FileOutputFormat.setOutputPath(job, workspace.out());
    return job;
  }

  /** A job of the old API over the whole input directory. */
  static JobConf jobConf(Workspace workspace, String name) {
    JobConf conf = new JobConf(workspace.conf());
    conf.setJobName(name);
    org.apache.hadoop.mapred.FileInputFormat.addInputPath(conf, workspace.in());
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(conf, workspace.out());
    return conf;
  }

  static int run(Job job) throws IOException, InterruptedException, ClassNotFoundException {
    return job.waitForCompletion(false) ? 0 : 1;
  }

  static int run(JobConf conf) throws IOException {
    return JobClient.runJob(conf).isSuccessful() ? 0 : 1;
  }
}
