// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;

/**
 * Ids as the engine uses them. {@code JobClient} passes the ids of {@code mapred}, which are never
 * equal to those of {@code mapreduce} even if they name the same job.
 */
final class Ids {
  private Ids() {}

  static JobID plain(JobID id) {
    return id.getClass() == JobID.class ? id : new JobID(id.getJtIdentifier(), id.getId());
  }

  static TaskAttemptID plain(TaskAttemptID id) {
    TaskID task = id.getTaskID();
    return new TaskAttemptID(
        new TaskID(plain(task.getJobID()), task.getTaskType(), task.getId()), id.getId());
  }
}
