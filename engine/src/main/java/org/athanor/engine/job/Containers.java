// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;

/**
 * The ids of the containers that a job's attempts would have on YARN. The containers do not exist,
 * but histories and aggregated logs contain their ids, because Hadoop's tools find an attempt's log
 * by its container. An id depends only on the attempt and on the job's numbers of tasks. Immutable.
 */
public final class Containers {
  /** The port of a node without a node manager. */
  public static final int NO_PORT = -1;

  private static final int JOB_NUMBER = 1;

  private final ApplicationAttemptId application;
  private final int maps;
  private final int reduces;

  /**
   * @param maps the number of the job's maps
   * @param reduces the number of the job's reduces
   */
  public Containers(JobID job, int maps, int reduces) {
    this.application =
        ApplicationAttemptId.newInstance(TypeConverter.toYarn(job).getAppId(), JOB_NUMBER);
    this.maps = maps;
    this.reduces = reduces;
  }

  public static Containers of(JobView job) {
    return new Containers(
        job.id(), job.tasks(TaskType.MAP).size(), job.tasks(TaskType.REDUCE).size());
  }

  public ApplicationId application() {
    return application.getApplicationId();
  }

  /** Returns the application master's container, in which a job is set up and committed. */
  public ContainerId ofJob() {
    return ContainerId.newContainerId(application, JOB_NUMBER);
  }

  public ContainerId of(TaskAttemptID attempt) {
    long task = attempt.getTaskID().getId();
    if (attempt.getTaskType() == TaskType.REDUCE) {
      task += maps;
    }
    long attempts = attempt.getId() * ((long) maps + reduces);
    return ContainerId.newContainerId(application, JOB_NUMBER + 1 + attempts + task);
  }

  /** Returns this machine's node, on which all attempts run. */
  public static NodeId node() {
    return NodeId.newInstance(NetUtils.getLocalHostname(), NO_PORT);
  }
}
