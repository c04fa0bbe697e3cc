// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.site.UserCode;
import org.athanor.engine.thread.Clock;
import org.athanor.engine.worker.Operation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of a job's output committer, each one an operation on an engine thread.
 *
 * <p>The committer is code of the job, and a call of it may never return. A call that was told to
 * stop, and an abort that takes longer than {@code
 * yarn.app.mapreduce.am.job.committer.cancel-timeout} (milliseconds, 60,000 unless the job sets
 * it), is interrupted. If it still runs {@value JobExecution#GRACE_SECONDS} s later, its thread is
 * abandoned, and the job goes on without it.
 *
 * <p>Thread-safe. What follows a call is run once, on an engine thread, without the job's lock.
 */
final class CommitterCalls {
  private static final Logger LOG = LoggerFactory.getLogger(CommitterCalls.class);

  private final JobEnvironment job;
  private final JobCommit commit;
  private final Clock clock;
  private final long abortNanos;
  private final Object lock;

  @GuardedBy("lock")
  private final List<Call> running = new ArrayList<>();

  /** The committer's methods. */
  private enum Method {
    SETUP_JOB("setupJob", "set-up failed", "files of the set-up", false),
    COMMIT_JOB("commitJob", "commit failed", "a part of the job's output", false),
    ABORT_JOB("abortJob", "could not remove the job's output", "the job's temporary output", true),
    ABORT_TASK(
        "abortTask",
        "could not remove the attempt's output",
        "the attempt's temporary output",
        true);

    private final String javaName;
    private final String failed;
    private final String remains;
    private final boolean isAbort;

    Method(String javaName, String failed, String remains, boolean isAbort) {
      this.javaName = javaName;
      this.failed = failed;
      this.remains = remains;
      this.isAbort = isAbort;
    }
  }

  /** One call until it has ended or was abandoned. Guarded by the job's lock. */
  private static final class Call {
    private final Method method;
    private final Object subject; // the job or the attempt that the call is for
    private final Consumer<Optional<Failure>> then;
    private Operation operation;
    private long begunNanos; // by the clock, when it began; 0 before
    private long stopNanos; // by the clock, when it was told to stop; 0 before
    private boolean abandoned;

    Call(Method method, Object subject, Consumer<Optional<Failure>> then) {
      this.method = method;
      this.subject = subject;
      this.then = then;
    }
  }

  CommitterCalls(JobEnvironment job) {
    JobConf conf = job.site().facts().configuration();
    this.job = job;
    this.clock = job.site().facts().clock();
    this.commit = new JobCommit(conf, job.description());
    this.lock = job.lock();
    this.abortNanos =
        TimeUnit.MILLISECONDS.toNanos(
            conf.getInt(
                MRJobConfig.MR_AM_COMMITTER_CANCEL_TIMEOUT_MS,
                MRJobConfig.DEFAULT_MR_AM_COMMITTER_CANCEL_TIMEOUT_MS));
  }

  private Object jobId() {
    return job.description().id();
  }

  /**
   * Makes the committer and has it set the job up.
   *
   * @param first is run just before that
   * @param recovered gets the tasks that need not run, because earlier masters have run them
   * @param then gets the failure, if there was one
   */
  void setUpJob(
      Runnable first, Consumer<List<FinishedTask>> recovered, Consumer<Optional<Failure>> then) {
    UserCode.Action setUp =
        loader -> {
          first.run();
          commit.setUp(loader);
          recovered.accept(commit.recover());
        };
    submit(new Call(Method.SETUP_JOB, jobId(), then), setUp);
  }

  /**
   * Has the committer commit the job.
   *
   * @param then gets the failure, if there was one
   */
  void commitJob(Consumer<Optional<Failure>> then) {
    submit(new Call(Method.COMMIT_JOB, jobId(), then), loader -> commit.commit());
  }

  /** Has the committer remove the job's output. A failure is logged. */
  void abortJob(boolean killed, Runnable then) {
    submit(
        new Call(Method.ABORT_JOB, jobId(), unused -> then.run()), loader -> commit.abort(killed));
  }

  /**
   * Has the committer remove the output of an attempt whose own thread cannot do that. A failure is
   * logged.
   *
   * @param first is run just before that
   */
  void abortTask(TaskAttemptID attempt, Runnable first, Runnable then) {
    UserCode.Action abort =
        loader -> {
          first.run();
          commit.abortTask(attempt);
        };
    submit(new Call(Method.ABORT_TASK, attempt, unused -> then.run()), abort);
  }

  /** Returns whether the output of an attempt is being aborted. */
  boolean abortsTasks() {
    synchronized (lock) {
      return running.stream().anyMatch(call -> call.method == Method.ABORT_TASK);
    }
  }

  private void submit(Call call, UserCode.Action action) {
    synchronized (lock) {
      call.operation = job.operation(Operation.Kind.JOB, unused -> run(call, action));
      running.add(call);
      boolean submitted = false;
      try {
        job.worker().submit(call.operation);
        submitted = true;
      } finally {
        if (!submitted) {
          running.remove(call);
        }
      }
    }
  }

  private void run(Call call, UserCode.Action action) {
    Optional<Failure> failure;
    try {
      if (!begin(call)) {
        throw new AttemptStoppedException();
      }
      failure = job.site().userCode().tryRun(call.method.failed, action);
    } catch (Throwable e) {
      failure = Optional.of(Failure.of(e));
    }
    synchronized (lock) {
      if (call.abandoned) {
        return;
      }
      running.remove(call);
    }
    call.then.accept(failure);
  }

  /** Returns false if the call was told to stop before it began. */
  private boolean begin(Call call) {
    synchronized (lock) {
      call.begunNanos = clock.nanoTime() | 1;
      return call.stopNanos == 0;
    }
  }

  /** Tells a set-up or commit to stop; aborts go on. */
  void stop() {
    synchronized (lock) {
      long now = clock.nanoTime();
      for (Call call : running) {
        if (!call.method.isAbort) {
          stop(call, now);
        }
      }
    }
  }

  @GuardedBy("lock")
  private void stop(Call call, long now) {
    if (call.stopNanos == 0) {
      call.stopNanos = now | 1;
      job.worker().interrupt(call.operation);
    }
  }

  /**
   * Interrupts aborts that take too long, and abandons calls that do not end for an interrupt. If
   * this throws, for lack of memory, the next call does what is left.
   *
   * @param now nanoseconds by the clock
   */
  void tick(long now) {
    synchronized (lock) {
      for (Call call : List.copyOf(running)) {
        if (call.method.isAbort && call.begunNanos != 0 && now - call.begunNanos > abortNanos) {
          stop(call, now);
        }
        if (call.stopNanos != 0 && now - call.stopNanos > JobExecution.GRACE_NANOS) {
          abandon(call);
        }
      }
    }
  }

  @GuardedBy("lock")
  private void abandon(Call call) {
    if (call.abandoned || job.worker().abandon(call.operation)) {
      call.abandoned = true;
      job.worker()
          .submit(job.operation(Operation.Kind.JOB, unused -> call.then.accept(giveUp(call))));
      running.remove(call);
    }
  }

  private Optional<Failure> giveUp(Call call) {
    try {
      String reason =
          "the output committer's "
              + call.method.javaName
              + " for "
              + call.subject
              + " still runs "
              + JobExecution.GRACE_SECONDS
              + " s after it was interrupted";
      LOG.warn(
          "{}: {}. Its thread is abandoned, and {} may be left behind",
          jobId(),
          reason,
          call.method.remains);
      return Optional.of(Failure.of(new IOException(reason)));
    } catch (RuntimeException | Error e) {
      return Optional.of(Failure.of(e));
    }
  }

  /** Forgets all calls. None may run any more; nothing follows them. */
  void forgetAll() {
    synchronized (lock) {
      running.forEach(call -> call.abandoned = true);
      running.clear();
    }
  }

  /** Drops the committer, because a job is remembered for its clients long after its end. */
  void close() {
    commit.close();
  }
}
