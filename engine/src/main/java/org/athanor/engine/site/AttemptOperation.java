// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import org.athanor.engine.exit.TaskExit;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.task.TaskAttempt;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;

/** Runs an attempt and reports its end. */
final class AttemptOperation implements Operation {
  private final WorkerJob job;
  private final Kind kind;
  private final TaskAttempt attempt;
  private boolean reported; // whether the end was; the attempt's thread only

  AttemptOperation(WorkerJob job, Kind kind, TaskAttempt attempt) {
    this.job = job;
    this.kind = kind;
    this.attempt = attempt;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public Share share() {
    return job.share();
  }

  TaskAttempt attempt() {
    return attempt;
  }

  @Override
  public void run(WorkArea work) {
    try {
      job.started(this);
      // Captures until the attempt's end is reported, because the report logs why it failed.
      job.site().logs().capture(attempt.id(), () -> runAndReport(work));
    } catch (Throwable e) {
      end(e);
    }
  }

  private void runAndReport(WorkArea work) {
    Failure failure = null;
    TaskExit.Scope scope = TaskExit.open(why -> job.exited(attempt.id(), why));
    try {
      // It may have been told to stop before this thread could be interrupted.
      if (attempt.reporter().isStopped()) {
        throw new AttemptStoppedException();
      }
      job.site().userCode().run(loader -> attempt.run(work, loader));
    } catch (Throwable e) {
      failure = Failure.of(e);
    } finally {
      scope.close();
    }
    reported = true;
    if (failure == null) {
      job.succeeded(this);
    } else {
      job.failed(this, failure);
    }
  }

  /** Ends the attempt after something other than its own code has failed. */
  private void end(Throwable thrown) {
    try {
      if (!reported) {
        reported = true;
        job.failed(this, Failure.of(thrown));
        return;
      }
    } catch (Throwable e) {
      job.breakdown().note(e);
      return;
    }
    job.breakdown().note(thrown);
  }
}
