// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.task.TaskAttempt;
import org.athanor.engine.task.WorkArea;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;

/** Runs an attempt and tells its job how it ended. */
final class AttemptOperation implements Operation {
  private final JobExecution job;
  private final AttemptRef ref;
  private final TaskAttempt attempt;

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

  @Override
  public void run(WorkArea work) {
    job.attemptStarted(ref);
    // Kept until the job has taken note of the attempt's end: it logs why that failed.
    job.logs().capture(attempt.id(), () -> runAndTell(work));
  }

  private void runAndTell(WorkArea work) {
    try {
      job.userCode().run(loader -> attempt.run(work, loader));
    } catch (Throwable t) {
      job.attemptEnded(ref, attempt, t);
      return;
    }
    job.attemptSucceeded(ref, attempt);
  }
}
