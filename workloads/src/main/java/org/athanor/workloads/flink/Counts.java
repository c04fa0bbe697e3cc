// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Counts texts. */
final class Counts {

  private Counts() {}

  /** Returns the sum of the counts of each text, in the given number of parts. */
  static SingleOutputStreamOperator<Tuple2<String, Long>> of(
      DataStream<Tuple2<String, Long>> texts, int parts) {
    return LocalCombiner.combine(texts, Long::sum)
        .keyBy(count -> count.f0)
        .reduce((one, other) -> Tuple2.of(one.f0, one.f1 + other.f1))
        .setParallelism(parts);
  }
}
