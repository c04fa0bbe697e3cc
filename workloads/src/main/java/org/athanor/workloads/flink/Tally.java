// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.api.common.accumulators.DoubleCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Adds up an amount per record in an accumulator, which the client reads when the job has ended.
 */
final class Tally<T> extends RichMapFunction<T, T> {
  private static final long serialVersionUID = 1;
  private final String name;
  private final SerializableFunction<T, Double> amount;
  private final DoubleCounter total = new DoubleCounter();

  private Tally(String name, SerializableFunction<T, Double> amount) {
    this.name = name;
    this.amount = amount;
  }

  /** Returns the same records. {@code name} is the accumulator's name. */
  static <T> SingleOutputStreamOperator<T> of(
      SingleOutputStreamOperator<T> records, String name, SerializableFunction<T, Double> amount) {
    return records
        .map(new Tally<>(name, amount))
        .returns(records.getType())
        .setParallelism(records.getParallelism());
  }

  @Override
  public void open(OpenContext context) {
    getRuntimeContext().addAccumulator(name, total);
  }

  @Override
  public T map(T element) {
    total.add(amount.apply(element));
    return element;
  }
}
