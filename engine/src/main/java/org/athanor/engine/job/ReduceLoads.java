// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.athanor.engine.skew.ReduceLoad;

/** What reduces had to do, by their counters and times. Stateless. */
public final class ReduceLoads {
  private ReduceLoads() {}

  /**
   * Returns one for each reduce that has succeeded.
   *
   * @param shapes what the reducers of an attempt have seen
   */
  public static List<ReduceLoad> of(
      List<TaskView> reduces, Function<TaskAttemptID, ReduceLoad.Shape> shapes) {
    return reduces.stream().flatMap(reduce -> of(reduce, shapes).stream()).toList();
  }

  private static Optional<ReduceLoad> of(
      TaskView reduce, Function<TaskAttemptID, ReduceLoad.Shape> shapes) {
    return reduce.successfulAttempt().stream()
        .flatMap(
            id ->
                reduce.attempts().stream()
                    .filter(attempt -> attempt.id().getId() == id.getId())
                    .map(
                        attempt ->
                            new ReduceLoad(
                                reduce.id().getId(),
                                value(reduce.counters(), TaskCounter.REDUCE_SHUFFLE_BYTES),
                                value(reduce.counters(), TaskCounter.REDUCE_INPUT_RECORDS),
                                attempt.startTime(),
                                Math.max(0, attempt.finishTime() - attempt.startTime()),
                                shapes.apply(id))))
        .findFirst();
  }

  /** Returns a counter without adding it, as a look-up by its name would. */
  private static long value(Counters counters, TaskCounter name) {
    for (CounterGroup group : counters) {
      if (group.getName().equals(TaskCounter.class.getName())) {
        for (Counter counter : group) {
          if (counter.getName().equals(name.name())) {
            return counter.getValue();
          }
        }
      }
    }
    return 0;
  }
}
