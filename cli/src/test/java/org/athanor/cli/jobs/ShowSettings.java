// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;

/** Prints its arguments and, for each kind of configuration, the values of some keys. */
public final class ShowSettings {
  private ShowSettings() {}

  /** Does not take generic options, like many drivers. */
  public static void main(String[] args) throws Exception {
    System.out.println("arguments " + Arrays.toString(args));
    show("Configuration", new Configuration());
    show("JobConf", new JobConf());
    show("Job", Job.getInstance().getConfiguration());
  }

  private static void show(String kind, Configuration conf) throws IOException {
    System.out.println(
        kind
            + " "
            + conf.get("mapreduce.framework.name")
            + " "
            + conf.get("a.key")
            + " "
            + conf.get("site.key")
            + " "
            + FileSystem.getLocal(conf).getClass().getSimpleName());
  }
}
