// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
  private final CountDownLatch refusal = new CountDownLatch(1);
  private volatile String refused;

  ClusterEvents(YarnWorkers workers, JobService jobs) {
    this.workers = workers;
    this.jobs = jobs;
  }

  /**
   * Returns why the ResourceManager has nothing to do with this master any more; null if it has.
   */
  String refused() {
    return refused;
  }

  /** Waits, but not when the ResourceManager has refused this master. */
  @SuppressWarnings("ResultOfMethodCallIgnored") // refused() says it
  void await(long millis) throws InterruptedException {
    boolean unused = refusal.await(millis, TimeUnit.MILLISECONDS);
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

  @Override
  public void masterRefused(String reason) {
    LOG.error("{}", reason);
    refused = reason;
    refusal.countDown();
  }

  /** Returns the mean of the running jobs' progress; that of an idle session is 1. */
  @Override
  public float progress() {
    float sum = 0;
    int running = 0;
    Collection<JobView> all = jobs.jobs();
    for (JobView job : all) {
      if (job.state() == JobStatus.State.PREP || job.state() == JobStatus.State.RUNNING) {
        sum += (job.mapProgress() + job.reduceProgress()) / PHASES;
        running++;
      }
    }
    return running == 0 ? 1 : sum / running;
  }
}
