// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.fleet.RemoteWorkerJob;
import org.athanor.engine.job.SubmittedJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job of the session, which is opened on each Worker before it runs there. If all Workers refuse
 * it, it fails. Thread-safe.
 */
final class OpenJob {
  private static final Logger LOG = LoggerFactory.getLogger(OpenJob.class);

  private final SubmittedJob submitted;
  private final JobExecution execution;

  @GuardedBy("this")
  private final Set<Integer> usable = new HashSet<>(); // Workers that have not refused the job

  OpenJob(SubmittedJob submitted, JobExecution execution) {
    this.submitted = submitted;
    this.execution = execution;
  }

  JobExecution execution() {
    return execution;
  }

  /** Opens the job on a Worker, where attempts run as soon as it is open. */
  void open(RemoteWorker worker, Locality.Place place) {
    synchronized (this) {
      usable.add(worker.number());
    }
    Opening opening = new Opening(worker, place);
    opening.begun(worker.open(submitted, execution.attemptListener(), opening));
  }

  /** A Worker has ended for certain. */
  void lost(int worker, String reason) {
    synchronized (this) {
      usable.remove(worker);
    }
    execution.workerLost(worker, reason);
  }

  private void refused(RemoteWorker worker, String reason) {
    LOG.warn("{} cannot run {}: {}", worker, submitted.id(), reason);
    boolean byAll;
    synchronized (this) {
      usable.remove(worker.number());
      byAll = usable.isEmpty();
    }
    if (byAll) {
      execution.cannotRun("no Worker can run the job; " + worker + ": " + reason);
    }
  }

  /** Has attempts run on one Worker once it has opened the job, which may be very soon. */
  private final class Opening implements RemoteWorker.OpenListener {
    private final RemoteWorker worker;
    private final Locality.Place place;

    @GuardedBy("this")
    private RemoteWorkerJob job; // null before it is known here

    @GuardedBy("this")
    private boolean opened;

    Opening(RemoteWorker worker, Locality.Place place) {
      this.worker = worker;
      this.place = place;
    }

    void begun(RemoteWorkerJob opening) {
      synchronized (this) {
        job = opening;
        if (!opened) {
          return;
        }
      }
      execution.workerJoined(worker.number(), place, opening);
    }

    @Override
    public void opened() {
      RemoteWorkerJob known;
      synchronized (this) {
        opened = true;
        if (job == null) {
          return;
        }
        known = job;
      }
      execution.workerJoined(worker.number(), place, known);
    }

    @Override
    public void refused(String reason) {
      OpenJob.this.refused(worker, reason);
    }
  }
}
