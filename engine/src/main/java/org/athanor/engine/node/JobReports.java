// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.util.function.Consumer;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.site.JobOnWorker;

/** Tells the master what happens to one job on this Worker. Thread-safe. */
final class JobReports implements JobOnWorker.Listener {
  private final JobID job;
  private final Consumer<FromWorker> master;
  private final RunningAttempts attempts;
  private final CommitQuestions commits;

  JobReports(
      JobID job, Consumer<FromWorker> master, RunningAttempts attempts, CommitQuestions commits) {
    this.job = job;
    this.master = master;
    this.attempts = attempts;
    this.commits = commits;
  }

  @Override
  public void started(TaskAttemptID attempt) {
    attempts.started(attempt);
    master.accept(new FromWorker.Started(attempt));
  }

  @Override
  public void mustEnd(TaskAttemptID attempt, String reason) {
    if (attempts.mustEnd(attempt)) {
      master.accept(new FromWorker.MustEnd(attempt, reason));
    }
  }

  @Override
  public boolean mayCommit(TaskAttemptID attempt) {
    return commits.mayCommit(attempt);
  }

  @Override
  public void succeeded(TaskAttemptID attempt) {
    attempts.succeeded(attempt).ifPresent(master);
  }

  @Override
  public void failed(TaskAttemptID attempt, Failure failure) {
    attempts
        .ended(attempt)
        .ifPresent(
            last ->
                master.accept(
                    new FromWorker.Failed(attempt, last, failure.line(), failure.trace())));
  }

  @Override
  public void stopped(TaskAttemptID attempt) {
    attempts.ended(attempt).ifPresent(last -> master.accept(new FromWorker.Stopped(attempt, last)));
  }

  @Override
  public void abandoned(TaskAttemptID attempt) {
    attempts
        .ended(attempt)
        .ifPresent(last -> master.accept(new FromWorker.Abandoned(attempt, last)));
  }

  @Override
  public void delivered(int assignment, int map) {
    master.accept(new FromWorker.Delivered(job, assignment, map));
  }

  @Override
  public void mergeFailed(Failure failure) {
    master.accept(new FromWorker.MergeFailed(job, failure.line()));
  }

  @Override
  public void mergeEnded() {
    master.accept(new FromWorker.MergeEnded(job));
  }
}
