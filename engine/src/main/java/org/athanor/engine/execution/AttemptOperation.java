// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.exit.TaskExit;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.task.TaskAttempt;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;

/** Runs an attempt and tells its job how it ended. */
final class AttemptOperation implements Operation {
  private final JobExecution job;
  private final AttemptRef ref;
  private final TaskAttempt attempt;
  private boolean told; // the attempt's thread only

  AttemptOperation(JobExecution job, AttemptRef ref, TaskAttempt attempt) {
    this.job = job;
    this.ref = ref;
    this.attempt = attempt;
  }

  @Override
  public Kind kind() {
    return ref.kind() == AttemptRef.Kind.MAP ? Kind.MAP : Kind.REDUCE;
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
      job.attemptStarted(ref);
      // Kept until the job has taken note of the attempt's end: it logs why that failed.
      job.logs().capture(attempt.id(), () -> runAndTell(work));
    } catch (Throwable e) {
      end(e);
    }
  }

  private void runAndTell(WorkArea work) {
    Failure failure = null;
    TaskExit.Scope scope = TaskExit.open(why -> job.endAttempt(attempt.id(), true, why));
    try {
      // A stop that came before the thread could be interrupted.
      if (attempt.reporter().isStopped()) {
        throw new AttemptStoppedException();
      }
      job.userCode().run(loader -> attempt.run(work, loader));
    } catch (Throwable e) {
      failure = Failure.of(e);
    } finally {
      scope.close();
    }
    told = true;
    if (failure == null) {
      job.attemptSucceeded(ref, this);
    } else {
      job.attemptEnded(ref, this, failure);
    }
  }

  /** Ends the attempt after something but itself failed. */
  private void end(Throwable thrown) {
    try {
      if (!told) {
        told = true;
        job.attemptEnded(ref, this, Failure.of(thrown));
        return;
      }
    } catch (Throwable e) {
      job.breakDown(e);
      return;
    }
    job.breakDown(thrown);
  }
}
