// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.athanor.workloads.program.JobArguments;

/**
 * Sorts sequence files of texts by key within each part. Keys go to the parts that Hadoop's hash
 * partitioner sends them to.
 */
public final class Sort {

  private Sort() {}

  public static void main(String[] args) throws Exception {
    run(Batch.environment(), JobArguments.parseOrExit(Sort.class, args));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    Records.write(
        Records.sort(
            Records.read(flink, arguments.input(), SequenceFileInputFormat<Text, Text>::new),
            (key, count) -> (key.hashCode() & Integer.MAX_VALUE) % count,
            arguments.parts(flink.getParallelism())),
        arguments.output(),
        SequenceFileOutputFormat<Text, Text>::new,
        Sort.class);
  }
}
