// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Command;
import org.athanor.engine.coordinator.Event;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.coordinator.JobState;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.JobView;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.run.Run;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.MapAttempt;
import org.athanor.engine.task.ReduceAttempt;
import org.athanor.engine.task.RunMerge;
import org.athanor.engine.task.TaskAttempt;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job from submission to its end. Events (an attempt ended, somebody kills the job) go to the
 * coordinator under the job's lock; its commands only queue operations or tell them to stop, so
 * they are carried out under the lock too, which keeps them in order. Everything that does I/O or
 * calls the job's code is an operation on an engine thread. Thread-safe.
 *
 * <p>Two things end a job that would otherwise never end. Code that goes on {@value #GRACE_SECONDS}
 * s after it was told to stop is left to itself: its thread is replaced and its output cut off. And
 * if an event cannot be carried out, because the heap has no room even for that, the job
 * {@linkplain #breakDown breaks down}: the ticker then ends it by a path that can be repeated until
 * it succeeds.
 */
public final class JobExecution {
  private static final Logger LOG = LoggerFactory.getLogger(JobExecution.class);

  /**
   * From telling code to stop until it is left to itself. Less than the end of the JVM waits for
   * jobs.
   */
  private static final int GRACE_SECONDS = 5;

  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(GRACE_SECONDS);

  private final Submission submission;
  private final Worker worker;
  private final Share share;
  private final JobCommit commit;
  private final LiveJob view;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Why an event could not be carried out; null as long as all could. */
  private volatile Throwable brokenBy;

  private volatile boolean committed; // by the output committer, wholly

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final JobCoordinator coordinator;

  @GuardedBy("lock")
  private final JobRecord record;

  @GuardedBy("lock")
  private final MapOutputs outputs;

  @GuardedBy("lock")
  private final RunMerges merges;

  @GuardedBy("lock")
  private final List<AttemptRef> heldReduces = new ArrayList<>();

  @GuardedBy("lock")
  private Command.AbortJob heldAbort;

  @GuardedBy("lock")
  private Operation jobStep; // set-up or commit of the job, until it has ended or is abandoned

  @GuardedBy("lock")
  private long stoppingNanos; // System.nanoTime() when the job was told to stop, 0 before

  @GuardedBy("lock")
  private boolean endingBroken;

  public JobExecution(Submission submission, Worker worker, long age) {
    this.submission = submission;
    this.worker = worker;
    this.share = new Share(age, priorityOf(submission.configuration().getJobPriority()));
    this.commit = new JobCommit(submission.configuration(), submission.facts().id());
    this.coordinator = new JobCoordinator(submission.plan());
    this.record = new JobRecord(submission);
    this.view = new LiveJob(submission, coordinator, record, lock);
    this.outputs = new MapOutputs(worker.mergeWidth());
    this.merges =
        new RunMerges(
            submission.facts(),
            outputs,
            worker,
            share,
            (merge, runs) -> guarded(work -> merge(merge, runs, work)));
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

  /** Begins the job, once no running job has other files of the names of its cache files. */
  public void start() {
    try {
      Optional<String> waits = submission.link(this::linked);
      if (waits.isPresent()) {
        LOG.warn("{}", waits.get());
        if (worker.runsOn(Thread.currentThread())) {
          refuseToWait(waits.get());
        }
      }
    } catch (RuntimeException | Error e) {
      breakDown(e);
    }
  }

  /** The task that submits it may wait for its end, and the job it waits for is the task's. */
  private void refuseToWait(String waits) {
    synchronized (lock) {
      if (coordinator.state() == JobState.NEW) {
        handle(
            new Event.JobFailed(waits + "; a job that a task submits cannot wait for other jobs"));
      }
    }
  }

  private void linked(Optional<String> problem) {
    handle(problem.isPresent() ? new Event.JobFailed(problem.get()) : new Event.Submitted());
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

  /**
   * Asks running attempts for their progress, ends those that have shown none for too long, and
   * leaves to itself what goes on although it was told to stop.
   */
  public void tick() {
    synchronized (lock) {
      if (brokenBy != null) {
        endBroken();
        return;
      }
      long now = System.nanoTime();
      for (AttemptRecord attempt : record.runningAttempts()) {
        endIfSilent(attempt);
        if (attempt.ignoresStop(now, GRACE_NANOS)
            && (!attempt.isCommitting() || coordinator.state() == JobState.STOPPING)) {
          abandon(attempt);
        }
      }
      if (stoppingNanos != 0 && now - stoppingNanos > GRACE_NANOS) {
        abandonStep();
        merges.abandon();
        releaseHeldAbort();
      }
    }
  }

  @GuardedBy("lock")
  private void endIfSilent(AttemptRecord attempt) {
    long silentMillis = attempt.reporter().tick() / 1_000_000;
    long timeout = submission.taskTimeoutMillis();
    if (timeout > 0
        && silentMillis > timeout
        && !attempt.isCommitting()
        && !attempt.reporter().isStopped()) {
      handle(
          new Event.EndAttempt(
              attempt.ref(),
              true,
              attempt.id() + " Timed out after " + silentMillis / 1000 + " secs"));
    }
  }

  @GuardedBy("lock")
  private void abandon(AttemptRecord attempt) {
    AttemptOperation operation = attempt.operation();
    if (operation == null || !worker.abandon(operation)) {
      return;
    }
    try {
      attempt.abandoned();
      operation.attempt().cutOff();
      submit(Operation.Kind.JOB, work -> endAbandoned(attempt));
    } catch (RuntimeException | Error e) {
      breakDown(e);
    }
  }

  private void endAbandoned(AttemptRecord attempt) {
    LOG.warn(
        "{} goes on {} s after it was told to stop: its thread is left to itself, and its output"
            + " goes nowhere",
        attempt.id(),
        GRACE_SECONDS);
    Optional<Failure> unused =
        tryStep("could not remove the attempt's output", l -> commit.abortTask(attempt.id()));
    synchronized (lock) {
      stopped(attempt);
    }
  }

  @GuardedBy("lock")
  private void abandonStep() {
    if (jobStep != null && worker.abandon(jobStep)) {
      jobStep = null;
      handle(new Event.JobFailed("the output committer ignores that the job was told to stop"));
    }
  }

  /** Waits until the job has ended and everything of it is cleaned up. */
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** As above, but no longer than this; returns whether the job has ended. */
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
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
      if (brokenBy != null) {
        return;
      }
      try {
        for (Command command : coordinator.handle(event)) {
          carryOut(command);
        }
        if (isToStop() && stoppingNanos == 0) {
          stopping();
        }
      } catch (RuntimeException | Error e) {
        breakDown(e);
      }
      lock.notifyAll(); // LiveJob.awaitCompletionEvent
    }
  }

  @GuardedBy("lock")
  private boolean isToStop() {
    return coordinator.state() == JobState.STOPPING || coordinator.state() == JobState.ABORTING;
  }

  @GuardedBy("lock")
  private void carryOut(Command command) {
    if (command instanceof Command.SetUpJob) {
      jobStep = submit(Operation.Kind.JOB, work -> setUp());
    } else if (command instanceof Command.Launch launch) {
      launch(launch.attempt());
    } else if (command instanceof Command.Stop stop) {
      stop(stop.attempt());
    } else if (command instanceof Command.CommitJob) {
      jobStep = submit(Operation.Kind.JOB, work -> commitJob());
    } else if (command instanceof Command.StopCommit) {
      stopCommit();
    } else if (command instanceof Command.AbortJob abort) {
      merges.stop();
      heldAbort = abort;
      releaseHeldAbort();
    } else if (command instanceof Command.End end) {
      view.ended(end.state());
    }
  }

  /**
   * Notes that an event was not carried out, so that the job's state cannot be trusted any more.
   * Nothing that happens to the job from then on is handled; the ticker ends it. Allocates nothing.
   */
  void breakDown(Throwable by) {
    if (brokenBy == null) {
      brokenBy = by;
    }
  }

  /** Ends what runs of a job that has broken down, and then the job. */
  @GuardedBy("lock")
  private void endBroken() {
    if (endingBroken) {
      return;
    }
    if (stoppingNanos == 0) {
      stoppingNanos = System.nanoTime() | 1;
    }
    if (coordinator.state() == JobState.COMMITTING && !worker.isIdle(share)) {
      return; // Whether the output is committed must be known before the job can end.
    }
    record.runningAttempts().forEach(attempt -> attempt.reporter().stop());
    merges.stop();
    worker.stopAll(share);
    if (!worker.isIdle(share) && System.nanoTime() - stoppingNanos > GRACE_NANOS) {
      record.runningAttempts().forEach(JobExecution::cutOff);
      merges.abandon();
      worker.abandonAll(share);
    }
    if (worker.isIdle(share)) {
      submit(Operation.Kind.JOB, work -> finishBroken());
      endingBroken = true;
    }
  }

  private static void cutOff(AttemptRecord attempt) {
    AttemptOperation operation = attempt.operation();
    if (operation != null) {
      operation.attempt().cutOff();
    }
  }

  private void finishBroken() {
    try {
      Failure failure = Failure.of(brokenBy);
      LOG.error("{} broke down: {}", view.id(), failure.trace());
      if (!committed) {
        Optional<Failure> unused =
            tryStep("could not remove the job's output", loader -> commit.abort(false));
      }
      Optional<byte[]> jobXml = cleanUp();
      synchronized (lock) {
        JobState end = committed ? JobState.SUCCEEDED : JobState.FAILED;
        coordinator.breakDown(end, "the engine could not go on: " + failure.line());
        view.ended(coordinator.state());
        lock.notifyAll();
      }
      afterEnd(jobXml);
    } finally {
      synchronized (lock) {
        endingBroken = false;
      }
    }
  }

  private Operation submit(Operation.Kind kind, JobOperation.Step step) {
    Operation operation = new JobOperation(kind, share, guarded(step));
    worker.submit(operation);
    return operation;
  }

  private JobOperation.Step guarded(JobOperation.Step step) {
    return work -> {
      try {
        step.run(work);
      } catch (Throwable e) {
        breakDown(e);
      }
    };
  }

  private void setUp() {
    synchronized (lock) {
      if (coordinator.state() != JobState.SETTING_UP) {
        jobStep = null;
        handle(new Event.JobFailed("")); // was told to stop before it began
        return;
      }
      view.started();
    }
    Optional<Failure> failure = tryStep("set-up failed", commit::setUp);
    synchronized (lock) {
      if (endStep()) {
        handle(
            failure.isEmpty()
                ? new Event.SetUp()
                : new Event.JobFailed("set-up failed: " + failure.get().line()));
      }
    }
  }

  /** Notes the end of the job's step; returns false if it was abandoned before. */
  @GuardedBy("lock")
  private boolean endStep() {
    boolean current = jobStep != null;
    jobStep = null;
    return current;
  }

  private Optional<Failure> tryStep(String failed, UserCode.Action action) {
    return logs()
        .captureJob(
            () -> {
              try {
                userCode().run(action);
                return Optional.empty();
              } catch (Throwable e) {
                Failure failure = Failure.of(e);
                if (!failure.isStop()) {
                  LOG.warn("{}: {}: {}", view.id(), failed, failure.trace());
                }
                return Optional.of(failure);
              }
            });
  }

  private void commitJob() {
    Optional<Failure> failure = tryStep("commit failed", loader -> commit.commit());
    synchronized (lock) {
      if (!endStep()) {
        return;
      }
      if (failure.isPresent()) {
        handle(new Event.JobFailed("commit failed: " + failure.get().line()));
        return;
      }
      committed = true;
    }
    Optional<byte[]> jobXml = cleanUp();
    handle(new Event.Committed());
    afterEnd(jobXml);
  }

  private void abortJob(boolean killed) {
    Optional<Failure> unused =
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

  /** Tells others of the end that clients see; if there is none, the ticker ends the job. */
  private void afterEnd(Optional<byte[]> jobXml) {
    if (!isOver()) {
      return;
    }
    try {
      submission.afterEnd(this, jobXml);
    } finally {
      ended.countDown();
    }
  }

  @GuardedBy("lock")
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
  @GuardedBy("lock")
  private void releaseHeldAbort() {
    if (heldAbort != null && merges.isIdle()) {
      boolean killed = heldAbort.killed();
      heldAbort = null;
      submit(Operation.Kind.JOB, work -> abortJob(killed));
    }
  }

  private void merge(RunMerge merge, List<Run> runs, WorkArea work) {
    Run[] merged = new Run[1];
    Optional<Failure> failure =
        isStopping()
            ? Optional.of(Failure.of(new AttemptStoppedException()))
            : tryStep("merging map output failed", loader -> merged[0] = merge.run(work, loader));
    synchronized (lock) {
      if (!merges.ended(runs, Optional.ofNullable(merged[0]))) {
        return; // was abandoned
      }
      if (failure.isPresent() && !failure.get().isStop()) {
        handle(new Event.JobFailed("merging map output failed: " + failure.get().line()));
      }
      releaseHeldReduces();
    }
  }

  private boolean isStopping() {
    synchronized (lock) {
      return coordinator.state() != JobState.RUNNING;
    }
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

  @GuardedBy("lock")
  private void stop(AttemptRef ref) {
    if (heldReduces.remove(ref)) {
      handle(new Event.AttemptStopped(ref));
      return;
    }
    AttemptRecord attempt = record.attempt(ref);
    AttemptOperation operation = attempt.operation();
    if (operation == null) {
      return;
    }
    attempt.toldToStop(System.nanoTime());
    if (attempt.isCommitting()) {
      return;
    }
    // Before the interrupt: an operation that begins now looks whether it was told to stop.
    attempt.reporter().stop();
    if (worker.withdraw(operation)) {
      ended(attempt, TaskStatus.State.KILLED, "");
      handle(new Event.AttemptStopped(ref));
    } else {
      worker.interrupt(operation);
    }
  }

  /** The job was told to stop: what is no attempt must be told, too. */
  @GuardedBy("lock")
  private void stopping() {
    stoppingNanos = System.nanoTime() | 1;
    if (jobStep != null) {
      worker.interrupt(jobStep);
    }
  }

  @GuardedBy("lock")
  private void stopCommit() {
    stoppingNanos = System.nanoTime() | 1;
    if (jobStep == null) {
      return; // it has just ended
    }
    if (worker.withdraw(jobStep)) {
      jobStep = null;
      handle(new Event.JobFailed("")); // the reason is that of the kill
    } else {
      worker.interrupt(jobStep);
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

  void attemptSucceeded(AttemptRef ref, AttemptOperation operation) {
    boolean taken = false;
    synchronized (lock) {
      try {
        AttemptRecord attempt = record.attempt(ref);
        if (attempt.operation() != operation || brokenBy != null) {
          return; // was abandoned, or nobody asks any more
        }
        if (operation.attempt() instanceof MapAttempt map) {
          outputs.add(map.runs());
        }
        taken = true;
        ended(attempt, TaskStatus.State.SUCCEEDED, "");
        if (ref.kind() == Kind.MAP && coordinator.state() == JobState.RUNNING) {
          merges.start(false);
        }
        handle(new Event.AttemptSucceeded(ref));
      } finally {
        if (!taken) {
          operation.attempt().cutOff();
        }
      }
    }
  }

  void attemptEnded(AttemptRef ref, AttemptOperation operation, Failure failure) {
    TaskAttempt attempt = operation.attempt();
    boolean wasStopped = failure.isStop() || attempt.reporter().isStopped();
    if (!wasStopped) {
      LOG.warn("{} failed: {}", attempt.id(), failure.trace());
    }
    synchronized (lock) {
      AttemptRecord ending = record.attempt(ref);
      if (ending.operation() != operation || brokenBy != null) {
        return; // was abandoned, or nobody asks any more
      }
      if (wasStopped) {
        stopped(ending);
      } else {
        ended(ending, TaskStatus.State.FAILED, "Error: " + failure.trace());
        handle(new Event.AttemptFailed(ref, failure.line()));
      }
    }
  }

  /** Books the end of an attempt that was told to stop. */
  @GuardedBy("lock")
  private void stopped(AttemptRecord attempt) {
    AttemptRef ref = attempt.ref();
    TaskStatus.State state =
        coordinator.endsAsFailure(ref) ? TaskStatus.State.FAILED : TaskStatus.State.KILLED;
    ended(attempt, state, coordinator.endReason(ref));
    handle(new Event.AttemptStopped(ref));
  }

  @GuardedBy("lock")
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
