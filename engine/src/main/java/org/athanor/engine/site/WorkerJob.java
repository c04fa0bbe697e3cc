// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.run.Run;
import org.athanor.engine.task.AttemptReport;
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
 * One job on one Worker: its attempts that wait for a thread or run, and its map output with the
 * merges of it. It decides nothing; a {@link Listener} is told what happens and decides.
 *
 * <p>Code that goes on for the grace period after it was told to stop is abandoned: its thread is
 * replaced, and its output is cut off.
 *
 * <p>Thread-safe. The listener is called without this object's lock, so it may hold a lock of its
 * own when it calls this object, but not the other way round. If it cannot take the end of an
 * attempt or merge, because it throws, the job breaks down.
 */
public final class WorkerJob {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerJob.class);

  private final JobSite site;
  private final Worker worker;
  private final Share share;
  private final Breakdown breakdown;
  private final Listener listener;
  private final long timeoutMillis; // without a sign of life; 0 or less: for ever
  private final long graceNanos;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<TaskAttemptID, Launched> launched = new LinkedHashMap<>();

  @GuardedBy("lock")
  private final Set<AttemptOperation> held = new LinkedHashSet<>(); // reduces that wait for merges

  @GuardedBy("lock")
  private final Map<TaskAttemptID, List<Run>> unpublished = new HashMap<>();

  @GuardedBy("lock")
  private final RunMerges merges;

  @GuardedBy("lock")
  private boolean stopping;

  /** Is told what happens to attempts and merges, on any thread. */
  public interface Listener {
    /** A thread has begun the attempt. */
    void started(TaskAttemptID attempt);

    /** The attempt shows no sign of life, or its code has called for its end: it must fail. */
    void mustEnd(TaskAttemptID attempt, String reason);

    /** Returns whether the attempt may commit its output. */
    boolean mayCommit(TaskAttemptID attempt);

    /**
     * The attempt has ended well, and its output is committed. Its map output is kept apart until
     * {@link #publish}, {@link #discard} or {@link #release} is called.
     */
    void succeeded(TaskAttemptID attempt);

    /** The attempt has ended because its code, or the engine, failed. */
    void failed(TaskAttemptID attempt, Failure failure);

    /** The attempt has ended because it was told to stop. */
    void stopped(TaskAttemptID attempt);

    /**
     * The attempt's code goes on although it was told to stop, and was abandoned: its output must
     * be aborted by somebody else. It does not end by another call.
     */
    void abandoned(TaskAttemptID attempt);

    /** A merge of map output has failed, so the job must; {@link #mergeEnded} follows. */
    void mergeFailed(Failure failure);

    /** A merge of map output has ended. */
    void mergeEnded();
  }

  /** An attempt that waits for a thread or runs. */
  private static final class Launched {
    private final AttemptOperation operation;
    private boolean begun;
    private long stopNanos; // System.nanoTime() when it was told to stop, 0 before

    Launched(AttemptOperation operation) {
      this.operation = operation;
    }

    TaskAttempt attempt() {
      return operation.attempt();
    }

    boolean ignoresStop(long now, long graceNanos) {
      return stopNanos != 0 && now - stopNanos > graceNanos;
    }
  }

  /**
   * @param share the job's claim to the Worker's threads
   * @param breakdown is told what the listener throws
   * @param graceNanos from telling code to stop until it is abandoned
   */
  public WorkerJob(
      JobSite site,
      Worker worker,
      Share share,
      Breakdown breakdown,
      Listener listener,
      long graceNanos) {
    this.site = site;
    this.worker = worker;
    this.share = share;
    this.breakdown = breakdown;
    this.listener = listener;
    this.timeoutMillis =
        site.facts()
            .configuration()
            .getLong(MRJobConfig.TASK_TIMEOUT, MRJobConfig.DEFAULT_TASK_TIMEOUT_MILLIS);
    this.graceNanos = graceNanos;
    this.merges =
        new RunMerges(
            site.facts(),
            new JobMapOutputs(worker.mergeWidth()),
            worker,
            share,
            (merge, runs) -> breakdown.guard(work -> merge(merge, runs, work)));
  }

  JobSite site() {
    return site;
  }

  Share share() {
    return share;
  }

  Breakdown breakdown() {
    return breakdown;
  }

  // Attempts

  /** Queues an attempt at a map, and returns how far it is. */
  public AttemptReport launchMap(TaskAttemptID id, TaskSplitIndex split) {
    MapAttempt attempt = new MapAttempt(site.facts(), id, split, this::mayCommit);
    synchronized (lock) {
      worker.submit(launched(Operation.Kind.MAP, attempt));
    }
    return attempt.reporter();
  }

  /**
   * Queues an attempt at a reduce, once no more map output comes, and returns how far it is. It
   * waits for the merges that it needs.
   *
   * @param maps the number of map tasks
   */
  public AttemptReport launchReduce(TaskAttemptID id, int maps) {
    ReduceAttempt attempt =
        new ReduceAttempt(site.facts(), id, maps, this::mergedRuns, this::mayCommit);
    synchronized (lock) {
      held.add(launched(Operation.Kind.REDUCE, attempt));
      submitHeld();
    }
    return attempt.reporter();
  }

  @GuardedBy("lock")
  private AttemptOperation launched(Operation.Kind kind, TaskAttempt attempt) {
    AttemptOperation operation = new AttemptOperation(this, kind, attempt);
    launched.put(attempt.id(), new Launched(operation));
    return operation;
  }

  /** Queues the reduces that waited, unless they need more merges. */
  @GuardedBy("lock")
  private void submitHeld() {
    if (held.isEmpty() || stopping) {
      return; // If the job stops, each of them is told to stop, too.
    }
    merges.start(true);
    if (merges.isIdle()) {
      // One by one: none is queued twice if the heap is full in the middle.
      for (Iterator<AttemptOperation> all = held.iterator(); all.hasNext(); ) {
        worker.submit(all.next());
        all.remove();
      }
    }
  }

  private List<Run> mergedRuns() {
    synchronized (lock) {
      return merges.runs();
    }
  }

  /**
   * Tells an attempt to stop.
   *
   * @return whether it had not begun: then it never will, and the listener is not told
   */
  public boolean stop(TaskAttemptID id) {
    synchronized (lock) {
      Launched attempt = launched.get(id);
      if (attempt == null) {
        return false;
      }
      if (attempt.stopNanos == 0) {
        attempt.stopNanos = System.nanoTime() | 1;
      }
      // Before the interrupt: an operation that begins now checks whether it was told to stop.
      attempt.attempt().reporter().stop();
      if (held.remove(attempt.operation) || worker.withdraw(attempt.operation)) {
        launched.remove(id);
        return true;
      }
      worker.interrupt(attempt.operation);
      return false;
    }
  }

  /** Tells all attempts to stop, for a job that has broken down. */
  public void stopAll() {
    synchronized (lock) {
      launched.values().forEach(attempt -> attempt.attempt().reporter().stop());
    }
  }

  /** Cuts the output of all attempts off. */
  public void cutOffAll() {
    synchronized (lock) {
      launched.values().forEach(attempt -> attempt.attempt().cutOff());
    }
  }

  /**
   * To be called a few times a second: looks after attempts that show no sign of life, or do not
   * stop.
   *
   * @param now System.nanoTime()
   */
  public void tick(long now) {
    for (Launched attempt : begun()) {
      long silentMillis = attempt.attempt().reporter().tick() / 1_000_000;
      if (timeoutMillis > 0
          && silentMillis > timeoutMillis
          && !attempt.attempt().reporter().isStopped()) {
        TaskAttemptID id = attempt.attempt().id();
        listener.mustEnd(id, id + " Timed out after " + silentMillis / 1000 + " secs");
      }
      abandonIfIgnoringStop(attempt, now);
    }
  }

  private List<Launched> begun() {
    synchronized (lock) {
      return launched.values().stream().filter(attempt -> attempt.begun).toList();
    }
  }

  private void abandonIfIgnoringStop(Launched attempt, long now) {
    synchronized (lock) {
      boolean hasEnded = launched.get(attempt.attempt().id()) != attempt;
      if (hasEnded || !attempt.ignoresStop(now, graceNanos) || !worker.abandon(attempt.operation)) {
        return;
      }
      launched.remove(attempt.attempt().id());
    }
    try {
      attempt.attempt().cutOff();
      listener.abandoned(attempt.attempt().id());
    } catch (RuntimeException | Error e) {
      breakdown.note(e);
    }
  }

  private boolean mayCommit(TaskAttemptID id) {
    synchronized (lock) {
      Launched attempt = launched.get(id);
      if (attempt == null || attempt.attempt().reporter().isStopped()) {
        return false;
      }
      // On Hadoop the time-out is counted from this question, too.
      attempt.attempt().reporter().progress();
    }
    return listener.mayCommit(id);
  }

  /** An attempt's operation has begun. */
  void started(AttemptOperation operation) {
    TaskAttemptID id = operation.attempt().id();
    synchronized (lock) {
      Launched attempt = launched.get(id);
      if (attempt != null) {
        attempt.begun = true;
      }
    }
    listener.started(id);
  }

  /** Code of an attempt has called for the end of its process. */
  void exited(AttemptOperation operation, String why) {
    listener.mustEnd(operation.attempt().id(), why);
  }

  /** An attempt's operation has ended, and its output is committed. */
  void succeeded(AttemptOperation operation) {
    TaskAttempt attempt = operation.attempt();
    boolean taken = false;
    try {
      synchronized (lock) {
        if (!isCurrent(operation)) {
          return;
        }
        if (attempt instanceof MapAttempt map) {
          unpublished.put(map.id(), map.runs());
        }
        launched.remove(attempt.id());
        taken = true;
      }
      listener.succeeded(attempt.id());
    } finally {
      if (!taken) {
        attempt.cutOff();
      }
    }
  }

  /** An attempt's operation has failed, or ended because it was told to stop. */
  void failed(AttemptOperation operation, Failure failure) {
    TaskAttempt attempt = operation.attempt();
    boolean wasStopped = failure.isStop() || attempt.reporter().isStopped();
    if (!wasStopped) {
      LOG.warn("{} failed: {}", attempt.id(), failure.trace());
    }
    synchronized (lock) {
      if (!isCurrent(operation)) {
        return;
      }
      launched.remove(attempt.id());
    }
    if (wasStopped) {
      listener.stopped(attempt.id());
    } else {
      listener.failed(attempt.id(), failure);
    }
  }

  /** Returns false for an operation that was abandoned, or whose job has broken down. */
  @GuardedBy("lock")
  private boolean isCurrent(AttemptOperation operation) {
    Launched attempt = launched.get(operation.attempt().id());
    return attempt != null && attempt.operation == operation && !breakdown.hasHappened();
  }

  // Map output

  /** Lets reduces read the output of a map's attempt that has succeeded. */
  public void publish(TaskAttemptID map) {
    synchronized (lock) {
      List<Run> runs = unpublished.get(map);
      if (runs == null) {
        return;
      }
      merges.add(runs);
      unpublished.remove(map);
      if (!stopping) {
        merges.start(false);
      }
    }
  }

  /** Drops the output of a map's attempt that has succeeded, but is not needed. */
  public void discard(TaskAttemptID map) {
    synchronized (lock) {
      List<Run> runs = unpublished.remove(map);
      if (runs != null) {
        runs.forEach(Run::release);
      }
    }
  }

  private void merge(RunMerge merge, List<Run> runs, WorkArea work) {
    Run[] merged = new Run[1];
    Optional<Failure> failure =
        isStopping()
            ? Optional.of(Failure.of(new AttemptStoppedException()))
            : site.userCode()
                .tryRun("merging map output failed", loader -> merged[0] = merge.run(work, loader));
    if (failure.isPresent() && !failure.get().isStop() && isMerging(runs)) {
      listener.mergeFailed(failure.get()); // Before reduces can read what was not merged.
    }
    synchronized (lock) {
      if (!merges.ended(runs, Optional.ofNullable(merged[0]))) {
        return; // was abandoned
      }
      submitHeld();
    }
    listener.mergeEnded();
  }

  private boolean isMerging(List<Run> runs) {
    synchronized (lock) {
      return merges.isRunning(runs);
    }
  }

  private boolean isStopping() {
    synchronized (lock) {
      return stopping;
    }
  }

  /** Returns whether no merge waits or runs. */
  public boolean mergesNothing() {
    synchronized (lock) {
      return merges.isIdle();
    }
  }

  /** Begins no merge any more. */
  public void beginNoMerges() {
    synchronized (lock) {
      stopping = true;
    }
  }

  /** Withdraws merges that have not begun and interrupts the others. */
  public void stopMerges() {
    synchronized (lock) {
      stopping = true;
      merges.stop();
    }
  }

  /** Abandons merges that go on although they were interrupted. */
  public void abandonMerges() {
    synchronized (lock) {
      merges.abandon();
    }
  }

  /** Gives the memory of all map output back; no operation of the job may use it. */
  public void release() {
    synchronized (lock) {
      unpublished.values().forEach(runs -> runs.forEach(Run::release));
      unpublished.clear();
      merges.release();
    }
  }
}
