// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** A driver with generic options that ends with an exit code, its first argument. */
public final class GenericDriver extends Configured implements Tool {
  @Override
  public int run(String[] args) {
    Configuration conf = getConf();
    // As Hadoop does when a job is submitted.
    conf.getInt("mapreduce.job.reduces", 1);
    System.out.println(
        conf.get("mapreduce.framework.name")
            + " "
            + conf.get("a.key")
            + " "
            + Arrays.toString(args));
    return Integer.parseInt(args[0]);
  }

  /** As in Hadoop's documentation. */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new GenericDriver(), args));
  }
}
