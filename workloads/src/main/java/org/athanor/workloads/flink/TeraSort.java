// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.TeraRanges;

/**
 * Sorts TeraGen's rows across all parts. Reads and writes them with the classes of Hadoop's
 * TeraSort.
 */
public final class TeraSort {

  private TeraSort() {}

  public static void main(String[] args) throws Exception {
    run(Batch.environment(), JobArguments.parseOrExit(TeraSort.class, args));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    int parts = arguments.parts(flink.getParallelism());
    TeraRanges ranges = TeraRanges.sample(new Configuration(), arguments.input(), parts);
    Records.write(
        Records.sort(
            Records.read(flink, arguments.input(), TeraInputFormat::new),
            (key, count) -> ranges.part(key.get()),
            parts),
        arguments.output(),
        TeraOutputFormat::new,
        TeraSort.class);
  }
}
