// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContextImpl;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptContextImpl;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.failure.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job's output committer: one object from set-up to commit or abort, as in Hadoop. Its methods
 * are called one after the other, except {@link #abortTask}, which several threads may call at
 * once, as in Hadoop's ApplicationMaster.
 */
final class JobCommit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobCommit.class);

  private final JobID id;
  private final JobPast past;
  private final JobJournal journal;
  private JobConf conf;
  private OutputCommitter committer;
  private JobContext context;
  private OutputDirectory output;

  /**
   * @param conf of the job; not changed
   */
  JobCommit(JobConf conf, JobDescription job) {
    this.conf = new JobConf(conf);
    this.id = job.id();
    this.past = job.past();
    this.journal = job.journal();
  }

  /**
   * Makes the committer and sets the job up.
   *
   * @throws IOException also if an earlier master may have committed a part of the output, and the
   *     committer cannot commit again; then the output is left as it is
   */
  void setUp(ClassLoader loader) throws IOException, InterruptedException, ClassNotFoundException {
    conf.setClassLoader(loader);
    context = new JobContextImpl(conf, id);
    boolean newApi =
        conf.getNumReduceTasks() > 0 ? conf.getUseNewReducer() : conf.getUseNewMapper();
    if (newApi) {
      TaskAttemptContext attempt =
          new TaskAttemptContextImpl(conf, new TaskAttemptID(newTaskId(), 0));
      committer =
          ReflectionUtils.newInstance(attempt.getOutputFormatClass(), conf)
              .getOutputCommitter(attempt);
    } else {
      committer = conf.getOutputCommitter();
    }
    if (past.commitBegan() && !committer.isCommitJobRepeatable(context)) {
      committer = null;
      throw new IOException(
          "an earlier ApplicationMaster has ended while it committed the output, which may be"
              + " incomplete; the output committer cannot commit again");
    }
    output = OutputDirectory.before(conf);
    committer.setupJob(context);
  }

  /** Takes over the output of tasks that earlier masters have run; returns those that are done. */
  List<FinishedTask> recover() throws IOException {
    List<FinishedTask> recovered = new ArrayList<>();
    if (!past.finished().isEmpty() && committer.isRecoverySupported(context)) {
      for (FinishedTask task : past.finished()) {
        if (recover(task)) {
          recovered.add(task);
        }
      }
    }
    return recovered;
  }

  private boolean recover(FinishedTask task) {
    try {
      committer.recoverTask(new TaskAttemptContextImpl(conf, task.attempt()));
      return true;
    } catch (IOException | RuntimeException e) {
      Failure failure = Failure.of(e);
      LOG.warn("{} runs again: its output is not recovered: {}", task.attempt(), failure.line());
      return false;
    }
  }

  private org.apache.hadoop.mapred.TaskID newTaskId() {
    return new org.apache.hadoop.mapred.TaskID(id, TaskType.MAP, 0);
  }

  /** Commits the job, so that a later master knows whether it was committed. */
  void commit() throws IOException {
    boolean committed = false;
    begin();
    try {
      committer.commitJob(context);
      committed = true;
    } finally {
      if (!committed) {
        BestEffort.close(() -> journal.commitEnded(false), "mark of the failed commit");
      }
    }
    journal.commitEnded(true);
  }

  private void begin() throws IOException {
    try {
      journal.commitBegins(committer.isCommitJobRepeatable(context));
    } catch (CommitBegunException e) {
      committer = null; // abort() would remove what the other master commits.
      throw e;
    }
  }

  /**
   * Removes the job's output, if set-up got so far that there may be any. The output directory
   * itself stays, as with Hadoop's committer. If the job ends because the JVM ends, an empty new
   * directory is removed too, because it would keep the user from running the job again.
   */
  void abort(boolean killed) throws IOException {
    if (committer != null) {
      committer.abortJob(context, killed ? JobStatus.State.KILLED : JobStatus.State.FAILED);
    }
    if (output != null && ShutdownHookManager.get().isShutdownInProgress()) {
      output.removeIfNewAndEmpty();
    }
  }

  /** Removes the output of an attempt whose own thread cannot do that. */
  void abortTask(TaskAttemptID attempt) throws IOException {
    if (committer != null) {
      committer.abortTask(new TaskAttemptContextImpl(conf, attempt));
    }
  }

  /** Drops the committer, because a job is remembered for its clients long after its end. */
  @Override
  public void close() {
    conf = null;
    context = null;
    output = null;
    committer = null;
  }
}
