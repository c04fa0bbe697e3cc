// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Command;
import org.athanor.engine.coordinator.Event;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.coordinator.JobState;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.JobView;
import org.athanor.engine.site.Breakdown;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.site.WorkerJob;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job from submission to its end. An event (an attempt has ended, a client kills the job) goes
 * to the coordinator under the job's lock. The coordinator's commands only queue operations or tell
 * them to stop, so they are carried out under the same lock, which keeps them in order. Everything
 * that does I/O or calls the job's code is an operation on an engine thread. Thread-safe.
 *
 * <p>Two things end a job that would otherwise never end. Code that goes on {@value #GRACE_SECONDS}
 * s after it was told to stop is abandoned ({@link WorkerJob}, {@link CommitterCalls}). And if an
 * event cannot be handled, because the heap has no room even for that, the job breaks down, and
 * {@link #tick} ends it by steps that can be repeated until they succeed ({@link BrokenJob}).
 */
public final class JobExecution {
  private static final Logger LOG = LoggerFactory.getLogger(JobExecution.class);

  /**
   * From telling code to stop until its thread is abandoned. Shorter than the time that the end of
   * the JVM waits for jobs.
   */
  static final int GRACE_SECONDS = 5;

  static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(GRACE_SECONDS);

  /** The only Worker. */
  private static final int WORKER = 0;

  private static final Locality.Place HERE = new Locality.Place("localhost", "/default-rack");

  private static final Event ANY_SLOT = new Event.SlotFree(WORKER, true);

  private final JobEnvironment job;
  private final CommitterCalls calls;
  private final JobAttempts attempts;
  private final WorkerJob work;
  private final LiveJob view;
  private final JobEnd end;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final JobCoordinator coordinator;

  @GuardedBy("lock")
  private final BrokenJob broken;

  @GuardedBy("lock")
  private Command.AbortJob heldAbort; // waits for the end of all merges; null if there is none

  @GuardedBy("lock")
  private long stoppingNanos; // System.nanoTime() when the job was told to stop, 0 before

  @GuardedBy("lock")
  private boolean committed; // by the output committer, completely

  /** Notified when a job has ended and clients can see that; must not throw. */
  @FunctionalInterface
  public interface EndListener {
    /**
     * @param jobXml content of the job's {@code job.xml}, whose file is removed; empty if there was
     *     none
     */
    void ended(JobExecution job, Optional<byte[]> jobXml);
  }

  /**
   * @param site closed at the end of the job
   */
  public JobExecution(
      JobDescription description, JobSite site, Worker worker, EndListener endListener) {
    Share share =
        new Share(
            description.id().getId(), priorityOf(description.configuration().getJobPriority()));
    this.job = new JobEnvironment(description, site, worker, share, new Breakdown(), lock);
    this.calls = new CommitterCalls(job);
    this.coordinator = new JobCoordinator(description.plan(), Locality.NONE);
    JobRecord record = new JobRecord(description);
    this.view = new LiveJob(description, coordinator, record, lock);
    this.attempts =
        new JobAttempts(job, coordinator, record, calls, this::handle, this::mergeEnded);
    this.work = new WorkerJob(site, worker, share, job.breakdown(), attempts, GRACE_NANOS);
    attempts.runOn(work);
    this.broken = new BrokenJob(job, work, calls);
    coordinator.handle(new Event.WorkerJoined(WORKER, HERE));
    this.end = new JobEnd(job, calls, endListener);
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
      Optional<String> waits = job.site().link(this::linked);
      if (waits.isPresent()) {
        LOG.warn("{}", waits.get());
        if (job.worker().runsOn(Thread.currentThread())) {
          refuseToWait(waits.get());
        }
      }
    } catch (RuntimeException | Error e) {
      breakDown(e);
    }
  }

  /** The task that submits this job may wait for its end, and this job waits for the task's job. */
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
    if (job.breakdown().hasHappened()) {
      calls.stop(); // The job ends by itself, but not before its commit does.
      return;
    }
    handle(new Event.KillJob(reason));
  }

  public void setPriority(JobPriority priority) {
    job.worker()
        .setPriority(
            job.share(), priorityOf(org.apache.hadoop.mapred.JobPriority.valueOf(priority.name())));
  }

  /** Ends a running attempt; returns false if no such attempt runs. */
  public boolean endAttempt(
      org.apache.hadoop.mapreduce.TaskAttemptID id, boolean asFailed, String reason) {
    return attempts.end(id, asFailed, reason);
  }

  /** Records where the ended job's history is. */
  public void setHistoryFile(String file) {
    view.setHistoryFile(file);
  }

  /** Waits until the job has ended and everything of it is cleaned up. */
  public void awaitEnd() throws InterruptedException {
    end.await();
  }

  /** As {@link #awaitEnd()}, but no longer than this; returns whether the job has ended. */
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return end.await(nanos);
  }

  /** Returns whether clients see the job's end; it may not have been announced yet. */
  public boolean isOver() {
    return view.finishTime() != 0;
  }

  /** Returns whether the job has ended, everything of it is cleaned up, and its end announced. */
  public boolean hasEnded() {
    return end.hasCome();
  }

  public int runningMaps() {
    return attempts.count(Kind.MAP);
  }

  public int runningReduces() {
    return attempts.count(Kind.REDUCE);
  }

  /**
   * To be called a few times a second: looks after attempts and calls of the committer that show no
   * sign of life or do not stop, and ends the job if it has broken down.
   */
  public void tick() {
    synchronized (lock) {
      long now = System.nanoTime();
      if (job.breakdown().hasHappened()) {
        endBroken(now);
        calls.tick(now);
        return;
      }
      work.tick(now);
      calls.tick(now);
      if (stoppingNanos != 0 && now - stoppingNanos > GRACE_NANOS) {
        work.abandonMerges();
        releaseHeldAbort();
      }
    }
  }

  private void handle(Event event) {
    synchronized (lock) {
      if (job.breakdown().hasHappened()) {
        return;
      }
      try {
        carryOut(coordinator.handle(event));
        if (coordinator.state() == JobState.RUNNING) {
          launchAll();
        }
        if (isToStop()) {
          stopping();
        }
      } catch (RuntimeException | Error e) {
        breakDown(e);
      }
      lock.notifyAll(); // LiveJob.awaitCompletionEvent
    }
  }

  /** Launches all attempts that the job wants: they wait for the Worker's threads in its queue. */
  @GuardedBy("lock")
  private void launchAll() {
    List<Command> launch = coordinator.handle(ANY_SLOT);
    while (!launch.isEmpty()) {
      carryOut(launch);
      launch = coordinator.handle(ANY_SLOT);
    }
  }

  @GuardedBy("lock")
  private boolean isToStop() {
    return coordinator.state() == JobState.STOPPING || coordinator.state() == JobState.ABORTING;
  }

  /** Tells what is no attempt to stop; the attempts have commands of their own. */
  @GuardedBy("lock")
  private void stopping() {
    if (stoppingNanos == 0) {
      stoppingNanos = System.nanoTime() | 1;
      calls.stop();
      work.beginNoMerges();
    }
  }

  @GuardedBy("lock")
  private void carryOut(List<Command> commands) {
    for (Command command : commands) {
      carryOut(command);
    }
  }

  @GuardedBy("lock")
  private void carryOut(Command command) {
    if (command instanceof Command.SetUpJob) {
      calls.setUpJob(view::started, this::setUp);
    } else if (command instanceof Command.Launch launch) {
      attempts.launch(launch.attempt());
    } else if (command instanceof Command.GrantCommit grant) {
      attempts.grantCommit(grant.attempt());
    } else if (command instanceof Command.Stop stop) {
      attempts.stop(stop.attempt());
    } else if (command instanceof Command.CommitJob) {
      calls.commitJob(this::commitEnded);
    } else if (command instanceof Command.StopCommit) {
      stopping();
    } else if (command instanceof Command.AbortJob abort) {
      work.stopMerges();
      heldAbort = abort;
      releaseHeldAbort();
    } else if (command instanceof Command.End theEnd) {
      view.ended(theEnd.state());
    }
    // Nothing is to be done for DenyCommit: an attempt may not commit unless that was granted.
    // Nor for Assign and Withdraw: the only Worker owns all partitions and has run all maps.
  }

  private void setUp(Optional<Failure> failure) {
    handle(
        failure.isEmpty()
            ? new Event.SetUp()
            : new Event.JobFailed("set-up failed: " + failure.get().line()));
  }

  private void commitEnded(Optional<Failure> failure) {
    if (failure.isPresent()) {
      handle(new Event.JobFailed("commit failed: " + failure.get().line()));
      return;
    }
    synchronized (lock) {
      committed = true;
    }
    end(new Event.Committed());
  }

  /** Aborts once no merge runs: it would read and write what the end of the job releases. */
  @GuardedBy("lock")
  private void releaseHeldAbort() {
    if (heldAbort != null && work.mergesNothing()) {
      boolean killed = heldAbort.killed();
      heldAbort = null;
      calls.abortJob(killed, () -> end(new Event.Aborted()));
    }
  }

  private void mergeEnded() {
    synchronized (lock) {
      releaseHeldAbort();
    }
  }

  /** Cleans up, and then makes the end visible. */
  private void end(Event last) {
    Optional<byte[]> jobXml = cleanUp();
    handle(last);
    if (isOver()) { // If not, because the job has broken down, tick() ends it.
      end.announce(this, jobXml);
    }
  }

  private Optional<byte[]> cleanUp() {
    work.release();
    return end.cleanUp();
  }

  /** Notes that an event could not be handled. From then on none is; {@link #tick} ends the job. */
  void breakDown(Throwable by) {
    job.breakdown().note(by);
  }

  @GuardedBy("lock")
  private void endBroken(long now) {
    if (end.hasCome() || (isOver() && !job.isIdle())) {
      return; // Its end is announced, or is being announced.
    }
    if (coordinator.state() == JobState.COMMITTING && !job.isIdle()) {
      return; // Whether the output is committed must be known before the job can end.
    }
    if (broken.hasStopped(now)) {
      endWithoutEvents();
      broken.beginEnd();
    }
  }

  @GuardedBy("lock")
  private void endWithoutEvents() {
    if (committed) {
      job.worker().submit(job.operation(Operation.Kind.JOB, unused -> finishBroken()));
    } else {
      calls.abortJob(false, this::finishBroken);
    }
  }

  /** If this throws, {@link #tick} does it again. */
  private void finishBroken() {
    Failure failure = Failure.of(job.breakdown().cause());
    Optional<byte[]> jobXml = cleanUp();
    logBreakdown(failure);
    synchronized (lock) {
      JobState state = committed ? JobState.SUCCEEDED : JobState.FAILED;
      coordinator.breakDown(state, "the engine could not go on: " + failure.line());
      view.ended(coordinator.state());
      lock.notifyAll();
    }
    end.announce(this, jobXml);
  }

  private void logBreakdown(Failure failure) {
    try {
      LOG.error("{} broke down: {}", view.id(), failure.trace());
    } catch (RuntimeException | Error e) {
      // A class of the log may be unusable for good, and the end must not depend on it. Clients
      // see the failure, too.
      return;
    }
  }
}
