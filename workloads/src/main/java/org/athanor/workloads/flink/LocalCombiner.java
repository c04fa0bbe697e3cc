// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Combines the values of equal keys before a shuffle. Holds up to {@value #CAPACITY} keys in
 * memory. Sends all of them when there is one more key, and at the end, so a key may be sent more
 * than once. Keys must implement {@code equals}; {@code combine} may change values.
 */
final class LocalCombiner<K, V> extends AbstractStreamOperator<Tuple2<K, V>>
    implements OneInputStreamOperator<Tuple2<K, V>, Tuple2<K, V>>, BoundedOneInput {
  private static final long serialVersionUID = 1;
  static final int CAPACITY = 1 << 17;

  private final ReduceFunction<V> combine;
  private transient Map<K, V> held;

  private LocalCombiner(ReduceFunction<V> combine) {
    this.combine = combine;
  }

  /** Returns the combined pairs. The operator runs in the task that makes the pairs. */
  static <K, V> SingleOutputStreamOperator<Tuple2<K, V>> combine(
      DataStream<Tuple2<K, V>> pairs, ReduceFunction<V> combine) {
    return pairs
        .transform("combine", pairs.getType(), new LocalCombiner<>(combine))
        .setParallelism(pairs.getParallelism());
  }

  @Override
  public void open() throws Exception {
    super.open();
    held = new HashMap<>();
  }

  @Override
  public void processElement(StreamRecord<Tuple2<K, V>> element) throws Exception {
    Tuple2<K, V> pair = element.getValue();
    V before = held.get(pair.f0);
    if (before != null) {
      held.put(pair.f0, combine.reduce(before, pair.f1));
      return;
    }
    if (held.size() == CAPACITY) {
      send();
    }
    held.put(pair.f0, pair.f1);
  }

  @Override
  public void endInput() {
    send();
  }

  private void send() {
    held.forEach((key, value) -> output.collect(new StreamRecord<>(Tuple2.of(key, value))));
    held.clear();
  }
}
