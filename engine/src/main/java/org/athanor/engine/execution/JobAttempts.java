// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Command;
import org.athanor.engine.coordinator.Event;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.site.JobOnWorker;
import org.athanor.engine.task.AttemptReport;
import org.athanor.engine.thread.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of a job, between the coordinator, which decides about them, and the Workers, which
 * run them: records their states, and passes their ends on as events.
 *
 * <p>An attempt that shows no sign of life for {@code mapreduce.task.timeout} is told to stop, also
 * while it commits, as on Hadoop. If the Worker abandons an attempt, the job's committer removes
 * what it wrote.
 *
 * <p>Thread-safe. Events are passed on under the job's lock.
 */
final class JobAttempts implements JobOnWorker.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(JobAttempts.class);

  private final JobEnvironment job;
  private final CommitterCalls calls;
  private final Clock clock;
  private final Consumer<Event> events;
  private final Runnable afterMerge;
  private final Object lock;

  @GuardedBy("lock")
  private final JobCoordinator coordinator;

  @GuardedBy("lock")
  private final JobRecord record;

  @GuardedBy("lock")
  private final JobWorkers workers;

  @GuardedBy("lock")
  private final Map<Kind, Speculation> speculation = new EnumMap<>(Kind.class);

  /**
   * @param afterMerge called when a merge or an abort of an attempt has ended
   */
  JobAttempts(
      JobEnvironment job,
      JobCoordinator coordinator,
      JobRecord record,
      JobWorkers workers,
      CommitterCalls calls,
      Consumer<Event> events,
      Runnable afterMerge) {
    this.job = job;
    this.coordinator = coordinator;
    this.record = record;
    this.workers = workers;
    this.calls = calls;
    this.clock = job.site().facts().clock();
    this.events = events;
    this.afterMerge = afterMerge;
    this.lock = job.lock();
    for (Kind kind : Kind.values()) {
      speculation.put(kind, new Speculation(job.site().facts().configuration(), kind));
    }
  }

  /** A task need not run, because an earlier master has run it. */
  void recovered(FinishedTask task) {
    synchronized (lock) {
      Kind kind = task.attempt().getTaskType() == TaskType.MAP ? Kind.MAP : Kind.REDUCE;
      record.recovered(kind, task);
      events.accept(new Event.TaskRecovered(kind, task.attempt().getTaskID().getId()));
      job.description().journal().succeeded(task);
    }
  }

  /** Launches an attempt. */
  void launch(Command.Launch launch) {
    synchronized (lock) {
      AttemptRef ref = launch.attempt();
      JobDescription description = job.description();
      TaskAttemptID id = record.idOf(ref);
      JobOnWorker worker = workers.get(launch.worker());
      AttemptReport report =
          ref.kind() == Kind.MAP
              ? worker.launchMap(id, description.splits().get(ref.task()).getSplitIndex())
              : worker.launchReduce(id, coordinator.mapsWithOutput(), record.mapOutputBytes());
      ContainerPlace place =
          worker.container().orElseGet(() -> ContainerPlace.here(description.containers().of(id)));
      record.launched(ref, launch.worker(), launch.alone(), place, report);
      if (ref.kind() == Kind.MAP) {
        coordinator.distanceOf(ref.task(), launch.worker()).ifPresent(record::countDistance);
      }
    }
  }

  /** Tells an attempt to stop. Its end follows as an event. */
  void stop(AttemptRef ref) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(ref);
      JobOnWorker worker = workers.get(attempt.worker());
      if (worker != null && worker.stop(attempt.id())) {
        stopped(attempt);
      }
    }
  }

  /** Has a running attempt end; returns false if no such attempt runs. */
  boolean end(org.apache.hadoop.mapreduce.TaskAttemptID id, boolean asFailed, String reason) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (attempt == null || !attempt.canEnd()) {
        return false;
      }
      events.accept(new Event.EndAttempt(attempt.ref(), asFailed, reason));
      return true;
    }
  }

  /** Lets an attempt commit its output. */
  void grantCommit(AttemptRef ref) {
    synchronized (lock) {
      record.attempt(ref).grantCommit();
    }
  }

  @Override
  public void started(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (!attempt.hasEnded()) {
        attempt.started(clock);
      }
    }
  }

  @Override
  public void mustEnd(TaskAttemptID id, String reason) {
    end(id, true, reason);
  }

  @Override
  public boolean mayCommit(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      events.accept(new Event.CommitAsked(attempt.ref()));
      return attempt.mayCommit();
    }
  }

  @Override
  public void succeeded(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (job.breakdown().hasHappened() || attempt.hasEnded()) {
        return;
      }
      if (!coordinator.awaits(attempt.ref())) {
        workers.get(attempt.worker()).discard(id);
        stopped(attempt);
        return;
      }
      if (attempt.ref().kind() == Kind.MAP) {
        workers.all().forEach(worker -> worker.publish(id));
      }
      ended(attempt, TaskStatus.State.SUCCEEDED, "");
      if (attempt.ref().kind() == Kind.REDUCE || job.description().plan().reduces() == 0) {
        job.description().journal().succeeded(FinishedTask.of(attempt));
      }
      events.accept(new Event.AttemptSucceeded(attempt.ref()));
    }
  }

  /** Tells a Worker that has joined which attempts at maps have counted before. */
  void publishAll(JobOnWorker worker) {
    synchronized (lock) {
      record.succeededMaps().forEach(worker::publish);
    }
  }

  @Override
  public void failed(TaskAttemptID id, Failure failure) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (job.breakdown().hasHappened() || attempt.hasEnded()) {
        return;
      }
      ended(attempt, TaskStatus.State.FAILED, "Error: " + failure.trace());
      events.accept(new Event.AttemptFailed(attempt.ref(), failure.line()));
    }
  }

  @Override
  public void stopped(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (!job.breakdown().hasHappened() && !attempt.hasEnded()) {
        stopped(attempt);
      }
    }
  }

  /** Records the end of an attempt that was told to stop. */
  @GuardedBy("lock")
  private void stopped(AttemptRecord attempt) {
    AttemptRef ref = attempt.ref();
    TaskStatus.State state =
        coordinator.endsAsFailure(ref) ? TaskStatus.State.FAILED : TaskStatus.State.KILLED;
    ended(attempt, state, coordinator.endReason(ref));
    events.accept(new Event.AttemptStopped(ref));
  }

  @Override
  public void abandoned(TaskAttemptID id) {
    synchronized (lock) {
      AttemptRecord attempt = record.attempt(id);
      if (attempt.hasEnded()) {
        return;
      }
      attempt.abandoned();
      calls.abortTask(
          id,
          () ->
              LOG.warn(
                  "{} still runs {} s after it was told to stop: its thread is abandoned, and its"
                      + " output is discarded",
                  id,
                  JobExecution.GRACE_SECONDS),
          () -> aborted(attempt));
    }
  }

  private void aborted(AttemptRecord attempt) {
    synchronized (lock) {
      if (attempt.hasEnded()) { // with its Worker
        events.accept(new Event.OutputAborted(attempt.ref()));
        afterMerge.run();
      } else {
        stopped(attempt);
      }
    }
  }

  /**
   * A Worker has ended, and with it the attempts on it. The committer removes what they wrote, also
   * of those that have not been reported to have begun; until then their tasks do not run again.
   * The coordinator is to be told afterwards.
   */
  void workerLost(int worker, String reason, boolean isSuspicious) {
    synchronized (lock) {
      for (AttemptRecord attempt : record.activeOn(worker)) {
        TaskStatus.State state =
            coordinator.isFailureIfLost(attempt.ref(), isSuspicious)
                ? TaskStatus.State.FAILED
                : TaskStatus.State.KILLED;
        ended(attempt, state, reason);
        events.accept(new Event.OutputAborting(attempt.ref()));
        if (!attempt.wasAbandoned()) {
          calls.abortTask(attempt.id(), () -> {}, () -> aborted(attempt));
        }
      }
    }
  }

  /** Records that the output of a map that had succeeded is lost. */
  void undo(int map) {
    synchronized (lock) {
      record.undo(map);
    }
  }

  @Override
  public void delivered(int assignment, int map) {
    events.accept(new Event.Delivered(assignment, map));
  }

  @Override
  public void mergeFailed(Failure failure) {
    synchronized (lock) {
      events.accept(new Event.JobFailed("merging map output failed: " + failure.line()));
    }
  }

  @Override
  public void mergeEnded() {
    afterMerge.run();
  }

  @GuardedBy("lock")
  private void ended(AttemptRecord attempt, TaskStatus.State state, String diagnostic) {
    attempt.ended(state, clock, diagnostic);
    record.ended(attempt, coordinator.isLastTry(attempt.ref()));
  }

  /**
   * Looks for slow tasks, if there are several Workers; to be called a few times a second.
   *
   * @param nanoTime as {@link Clock#nanoTime}
   */
  void speculate(long nanoTime) {
    synchronized (lock) {
      if (workers.all().size() < 2) {
        return;
      }
      speculation.forEach(
          (kind, rules) ->
              record
                  .slowTask(kind, rules, nanoTime)
                  .ifPresent(task -> events.accept(new Event.TaskIsSlow(kind, task))));
    }
  }

  /** Returns how many attempts wait for a thread or run. */
  int count() {
    synchronized (lock) {
      return record.active();
    }
  }

  /** Returns how many attempts wait for a thread of a Worker or run on it. */
  int countOn(int worker) {
    synchronized (lock) {
      return record.activeOn(worker).size();
    }
  }

  /** Returns whether a Worker must run nothing but one of these attempts. */
  boolean needsAlone(int worker) {
    synchronized (lock) {
      return record.activeOn(worker).stream().anyMatch(AttemptRecord::isAlone);
    }
  }

  /** Returns how many attempts run. */
  int count(Kind kind) {
    synchronized (lock) {
      return (int) record.runningAttempts().stream().filter(a -> a.ref().kind() == kind).count();
    }
  }
}
