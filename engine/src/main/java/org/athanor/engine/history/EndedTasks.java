// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import java.util.List;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.LimitedCounters;
import org.athanor.engine.job.TaskView;

/**
 * The tasks of an ended job, read once, because {@link JobView#tasks} creates them on each call.
 */
record EndedTasks(List<TaskView> maps, List<TaskView> reduces) {
  static EndedTasks of(JobView job) {
    return new EndedTasks(job.tasks(TaskType.MAP), job.tasks(TaskType.REDUCE));
  }

  /** Returns the tasks of a type, {@link TaskType#MAP} or {@link TaskType#REDUCE}. */
  List<TaskView> of(TaskType type) {
    return type == TaskType.MAP ? maps : reduces;
  }

  int count(TaskType type, TIPStatus status) {
    return (int) of(type).stream().filter(task -> task.status() == status).count();
  }

  /** Returns the sum of the tasks' counters, without those that exceed Hadoop's limits. */
  Counters counters(TaskType type) {
    LimitedCounters sum = new LimitedCounters();
    of(type).forEach(task -> sum.addAll(task.counters()));
    return sum.sum();
  }
}
