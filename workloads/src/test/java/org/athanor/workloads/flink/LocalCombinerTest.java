// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SessionCluster.class)
class LocalCombinerTest {
  private static final int LIMIT = 1 << 20;

  @Test
  void sendsEachKeyOnceIfThereAreFew(StreamExecutionEnvironment flink) throws Exception {
    List<Tuple2<Long, Long>> sent = combined(flink, 10_000, 3);

    assertThat(sent)
        .containsExactlyInAnyOrder(
            Tuple2.of(0L, 3_334L), Tuple2.of(1L, 3_333L), Tuple2.of(2L, 3_333L));
  }

  @Test
  void sendsItsKeysWhenThereAreTooMany(StreamExecutionEnvironment flink) throws Exception {
    int keys = LocalCombiner.CAPACITY + 1;

    List<Tuple2<Long, Long>> sent = combined(flink, 2 * keys, keys);

    assertThat(sent).hasSizeGreaterThan(keys);
    assertThat(sent.stream().mapToLong(pair -> pair.f1).sum()).isEqualTo(2L * keys);
  }

  /** Counts each of the numbers from 0 under its remainder, and returns what the combiner emits. */
  private static List<Tuple2<Long, Long>> combined(
      StreamExecutionEnvironment flink, int numbers, int keys) throws Exception {
    flink.setParallelism(1);
    DataStream<Tuple2<Long, Long>> ones =
        flink
            .fromSequence(0, numbers - 1)
            .map(number -> Tuple2.of(number % keys, 1L))
            .returns(Types.TUPLE(Types.LONG, Types.LONG));
    return LocalCombiner.combine(ones, Long::sum).executeAndCollect(LIMIT);
  }
}
