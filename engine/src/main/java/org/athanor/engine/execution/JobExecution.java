// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.util.StringUtils;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Command;
import org.athanor.engine.coordinator.Event;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.coordinator.JobState;
import org.athanor.engine.job.JobView;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.run.Run;
import org.athanor.engine.task.AttemptStoppedException;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.MapAttempt;
import org.athanor.engine.task.ReduceAttempt;
import org.athanor.engine.task.RunMerge;
import org.athanor.engine.task.TaskAttempt;
import org.athanor.engine.task.WorkArea;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job from submission to its end. Events (an attempt ended, somebody kills the job) go to the
 * coordinator under the job's lock; its commands only queue operations or tell them to stop, so
 * they are carried out under the lock too, which keeps them in order. Everything that does I/O is
 * an operation on an engine thread. Thread-safe.
 */
public final class JobExecution {
  private static final Logger LOG = LoggerFactory.getLogger(JobExecution.class);

  private final Submission submission;
  private final Worker worker;
  private final Share share;
  private final JobCommit commit;
  private final LiveJob view;
  private final CountDownLatch ended = new CountDownLatch(1);

  private final Object lock = new Object();
  // Guarded by lock, from here on.
  private final JobCoordinator coordinator;
  private final JobRecord record;
  private final MapOutputs outputs;
  private final RunMerges merges;
  private final List<AttemptRef> heldReduces = new ArrayList<>();
  private Command.AbortJob heldAbort;

  public JobExecution(Submission submission, Worker worker, long age) {
    this.submission = submission;
    this.worker = worker;
    this.share = new Share(age, priorityOf(submission.configuration().getJobPriority()));
    this.commit = new JobCommit(submission.configuration(), submission.facts().id());
    this.coordinator = new JobCoordinator(submission.plan());
    this.record = new JobRecord(submission);
    this.view = new LiveJob(submission, coordinator, record, lock);
    this.outputs = new MapOutputs(worker.mergeWidth());
    this.merges = new RunMerges(outputs, worker, share, this::merge);
  }

  private static int priorityOf(org.apache.hadoop.mapred.JobPriority priority) {
    return switch (priority) {
      case VERY_HIGH -> 5;
      case HIGH -> 4;
      case LOW -> 2;
      case VERY_LOW -> 1;
      default -> 3;
    };
  }

  /** Begins the job. */
  public void start() {
    handle(new Event.Submitted());
  }

  /** The job as its clients see it. */
  public JobView view() {
    return view;
  }

  public void kill(String reason) {
    handle(new Event.KillJob(reason));
  }

  public void setPriority(JobPriority priority) {
    worker.setPriority(
        share, priorityOf(org.apache.hadoop.mapred.JobPriority.valueOf(priority.name())));
  }

