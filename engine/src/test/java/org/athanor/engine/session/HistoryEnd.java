// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/**
 * How a history has ended.
 *
 * @param counters those that are the same whatever happens
 * @param successful the attempt of each task that counts
 * @param mapsThatCounted attempts at maps that have counted, though their output may be lost
 */
record HistoryEnd(
    JobStatus.State state,
    String reason,
    Map<String, Long> counters,
    Map<TaskID, Optional<TaskAttemptID>> successful,
    Map<TaskID, KeptRecords.Committed> output,
    KeptRecords.State outputState,
    Set<KeptRecords.Source> mapsThatCounted,
    List<String> wrongs) {
  private static final List<TaskCounter> MAP_COUNTERS =
      List.of(
          TaskCounter.MAP_INPUT_RECORDS,
          TaskCounter.MAP_OUTPUT_RECORDS,
          TaskCounter.MAP_OUTPUT_BYTES);
  private static final List<TaskCounter> REDUCE_COUNTERS =
      List.of(
          TaskCounter.REDUCE_INPUT_RECORDS,
          TaskCounter.REDUCE_INPUT_GROUPS,
          TaskCounter.REDUCE_OUTPUT_RECORDS,
          TaskCounter.REDUCE_SHUFFLE_BYTES,
          TaskCounter.SHUFFLED_MAPS);

  /**
   * Returns how a history has ended.
   *
   * @param counted attempts at maps that have counted for earlier masters
   */
  static HistoryEnd of(SimulatedMaster master, KeptRecords kept, Set<KeptRecords.Source> counted) {
    JobView view = master.view();
    Set<KeptRecords.Source> all = new HashSet<>(counted);
    all.addAll(mapsThatCounted(view));
    Map<TaskID, Optional<TaskAttemptID>> successful = new TreeMap<>();
    boolean allMaps = true;
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      for (TaskView task : view.tasks(type)) {
        successful.put(task.id(), task.successfulAttempt());
        allMaps &= type == TaskType.REDUCE || task.successfulAttempt().isPresent();
      }
    }
    return new HistoryEnd(
        view.state(),
        view.failureInfo(),
        counters(view.counters(), allMaps),
        successful,
        kept.committed(),
        kept.state(),
        all,
        kept.wrongs());
  }

  /** Returns the attempts at maps that count for a master, or have counted. */
  static Set<KeptRecords.Source> mapsThatCounted(JobView view) {
    Set<KeptRecords.Source> counted = new HashSet<>();
    for (TaskView task : view.tasks(TaskType.MAP)) {
      for (AttemptView attempt : task.attempts()) {
        boolean isLost = attempt.diagnostics().contains("its output was lost with its Worker");
        if (isLost || attempt.state() == TaskStatus.State.SUCCEEDED) {
          counted.add(new KeptRecords.Source(task.id().getId(), attempt.id().getId()));
        }
      }
    }
    return counted;
  }

  private static Map<String, Long> counters(Counters counters, boolean withMaps) {
    Map<String, Long> values = new TreeMap<>();
    REDUCE_COUNTERS.forEach(c -> values.put(c.name(), counters.findCounter(c).getValue()));
    values.put("reduced", counters.findCounter(HistoryJob.COUNTERS, "reduced").getValue());
    if (withMaps) { // An output that nobody needs any more may be lost at the end.
      MAP_COUNTERS.forEach(c -> values.put(c.name(), counters.findCounter(c).getValue()));
      values.put("mapped", counters.findCounter(HistoryJob.COUNTERS, "mapped").getValue());
    }
    return values;
  }
}
