// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Event;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.coordinator.JobState;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.MapAttempt;
import org.athanor.engine.task.ReduceAttempt;
import org.athanor.engine.task.TaskAttempt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of a job that wait for a thread or run, from launch to end.
 *
 * <p>An attempt that shows no sign of life for {@code mapreduce.task.timeout} is told to stop, also
 * while it commits, as on Hadoop. Code that goes on {@value JobExecution#GRACE_SECONDS} s after it
 * was told to stop is abandoned: its thread is replaced, its output is cut off, and the job's
 * committer removes what it wrote.
 *
 * <p>Thread-safe. Ends of attempts are passed on as events, under the job's lock.
 */
final class RunningAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(RunningAttempts.class);

  private final JobEnvironment job;
  private final CommitterCalls calls;
  private final Consumer<Event> events;
  private final long timeoutMillis; // without a sign of life; 0 or less: for ever
  private final Object lock;

  @GuardedBy("lock")
  private final JobCoordinator coordinator;

  @GuardedBy("lock")
  private final JobRecord record;

  @GuardedBy("lock")
  private final RunMerges merges;

  @GuardedBy("lock")
  private final List<AttemptRef> heldReduces = new ArrayList<>(); // wait for the end of all merges

  RunningAttempts(
      JobEnvironment job,
      JobCoordinator coordinator,
      JobRecord record,
      RunMerges merges,
      CommitterCalls calls,
      Consumer<Event> events) {
    this.job = job;
    this.coordinator = coordinator;
    this.record = record;
    this.merges = merges;
    this.calls = calls;
    this.events = events;
    this.lock = job.lock();
    this.timeoutMillis =
        job.description()
            .configuration()
            .getLong(MRJobConfig.TASK_TIMEOUT, MRJobConfig.DEFAULT_TASK_TIMEOUT_MILLIS);
  }

  /** Queues an attempt. A reduce waits until the merges before it have ended. */
  void launch(AttemptRef ref) {
    synchronized (lock) {
      if (ref.kind() == Kind.REDUCE) {
        merges.start(true);
        if (!merges.isIdle()) {
          heldReduces.add(ref);
          return;
        }
      }
      TaskAttempt attempt = newAttempt(ref);
      AttemptOperation operation = new AttemptOperation(job, this, ref, attempt);
      record.launched(ref, attempt).setOperation(operation);
      job.worker().submit(operation);
    }
  }

  @GuardedBy("lock")
  private TaskAttempt newAttempt(AttemptRef ref) {
    JobDescription description = job.description();
    JobFacts facts = job.site().facts();
    TaskAttemptID id = record.idOf(ref);
    return ref.kind() == Kind.MAP
        ? new MapAttempt(
            facts, id, description.splits().get(ref.task()).getSplitIndex(), this::mayCommit)
        : new ReduceAttempt(facts, id, description.plan().maps(), merges.runs(), this::mayCommit);
  }

  /** Launches the reduces that waited for merges, or drops them if the job does not go on. */
  void launchHeldReduces() {
    synchronized (lock) {
      List<AttemptRef> held = List.copyOf(heldReduces);
      heldReduces.clear();
      if (coordinator.state() == JobState.RUNNING) {
        held.forEach(this::launch);
      } else {
        held.forEach(ref -> events.accept(new Event.AttemptStopped(ref)));
      }
    }
  }

  /** Tells an attempt to stop. Its end follows as an event. */
  void stop(AttemptRef ref) {
    synchronized (lock) {
      if (heldReduces.remove(ref)) {
        events.accept(new Event.AttemptStopped(ref));
        return;
      }
      AttemptRecord attempt = record.attempt(ref);
      AttemptOperation operation = attempt.operation();
      if (operation == null) {
        return;
      }
      attempt.toldToStop(System.nanoTime());
      // Before the interrupt: an operation that begins now checks whether it was told to stop.
      attempt.reporter().stop();
      if (job.worker().withdraw(operation)) {
        ended(attempt, TaskStatus.State.KILLED, "");
        events.accept(new Event.AttemptStopped(ref));
      } else {
        job.worker().interrupt(operation);
      }
    }
  }

  /** Has a running attempt end; returns false if no such attempt runs. */
  boolean end(org.apache.hadoop.mapreduce.TaskAttemptID id, boolean asFailed, String reason) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (attempt == null || attempt.operation() == null) {
        return false;
      }
      events.accept(new Event.EndAttempt(attempt.ref(), asFailed, reason));
      return true;
    }
  }

  /**
   * Asks running attempts for their progress, ends those that have shown none for too long, and
   * abandons those that go on although they were told to stop.
   *
   * @param now System.nanoTime()
   */
  void tick(long now) {
    synchronized (lock) {
      for (AttemptRecord attempt : record.runningAttempts()) {
        endIfSilent(attempt);
        if (attempt.ignoresStop(now, JobExecution.GRACE_NANOS)) {
          abandon(attempt);
        }
      }
    }
  }

  @GuardedBy("lock")
  private void endIfSilent(AttemptRecord attempt) {
    long silentMillis = attempt.reporter().tick() / 1_000_000;
    if (timeoutMillis > 0 && silentMillis > timeoutMillis && !attempt.reporter().isStopped()) {
      events.accept(
          new Event.EndAttempt(
              attempt.ref(),
              true,
              attempt.id() + " Timed out after " + silentMillis / 1000 + " secs"));
    }
  }

  @GuardedBy("lock")
  private void abandon(AttemptRecord attempt) {
    AttemptOperation operation = attempt.operation();
    if (operation == null || !job.worker().abandon(operation)) {
      return;
    }
    try {
      attempt.abandoned();
      operation.attempt().cutOff();
      calls.abortTask(
          attempt.id(),
          () ->
              LOG.warn(
                  "{} still runs {} s after it was told to stop: its thread is abandoned, and its"
                      + " output is discarded",
                  attempt.id(),
                  JobExecution.GRACE_SECONDS),
          () -> stopped(attempt));
    } catch (RuntimeException | Error e) {
      job.breakdown().note(e);
    }
  }

  /** Tells all attempts to stop, for a job that has broken down: no events follow. */
  void stopAll() {
    synchronized (lock) {
      record.runningAttempts().forEach(attempt -> attempt.reporter().stop());
    }
  }

  /** Cuts the output of all attempts off. */
  void cutOffAll() {
    synchronized (lock) {
      for (AttemptRecord attempt : record.runningAttempts()) {
        AttemptOperation operation = attempt.operation();
        if (operation != null) {
          operation.attempt().cutOff();
        }
      }
    }
  }

  private boolean mayCommit(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (attempt.reporter().isStopped()) {
        return false;
      }
      attempt.reporter().progress(); // On Hadoop the time-out is counted from this question, too.
      events.accept(new Event.CommitAsked(attempt.ref()));
      return attempt.mayCommit();
    }
  }

  /** Lets an attempt commit its output. */
  void grantCommit(AttemptRef ref) {
    synchronized (lock) {
      record.attempt(ref).grantCommit();
    }
  }

  /** An attempt's operation has begun. */
  void started(AttemptRef ref) {
    synchronized (lock) {
      record.attempt(ref).started(System.currentTimeMillis());
    }
  }

  /** An attempt's operation has ended, and its output is committed. */
  void succeeded(AttemptRef ref, AttemptOperation operation) {
    boolean taken = false;
    synchronized (lock) {
      try {
        AttemptRecord attempt = record.attempt(ref);
        if (!isCurrent(attempt, operation)) {
          return;
        }
        if (!coordinator.awaits(ref)) {
          stopped(attempt);
          return;
        }
        if (operation.attempt() instanceof MapAttempt map) {
          merges.add(map.runs());
        }
        taken = true;
        ended(attempt, TaskStatus.State.SUCCEEDED, "");
        if (ref.kind() == Kind.MAP && coordinator.state() == JobState.RUNNING) {
          merges.start(false);
        }
        events.accept(new Event.AttemptSucceeded(ref));
      } finally {
        if (!taken) {
          operation.attempt().cutOff();
        }
      }
    }
  }

  /** An attempt's operation has failed, or ended because it was told to stop. */
  void failed(AttemptRef ref, AttemptOperation operation, Failure failure) {
    TaskAttempt attempt = operation.attempt();
    boolean wasStopped = failure.isStop() || attempt.reporter().isStopped();
    if (!wasStopped) {
      LOG.warn("{} failed: {}", attempt.id(), failure.trace());
    }
    synchronized (lock) {
      AttemptRecord ending = record.attempt(ref);
      if (!isCurrent(ending, operation)) {
        return;
      }
      if (wasStopped) {
        stopped(ending);
      } else {
        ended(ending, TaskStatus.State.FAILED, "Error: " + failure.trace());
        events.accept(new Event.AttemptFailed(ref, failure.line()));
      }
    }
  }

  /** Returns false for an operation that was abandoned, or whose job has broken down. */
  private boolean isCurrent(AttemptRecord attempt, AttemptOperation operation) {
    return attempt.operation() == operation && !job.breakdown().hasHappened();
  }

  /** Records the end of an attempt that was told to stop. */
  private void stopped(AttemptRecord attempt) {
    synchronized (lock) {
      AttemptRef ref = attempt.ref();
      TaskStatus.State state =
          coordinator.endsAsFailure(ref) ? TaskStatus.State.FAILED : TaskStatus.State.KILLED;
      ended(attempt, state, coordinator.endReason(ref));
      events.accept(new Event.AttemptStopped(ref));
    }
  }

  @GuardedBy("lock")
  private void ended(AttemptRecord attempt, TaskStatus.State state, String diagnostic) {
    attempt.ended(state, System.currentTimeMillis(), diagnostic);
    record.ended(attempt);
  }

  /** Returns how many attempts run. */
  int count(Kind kind) {
    synchronized (lock) {
      return (int) record.runningAttempts().stream().filter(a -> a.ref().kind() == kind).count();
    }
  }
}