  /** Ends a running attempt; answers whether there was one. */
  public boolean endAttempt(
      org.apache.hadoop.mapreduce.TaskAttemptID id, boolean asFailed, String reason) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (attempt == null || attempt.operation() == null) {
        return false;
      }
      handle(new Event.EndAttempt(attempt.ref(), asFailed, reason));
      return true;
    }
  }

  /** Takes note of where the ended job's history is. */
  public void setHistoryFile(String file) {
    view.setHistoryFile(file);
  }

  /** Asks running attempts for their progress and ends those that have shown none for too long. */
  public void tick() {
    synchronized (lock) {
      for (AttemptRecord attempt : record.runningAttempts()) {
        long silentMillis = attempt.reporter().tick() / 1_000_000;
        long timeout = submission.taskTimeoutMillis();
        if (timeout > 0 && silentMillis > timeout && !attempt.isCommitting()) {
          handle(
              new Event.EndAttempt(
                  attempt.ref(),
                  true,
                  attempt.id() + " Timed out after " + silentMillis / 1000 + " secs"));
        }
      }
    }
  }

  /** Waits until the job has ended and everything of it is cleaned up. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** Whether clients see the job's end; what is told to others of it may still be under way. */
  public boolean isOver() {
    return view.finishTime() != 0;
  }

  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  Share share() {
    return share;
  }

  JobLogs logs() {
    return submission.logs();
  }

  UserCode userCode() {
    return submission.userCode();
  }

  private void handle(Event event) {
    synchronized (lock) {
      for (Command command : coordinator.handle(event)) {
        carryOut(command);
      }
      lock.notifyAll(); // LiveJob.awaitCompletionEvent
    }
  }

  private void carryOut(Command command) {
    if (command instanceof Command.SetUpJob) {
      submit(Operation.Kind.JOB, work -> setUp());
    } else if (command instanceof Command.Launch launch) {
      launch(launch.attempt());
    } else if (command instanceof Command.Stop stop) {
      stop(stop.attempt());
    } else if (command instanceof Command.CommitJob) {
      submit(Operation.Kind.JOB, work -> commitJob());
    } else if (command instanceof Command.AbortJob abort) {
      merges.stop();
      heldAbort = abort;
      releaseHeldAbort();
    } else if (command instanceof Command.End end) {
      view.ended(end.state());
    }
  }

  private void submit(Operation.Kind kind, JobOperation.Step step) {
    worker.submit(new JobOperation(kind, share, step));
  }

  private void setUp() {
    view.started();
    if (step("set-up failed", commit::setUp)) {
      handle(new Event.SetUp());
    }
  }

  /** Answers whether it went well; if not, the job fails. */
  private boolean step(String failure, UserCode.Action action) {
    Optional<Throwable> thrown = tryStep(failure, action);
    thrown.ifPresent(t -> handle(new Event.JobFailed(failure + ": " + Failures.oneLine(t))));
    return thrown.isEmpty();
  }

  private Optional<Throwable> tryStep(String failure, UserCode.Action action) {
    return logs()
        .captureJob(
            () -> {
              try {
                userCode().run(action);
                return Optional.empty();
              } catch (Throwable t) {
                LOG.warn("{}: {}", view.id(), failure, t);
                return Optional.of(t);
              }
            });
  }

  private void commitJob() {
    if (!step("commit failed", loader -> commit.commit())) {
      return;
    }
    Optional<byte[]> jobXml = cleanUp();
    handle(new Event.Committed());
    afterEnd(jobXml);
  }

  private void abortJob(boolean killed) {
    Optional<Throwable> unused =
        tryStep("could not remove the job's output", loader -> commit.abort(killed));
    Optional<byte[]> jobXml = cleanUp();
    handle(new Event.Aborted());
    afterEnd(jobXml);
  }

  /** Returns what the listener needs of the files that are gone now. */
  private Optional<byte[]> cleanUp() {
    synchronized (lock) {
      outputs.release();
    }
    Optional<byte[]> jobXml = submission.jobXml();
    commit.close();
    submission.close();
    worker.renewThreads();
    return jobXml;
  }

  private void afterEnd(Optional<byte[]> jobXml) {
    try {
      submission.afterEnd(this, jobXml);
    } finally {
      ended.countDown();
    }
  }

  private void launch(AttemptRef ref) {
    if (ref.kind() == Kind.REDUCE) {
      merges.start(true);
      if (!merges.isIdle()) {
        heldReduces.add(ref);
        return;
      }
    }
    TaskAttemptID id = record.idOf(ref);
    JobFacts facts = submission.facts();
    TaskAttempt attempt =
        ref.kind() == Kind.MAP
            ? new MapAttempt(
                facts, id, submission.splits()[ref.task()].getSplitIndex(), this::mayCommit)
            : new ReduceAttempt(
                facts, id, submission.plan().maps(), outputs.all(), this::mayCommit);
    AttemptOperation operation = new AttemptOperation(this, ref, attempt);
    record.launched(ref, attempt).setOperation(operation);
    worker.submit(operation);
  }

  /** Aborts once no merge runs: it would read and write what the end of the job releases. */
  private void releaseHeldAbort() {
    if (heldAbort != null && merges.isIdle()) {
      boolean killed = heldAbort.killed();
      heldAbort = null;
      submit(Operation.Kind.JOB, work -> abortJob(killed));
    }
  }

  private void merge(List<Run> runs, WorkArea work) {
    try {
      Run[] merged = new Run[1];
      userCode().run(loader -> merged[0] = RunMerge.merge(submission.facts(), runs, work, loader));
      synchronized (lock) {
        merges.ended(runs, Optional.of(merged[0]));
      }
    } catch (Throwable t) {
      LOG.warn("{}: merge failed", view.id(), t);
      synchronized (lock) {
        merges.ended(runs, Optional.empty());
        handle(new Event.JobFailed("merging map output failed: " + Failures.oneLine(t)));
      }
    }
    releaseHeldReduces();
  }

  private void releaseHeldReduces() {
    synchronized (lock) {
      List<AttemptRef> held = List.copyOf(heldReduces);
      heldReduces.clear();
      if (coordinator.state() == JobState.RUNNING) {
        held.forEach(this::launch);
      } else {
        held.forEach(ref -> handle(new Event.AttemptStopped(ref)));
      }
      releaseHeldAbort();
    }
  }

  private void stop(AttemptRef ref) {
    if (heldReduces.remove(ref)) {
      handle(new Event.AttemptStopped(ref));
      return;
    }
    AttemptRecord attempt = record.attempt(ref);
    AttemptOperation operation = attempt.operation();
    if (operation == null || attempt.isCommitting()) {
      return;
    }
    attempt.reporter().stop();
    if (worker.withdraw(operation)) {
      ended(attempt, TaskStatus.State.KILLED, "");
      handle(new Event.AttemptStopped(ref));
    } else {
      worker.interrupt(operation);
    }
  }

  private boolean mayCommit(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (coordinator.state() != JobState.RUNNING || attempt.reporter().isStopped()) {
        return false;
      }
      attempt.beginCommit();
      return true;
    }
  }

  void attemptStarted(AttemptRef ref) {
    synchronized (lock) {
      record.attempt(ref).started(System.currentTimeMillis());
    }
  }

  void attemptSucceeded(AttemptRef ref, TaskAttempt attempt) {
    synchronized (lock) {
      ended(record.attempt(ref), TaskStatus.State.SUCCEEDED, "");
      if (attempt instanceof MapAttempt map) {
        outputs.add(map.runs());
        if (coordinator.state() == JobState.RUNNING) {
          merges.start(false);
        }
      }
      handle(new Event.AttemptSucceeded(ref));
    }
  }

  /** The attempt threw {@code failure}. */
  void attemptEnded(AttemptRef ref, TaskAttempt attempt, Throwable failure) {
    synchronized (lock) {
      AttemptRecord ending = record.attempt(ref);
      if (failure instanceof AttemptStoppedException || attempt.reporter().isStopped()) {
        TaskStatus.State state =
            coordinator.endsAsFailure(ref) ? TaskStatus.State.FAILED : TaskStatus.State.KILLED;
        ended(ending, state, coordinator.endReason(ref));
        handle(new Event.AttemptStopped(ref));
      } else {
        LOG.warn("{} failed", attempt.id(), failure);
        ended(ending, TaskStatus.State.FAILED, "Error: " + StringUtils.stringifyException(failure));
        handle(new Event.AttemptFailed(ref, Failures.oneLine(failure)));
      }
    }
  }

  private void ended(AttemptRecord attempt, TaskStatus.State state, String diagnostic) {
    attempt.ended(state, System.currentTimeMillis(), diagnostic);
    record.ended(attempt);
  }

  private int running(Kind kind) {
    synchronized (lock) {
      return (int) record.runningAttempts().stream().filter(a -> a.ref().kind() == kind).count();
    }
  }

  public int runningMaps() {
    return running(Kind.MAP);
  }

  public int runningReduces() {
    return running(Kind.REDUCE);
  }
}
