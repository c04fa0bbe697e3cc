// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Command;
import org.athanor.engine.coordinator.Event;
import org.athanor.engine.coordinator.JobCoordinator;
import org.athanor.engine.coordinator.JobState;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.exchange.OutputExchange;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.ContainerSize;
import org.athanor.engine.job.JobView;
import org.athanor.engine.site.Breakdown;
import org.athanor.engine.site.JobOnWorker;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.site.WorkerJob;
import org.athanor.engine.skew.SkewReport;
import org.athanor.engine.thread.Clock;
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

  private final JobEnvironment job;
  private final Clock clock;
  private final CommitterCalls calls;
  private final JobAttempts attempts;
  private final LiveJob view;
  private final JobEnd end;
  private final Slots slots;
  private volatile int priority;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final JobWorkers workers;

  @GuardedBy("lock")
  private final JobCoordinator coordinator;

  @GuardedBy("lock")
  private final BrokenJob broken;

  @GuardedBy("lock")
  private Runnable
      heldEnd; // commit or abort that waits for merges and aborts; null if there is none

  @GuardedBy("lock")
  private long stoppingNanos; // by the clock, when the job was told to stop; 0 before

  @GuardedBy("lock")
  private boolean committed; // by the output committer, completely

  @GuardedBy("lock")
  private boolean closing; // no Worker is needed any more

  /** Notified when a job has ended and clients can see that; must not throw. */
  @FunctionalInterface
  public interface EndListener {
    /**
     * @param jobXml content of the job's {@code job.xml}, whose file is removed; empty if there was
     *     none
     */
    void ended(JobExecution job, Optional<byte[]> jobXml);
  }

  /** Gives the attempts that a job wants to run a slot of a Worker. */
  @FunctionalInterface
  public interface Slots {
    /** The job may have attempts to launch. Holds the job's lock; must not throw. */
    void wanted(JobExecution job);

    /** Returns the size of the Workers' containers; empty if they have none. */
    default Optional<ContainerSize> containers() {
      return Optional.empty();
    }
  }

  /**
   * A job that no Worker runs yet.
   *
   * @param site where the output committer's code runs; closed at the end of the job
   * @param worker runs the output committer's calls
   * @param locality where the input of the job is
   * @param slots is told when the job may want to launch attempts, and calls {@link #launchOn}
   */
  public JobExecution(
      JobDescription description,
      JobSite site,
      Worker worker,
      Locality locality,
      Slots slots,
      EndListener endListener) {
    this.priority = priorityOf(description.configuration().getJobPriority());
    Share share = new Share(description.id().getId(), priority);
    this.clock = site.facts().clock();
    this.job = new JobEnvironment(description, site, worker, share, new Breakdown(), lock);
    this.calls = new CommitterCalls(job);
    this.coordinator = new JobCoordinator(description.plan(), locality);
    coordinator.handle(timePassed(clock.nanoTime()));
    this.slots = slots;
    this.workers = new JobWorkers(lock);
    JobRecord record = new JobRecord(description, slots.containers());
    this.view = new LiveJob(description, coordinator, record, lock);
    this.attempts =
        new JobAttempts(
            job, coordinator, record, workers, calls, this::handle, this::nothingMerges);
    this.broken = new BrokenJob(job, workers, calls);
    this.end = new JobEnd(job, calls, endListener);
  }

  private static Event timePassed(long nanoTime) {
    return new Event.TimePassed(TimeUnit.NANOSECONDS.toMillis(nanoTime));
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

  /**
   * Has the job run in this process, on the Worker that runs its committer; to be called once,
   * before the job starts.
   *
   * @param number of the Worker
   */
  public void runHere(int number, Locality.Place place) {
    WorkerJob own =
        new WorkerJob(
            job.site(),
            job.worker(),
            job.share(),
            job.breakdown(),
            attempts,
            GRACE_NANOS,
            OutputExchange.NONE);
    synchronized (lock) {
      workers.joinOwn(number, own);
      coordinator.handle(new Event.WorkerJoined(number, place));
    }
  }

  /** Returns who must be told what happens to the job's attempts on Workers. */
  public JobOnWorker.Listener attemptListener() {
    return attempts;
  }

  /**
   * A Worker of another process can run attempts of the job from now on. Nothing happens if it is
   * lost: that it could run them may have been on its way when its process ended.
   *
   * @param number is not that of another Worker of the job
   */
  public void workerJoined(int number, Locality.Place place, JobOnWorker worker) {
    synchronized (lock) {
      if (job.breakdown().hasHappened() || closing || workers.isGone(number)) {
        worker.close(() -> {});
        return;
      }
      workers.join(number, worker);
      attempts.publishAll(worker);
      handle(new Event.WorkerJoined(number, place));
    }
  }

  /**
   * A Worker has ended for certain: nothing of it runs or commits any more. If the job does not
   * know it, it never will.
   *
   * @param isSuspicious whether code of an attempt may be what ended it
   */
  public void workerLost(int number, String reason, boolean isSuspicious) {
    synchronized (lock) {
      if (!workers.lose(number)) {
        return;
      }
      if (!job.breakdown().hasHappened()) {
        try {
          attempts.workerLost(number, reason, isSuspicious);
        } catch (RuntimeException | Error e) {
          breakDown(e);
        }
        handle(new Event.WorkerLost(number, isSuspicious));
      }
    }
  }

  /** No Worker can run the job. If it is being committed, it needs none. */
  public void cannotRun(String reason) {
    handle(new Event.JobFailed(reason));
  }

  /**
   * Launches an attempt on a Worker with a free slot, if the job has one for it.
   *
   * @param idle whether the Worker runs nothing at all
   * @return whether there was one
   */
  public boolean launchOn(int worker, boolean idle) {
    synchronized (lock) {
      if (job.breakdown().hasHappened() || coordinator.state() != JobState.RUNNING) {
        return false;
      }
      try {
        List<Command> launch = coordinator.handle(new Event.SlotFree(worker, idle));
        carryOut(launch);
        return !launch.isEmpty();
      } catch (RuntimeException | Error e) {
        breakDown(e);
        return false;
      }
    }
  }

  /** Returns how many attempts run, or wait for a thread of a Worker. */
  public int attempts() {
    return attempts.count();
  }

  /** Returns how many attempts of the job a Worker runs, or was told to run. */
  public int attemptsOn(int worker) {
    return attempts.countOn(worker);
  }

  /** Returns whether a Worker must run nothing but an attempt of this job. */
  public boolean needsAlone(int worker) {
    return attempts.needsAlone(worker);
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

  public void setPriority(JobPriority wanted) {
    priority = priorityOf(org.apache.hadoop.mapred.JobPriority.valueOf(wanted.name()));
    job.worker().setPriority(job.share(), priority);
  }

  /** Returns the priority, from 1 to 5; a job with a higher one gets threads first. */
  public int priority() {
    return priority;
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
      long now = clock.nanoTime();
      if (job.breakdown().hasHappened()) {
        endBroken(now);
        calls.tick(now);
        return;
      }
      workers.tick(now);
      calls.tick(now);
      if (stoppingNanos != 0 && now - stoppingNanos > GRACE_NANOS) {
        workers.abandonMerges();
      }
      releaseHeldEnd();
      if (coordinator.state() == JobState.RUNNING) {
        attempts.speculate(now);
        handle(timePassed(now));
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
          slots.wanted(this);
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

  @GuardedBy("lock")
  private boolean isToStop() {
    return coordinator.state() == JobState.STOPPING || coordinator.state() == JobState.ABORTING;
  }

  /** Tells what is no attempt to stop; the attempts have commands of their own. */
  @GuardedBy("lock")
  private void stopping() {
    if (stoppingNanos == 0) {
      stoppingNanos = clock.nanoTime() | 1;
      calls.stop();
      workers.beginNoMerges();
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
      calls.setUpJob(view::started, this::recovered, this::setUp);
    } else if (command instanceof Command.Launch launch) {
      attempts.launch(launch);
    } else if (command instanceof Command.Undo undo) {
      attempts.undo(undo.map());
    } else if (command instanceof Command.GrantCommit grant) {
      attempts.grantCommit(grant.attempt());
    } else if (command instanceof Command.Stop stop) {
      attempts.stop(stop.attempt());
    } else if (command instanceof Command.Assign assign) {
      workers.get(assign.worker()).assign(assign.assignment(), assign.partitions());
    } else if (command instanceof Command.Withdraw withdraw) {
      workers.all().forEach(w -> w.withdraw(withdraw.assignment(), withdraw.partitions()));
    } else if (command instanceof Command.CommitJob) {
      heldEnd = () -> calls.commitJob(this::commitEnded);
      releaseHeldEnd();
    } else if (command instanceof Command.StopCommit) {
      stopCommit();
    } else if (command instanceof Command.AbortJob abort) {
      workers.stopMerges();
      heldEnd = () -> calls.abortJob(abort.killed(), () -> end(new Event.Aborted()));
      releaseHeldEnd();
    } else if (command instanceof Command.End theEnd) {
      view.ended(theEnd.state());
    }
    // Nothing is to be done for DenyCommit: an attempt may not commit unless that was granted.
  }

  /** Ends the commit, also one that still waits. */
  @GuardedBy("lock")
  private void stopCommit() {
    if (heldEnd == null) {
      stopping();
    } else {
      heldEnd = null;
      handle(new Event.CommitFailed("killed before the commit"));
    }
  }

  private void recovered(List<FinishedTask> tasks) {
    synchronized (lock) {
      tasks.forEach(attempts::recovered);
    }
  }

  private void setUp(Optional<Failure> failure) {
    handle(
        failure.isEmpty()
            ? new Event.SetUp()
            : new Event.SetUpFailed("set-up failed: " + failure.get().line()));
  }

  private void commitEnded(Optional<Failure> failure) {
    if (failure.isPresent()) {
      handle(new Event.CommitFailed("commit failed: " + failure.get().line()));
      return;
    }
    synchronized (lock) {
      committed = true;
    }
    end(new Event.Committed());
  }

  /**
   * Commits or aborts the job once no merge runs, which would read and write what the end of the
   * job releases, and once the output of all lost attempts is aborted.
   */
  @GuardedBy("lock")
  private void releaseHeldEnd() {
    if (heldEnd != null && workers.mergesNothing() && !calls.abortsTasks()) {
      Runnable last = heldEnd;
      heldEnd = null;
      last.run();
    }
  }

  private void nothingMerges() {
    synchronized (lock) {
      releaseHeldEnd();
    }
  }

  /** Cleans up, and then makes the end visible. */
  private void end(Event last) {
    Optional<byte[]> jobXml = cleanUp();
    handle(last);
    if (isOver()) { // If not, because the job has broken down, tick() ends it.
      try {
        logSkew();
      } finally {
        end.announce(this, jobXml);
      }
    }
  }

  private void logSkew() {
    if (LOG.isInfoEnabled() && view.state() == JobStatus.State.SUCCEEDED) {
      SkewReport.of(view.reduceLoads())
          .ifPresent(skew -> LOG.info("{}: {}", view.id(), skew.table().stripTrailing()));
    }
  }

  private Optional<byte[]> cleanUp() {
    synchronized (lock) {
      closing = true;
      workers.close();
    }
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
