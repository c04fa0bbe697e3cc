// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.List;
import org.apache.hadoop.mapred.TIPStatus;
import org.athanor.engine.job.TaskView;

/**
 * The maps or the reduces of a job.
 *
 * @param total tasks
 * @param complete tasks that have succeeded
 * @param progress of the group, from 0 to 1
 * @param start when its first task began, milliseconds since the epoch, 0 if none has
 * @param finish when its last task ended so far, 0 if none has
 */
record TaskGroup(int total, int complete, float progress, long start, long finish) {
  static TaskGroup of(List<TaskView> tasks, float progress) {
    int complete = 0;
    long start = 0;
    long finish = 0;
    for (TaskView task : tasks) {
      if (task.status() == TIPStatus.COMPLETE) {
        complete++;
      }
      if (task.startTime() > 0) {
        start = start == 0 ? task.startTime() : Math.min(start, task.startTime());
      }
      finish = Math.max(finish, task.finishTime());
    }
    return new TaskGroup(tasks.size(), complete, progress, start, finish);
  }

  /** Whether a task of the group has begun. */
  boolean hasBegun() {
    return start > 0;
  }

  /** From the first start to the last end in milliseconds, 0 if either is missing. */
  long millis() {
    return start == 0 || finish == 0 ? 0 : Math.max(0, finish - start);
  }

  /** The milliseconds during which tasks of both groups were under way. */
  long overlapMillis(TaskGroup other) {
    if (millis() == 0 || other.millis() == 0) {
      return 0;
    }
    return Math.max(0, Math.min(finish, other.finish) - Math.max(start, other.start));
  }
}
