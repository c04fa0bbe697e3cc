// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.Collection;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on what the cluster tells the master. Thread-safe. */
final class ClusterEvents implements YarnContainers.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterEvents.class);
  private static final int PHASES = 2;

  private final YarnWorkers workers;
  private final JobService jobs;
  private final CommitWindow commits;
  private final Runnable halt;
  private volatile boolean ended; // the session

  /**
   * @param commits is told when the ResourceManager answers
   * @param halt ends this process at once, and does not return
   */
  ClusterEvents(YarnWorkers workers, JobService jobs, CommitWindow commits, Runnable halt) {
    this.workers = workers;
    this.jobs = jobs;
    this.commits = commits;
    this.halt = halt;
  }

  /** The ResourceManager knows that the session has ended. */
  void sessionEnded() {
    ended = true;
  }

  @Override
  public void allocated(Container container) {
    workers.allocated(container);
  }

  @Override
  public void completed(ContainerStatus status) {
    workers.completed(status);
  }

  @Override
  public void startFailed(ContainerId container, String reason) {
    workers.startFailed(container, reason);
  }

  @Override
  public void stopFailed(ContainerId container, String reason) {
    workers.stopFailed(container, reason);
  }

  /** Another master may run by now, so this process touches nothing any more. */
  @Override
  public void masterRefused(String reason) {
    if (!ended) {
      LOG.error("this ApplicationMaster ends, but not its session: {}", reason);
      halt.run();
    }
  }

  /**
   * Returns the mean of the running jobs' progress; that of an idle session is 1, or 0 before the
   * first job. Is called after each answer of the ResourceManager.
   */
  @Override
  public float progress() {
    commits.answered();
    float sum = 0;
    int running = 0;
    Collection<JobView> all = jobs.jobs();
    for (JobView job : all) {
      if (job.state() == JobStatus.State.PREP || job.state() == JobStatus.State.RUNNING) {
        sum += (job.mapProgress() + job.reduceProgress()) / PHASES;
        running++;
      }
    }
    if (running == 0) {
      return all.isEmpty() ? 0 : 1;
    }
    return sum / running;
  }
}
