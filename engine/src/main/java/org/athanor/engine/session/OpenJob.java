// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.fleet.RemoteWorkerJob;
import org.athanor.engine.job.SubmittedJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job of the session, which is opened on each Worker before it runs there. A Worker that refuses
 * it, because a file cannot be read for example, is asked again, {@value #QUESTIONS} times in all.
 * The job fails if all Workers refuse it in the end, and if it has broken {@value #MOST_BROKEN}
 * Workers, or as many as there are if that is more, as one does whose map output has no room on any
 * disk. Thread-safe.
 */
final class OpenJob {
  private static final Logger LOG = LoggerFactory.getLogger(OpenJob.class);

  /** How often a Worker is asked. */
  static final int QUESTIONS = 4;

  /** So many Workers any job may break. */
  static final int MOST_BROKEN = 4;

  private final SubmittedJob submitted;
  private final JobExecution execution;

  @GuardedBy("this")
  private final Set<Integer> usable = new HashSet<>(); // Workers that have not refused the job

  @GuardedBy("this")
  private final Set<Integer> gone = new HashSet<>(); // Workers that have ended

  @GuardedBy("this")
  private int broken;

  OpenJob(SubmittedJob submitted, JobExecution execution) {
    this.submitted = submitted;
    this.execution = execution;
  }

  UserGroupInformation user() {
    return submitted.user();
  }

  JobExecution execution() {
    return execution;
  }

  /** Opens the job on a Worker, where attempts run as soon as it is open. */
  void open(RemoteWorker worker, Locality.Place place) {
    open(worker, place, 1);
  }

  private void open(RemoteWorker worker, Locality.Place place, int question) {
    synchronized (this) {
      if (gone.contains(worker.number())) {
        return;
      }
      usable.add(worker.number());
    }
    Opening opening = new Opening(worker, place, question);
    opening.begun(worker.open(submitted, execution.attemptListener(), opening));
  }

  /**
   * A Worker has ended for certain.
   *
   * @param isSuspicious whether code of an attempt may be what ended it
   */
  void lost(int worker, String reason, boolean isSuspicious) {
    synchronized (this) {
      gone.add(worker);
      usable.remove(worker);
    }
    execution.workerLost(worker, reason, isSuspicious);
  }

  private void refused(Opening opening, String reason) {
    LOG.warn("{} cannot run {}: {}", opening.worker, submitted.id(), reason);
    if (opening.question < QUESTIONS) {
      opening.again();
      return;
    }
    boolean byAll;
    synchronized (this) {
      usable.remove(opening.worker.number());
      byAll = usable.isEmpty();
    }
    if (byAll) {
      execution.cannotRun("no Worker can run the job; " + opening.worker + ": " + reason);
    }
  }

  private void brokenOn(RemoteWorker worker, String reason) {
    int count;
    boolean isTooMuch;
    synchronized (this) {
      count = ++broken;
      isTooMuch = count >= Math.max(MOST_BROKEN, usable.size());
    }
    if (isTooMuch) {
      execution.cannotRun("the job has broken " + count + " Workers; " + worker + ": " + reason);
    }
  }

  /** Has attempts run on one Worker once it has opened the job, which may be very soon. */
  private final class Opening implements RemoteWorker.OpenListener {
    private final RemoteWorker worker;
    private final Locality.Place place;
    private final int question; // how often the Worker has been asked

    @GuardedBy("this")
    private RemoteWorkerJob job; // null before it is known here

    @GuardedBy("this")
    private boolean opened;

    Opening(RemoteWorker worker, Locality.Place place, int question) {
      this.worker = worker;
      this.place = place;
      this.question = question;
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

    /** Asks again after a pause, which is longer each time. */
    void again() {
      Executor later = CompletableFuture.delayedExecutor(1L << (question - 1), TimeUnit.SECONDS);
      later.execute(
          () -> {
            if (!execution.isOver()) {
              open(worker, place, question + 1);
            }
          });
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
      OpenJob.this.refused(this, reason);
    }

    @Override
    public void broken(String reason) {
      brokenOn(worker, reason);
    }
  }
}
