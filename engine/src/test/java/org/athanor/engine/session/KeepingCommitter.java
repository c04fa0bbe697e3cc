// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/** Commits to the history's {@link KeptRecords}. */
final class KeepingCommitter extends OutputCommitter {
  /** Where code is held that aborts an attempt, and must not fail. */
  static final String ABORT = "is aborted";

  private static void passOfJob(JobContext context, String place) throws IOException {
    try {
      History.current().code().pass(HistoryJob.hold(context, "job", place), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void setupJob(JobContext context) throws IOException {
    passOfJob(context, "is set up");
    History.current().kept().setUp();
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    History.current().kept().beginJobCommit();
    passOfJob(context, "is committed");
    History.current().kept().endJobCommit();
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) {
    History.current().kept().abortJob();
  }

  @Override
  public void setupTask(TaskAttemptContext context) {}

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) {
    return History.current().kept().hasOutput(context.getTaskAttemptID());
  }

  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    History.current().kept().commit(attempt, HistoryJob.hold(context, attempt, "commits"));
  }

  @Override
  public void abortTask(TaskAttemptContext context) throws IOException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    History.current().kept().abort(attempt, HistoryJob.hold(context, attempt, ABORT));
  }

  @Override
  public boolean isRecoverySupported(JobContext context) {
    return true;
  }

  @Override
  public void recoverTask(TaskAttemptContext context) throws IOException {
    if (!History.current().kept().has(context.getTaskAttemptID())) {
      throw new IOException(context.getTaskAttemptID() + " is not kept");
    }
  }
}
