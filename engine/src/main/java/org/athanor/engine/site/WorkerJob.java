// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.athanor.engine.exchange.OutputExchange;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.SharedRun;
import org.athanor.engine.run.SpillException;
import org.athanor.engine.task.AttemptReport;
import org.athanor.engine.task.MapAttempt;
import org.athanor.engine.task.ReduceAttempt;
import org.athanor.engine.task.RunMerge;
import org.athanor.engine.task.TaskAttempt;
import org.athanor.engine.thread.Clock;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job on the Worker of this process: its attempts that wait for a thread or run, and its map
 * output with the merges of it. It decides nothing; a listener is told what happens and decides.
 *
 * <p>Output of a map that ran here is read where it is, by the reduces of this Worker; the {@link
 * OutputExchange} moves it to other Workers, and theirs to this one.
 *
 * <p>Code that goes on for the grace period after it was told to stop is abandoned: its thread is
 * replaced, and its output is cut off. Where there are other Workers, the job breaks down instead
 * if that is not safe, because the code may be in its commit, or not bearable, because as much
 * other code goes on as there are threads: then this process is ended.
 *
 * <p>Thread-safe. The listener is called without this object's lock, so it may hold a lock of its
 * own when it calls this object, but not the other way round. If it cannot take the end of an
 * attempt or merge, because it throws, the job breaks down.
 */
public final class WorkerJob implements JobOnWorker {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerJob.class);

  /** From one question whether an attempt may commit to the next. */
  private static final long QUESTION_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final JobSite site;
  private final Worker worker;
  private final Share share;
  private final Breakdown breakdown;
  private final Listener listener;
  private final OutputExchange exchange;
  private final long timeoutMillis; // without a sign of life; 0 or less: for ever
  private final long graceNanos;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<TaskAttemptID, Launched> launched = new LinkedHashMap<>();

  @GuardedBy("lock")
  private final Set<AttemptOperation> held = new LinkedHashSet<>(); // reduces that wait for merges

  @GuardedBy("lock")
  private final Map<TaskAttemptID, List<SharedRun>> unpublished = new HashMap<>();

  @GuardedBy("lock")
  private final Map<Integer, AssignedOutput> assigned = new LinkedHashMap<>(); // by assignment

  @GuardedBy("lock")
  private final List<AssignedOutput> withdrawn = new ArrayList<>(); // whose merges may still run

  /** Output of maps that ran here and count, for later assignments. */
  @GuardedBy("lock")
  private final Map<Integer, List<SharedRun>> kept = new HashMap<>();

  @GuardedBy("lock")
  private boolean stopping;

  @GuardedBy("lock")
  private boolean mergeFailed; // so the job fails, or this Worker is of no use for it

  /** An attempt that waits for a thread or runs. */
  private static final class Launched {
    private final AttemptOperation operation;
    private final Optional<ChunkOperations> chunks; // of a reduce
    private boolean begun;
    private boolean mayCommit;
    private long stopNanos; // by the clock, when it, or what is left of it, was told to stop; or 0
    private Optional<Failure> failure = Optional.empty(); // of a part; the others were told to stop

    Launched(AttemptOperation operation, Optional<ChunkOperations> chunks) {
      this.operation = operation;
      this.chunks = chunks;
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
   * @param exchange moves map output between this Worker and others
   */
  public WorkerJob(
      JobSite site,
      Worker worker,
      Share share,
      Breakdown breakdown,
      Listener listener,
      long graceNanos,
      OutputExchange exchange) {
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
    this.exchange = exchange;
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

  @Override
  public Optional<ContainerPlace> container() {
    return Optional.empty();
  }

  // Attempts

  @Override
  public AttemptReport launchMap(TaskAttemptID id, TaskSplitIndex split) {
    MapAttempt attempt = new MapAttempt(site.facts(), id, split, this::mayCommit);
    synchronized (lock) {
      worker.submit(launched(Operation.Kind.MAP, attempt, Optional.empty()));
    }
    return attempt.reporter();
  }

  /** {@inheritDoc} It waits for the merges that it needs. */
  @Override
  public AttemptReport launchReduce(TaskAttemptID id, int maps, long mapOutputBytes) {
    int partition = id.getTaskID().getId();
    ChunkOperations chunks = new ChunkOperations(this, id, worker);
    ReduceAttempt attempt =
        new ReduceAttempt(
            site.facts(),
            id,
            maps,
            mapOutputBytes,
            () -> mergedRuns(partition),
            this::mayCommit,
            chunks);
    synchronized (lock) {
      held.add(launched(Operation.Kind.REDUCE, attempt, Optional.of(chunks)));
      submitHeld();
    }
    return attempt.reporter();
  }

  @GuardedBy("lock")
  private AttemptOperation launched(
      Operation.Kind kind, TaskAttempt attempt, Optional<ChunkOperations> chunks) {
    AttemptOperation operation = new AttemptOperation(this, kind, attempt);
    launched.put(attempt.id(), new Launched(operation, chunks));
    return operation;
  }

  /** Queues the reduces that waited, except those that need more merges. */
  @GuardedBy("lock")
  private void submitHeld() {
    if (!mayMerge()) {
      return; // Each of them is told to stop, too.
    }
    // One by one: none is queued twice if the heap is full in the middle.
    for (Iterator<AttemptOperation> all = held.iterator(); all.hasNext(); ) {
      AttemptOperation reduce = all.next();
      RunMerges merges = output(reduce.attempt().id().getTaskID().getId()).merges();
      merges.start(true);
      if (merges.isIdle()) {
        worker.submit(reduce);
        all.remove();
      }
    }
  }

  /** Whether merges may begin: a merge that has failed would fail again. */
  @GuardedBy("lock")
  private boolean mayMerge() {
    return !stopping && !mergeFailed && !breakdown.hasHappened();
  }

  /** Returns the map output with a partition that this Worker owns. */
  @GuardedBy("lock")
  private AssignedOutput output(int partition) {
    return assigned.values().stream()
        .filter(output -> output.owns(partition))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("partition " + partition + " is not assigned"));
  }

  private List<Run> mergedRuns(int partition) {
    synchronized (lock) {
      return output(partition).merges().runs();
    }
  }

  @Override
  public boolean stop(TaskAttemptID id) {
    synchronized (lock) {
      Launched attempt = launched.get(id);
      if (attempt == null) {
        return false;
      }
      if (attempt.stopNanos == 0) {
        attempt.stopNanos = site.facts().clock().nanoTime() | 1;
      }
      // Before the interrupt: an operation that begins now checks whether it was told to stop.
      attempt.attempt().reporter().stop();
      if (held.remove(attempt.operation) || worker.withdraw(attempt.operation)) {
        launched.remove(id);
        return true;
      }
      lock.notifyAll(); // mayCommit
      worker.interrupt(attempt.operation);
      attempt.chunks.ifPresent(ChunkOperations::interrupt);
      return false;
    }
  }

  /** Tells all attempts to stop, for a job that has broken down. */
  public void stopAll() {
    synchronized (lock) {
      launched.values().forEach(attempt -> attempt.attempt().reporter().stop());
      lock.notifyAll(); // mayCommit
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
   * @param now nanoseconds by the clock
   */
  public void tick(long now) {
    for (Launched attempt : begun()) {
      long silentMillis = attempt.attempt().reporter().tick() / 1_000_000;
      if (!attempt.attempt().reporter().isStopped()) {
        endIfNeeded(attempt, silentMillis, now);
      }
      abandonIfIgnoringStop(attempt, now);
    }
    synchronized (lock) {
      lock.notifyAll(); // mayCommit
    }
  }

  private void endIfNeeded(Launched attempt, long silentMillis, long now) {
    TaskAttemptID id = attempt.attempt().id();
    Optional<Failure> failure;
    boolean goesOn;
    synchronized (lock) {
      failure = attempt.failure;
      goesOn = attempt.ignoresStop(now, graceNanos);
    }
    if (failure.isPresent()) {
      if (goesOn) {
        LOG.warn(
            "{}: a part of it goes on after another has failed: {}", id, failure.get().trace());
        listener.mustEnd(id, failure.get().line());
      }
    } else if (timeoutMillis > 0 && silentMillis > timeoutMillis) {
      listener.mustEnd(id, id + " Timed out after " + silentMillis / 1000 + " secs");
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
      if (hasEnded
          || !attempt.ignoresStop(now, graceNanos)
          || !attempt.attempt().reporter().isStopped()) {
        return;
      }
      if (attempt.mayCommit && isHosted()) {
        // Its commit may go on at any moment: nothing but the end of the process stops it.
        breakdown.note(new IOException(attempt.attempt().id() + " does not stop its commit"));
        return;
      }
      if (isHosted() && worker.isOverrun()) {
        breakdown.note(
            new IOException(
                "too much code goes on that was told to stop, "
                    + attempt.attempt().id()
                    + " the last"));
        return;
      }
      // Chunks first: their code would not be abandoned later, when the attempt has gone.
      if (!attempt.chunks.map(ChunkOperations::abandon).orElse(true)
          || !worker.abandon(attempt.operation)) {
        return; // until the next tick
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

  /** Returns whether the process is one of several, which can be ended for a job. */
  private boolean isHosted() {
    return exchange.isNeeded();
  }

  /**
   * Asks whether an attempt may commit until it may, as Hadoop's tasks do: another attempt of the
   * task may hold the permission, and lose it. Returns false if the attempt was told to stop.
   */
  private boolean mayCommit(TaskAttemptID id) {
    try {
      while (asksForCommit(id)) {
        if (listener.mayCommit(id)) {
          return noteThatMayCommit(id);
        }
        pauseBeforeQuestion(id);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private boolean asksForCommit(TaskAttemptID id) {
    synchronized (lock) {
      boolean asks = isUnstopped(id);
      if (asks) {
        // On Hadoop the time-out is counted from this question, too.
        launched.get(id).attempt().reporter().progress();
      }
      return asks;
    }
  }

  @GuardedBy("lock")
  private boolean isUnstopped(TaskAttemptID id) {
    Launched attempt = launched.get(id);
    return attempt != null && !attempt.attempt().reporter().isStopped();
  }

  private boolean noteThatMayCommit(TaskAttemptID id) {
    synchronized (lock) {
      boolean may = isUnstopped(id);
      if (may) {
        launched.get(id).mayCommit = true;
      }
      return may;
    }
  }

  /** Waits for a tick that comes long enough after the last question. */
  private void pauseBeforeQuestion(TaskAttemptID id) throws InterruptedException {
    Clock clock = site.facts().clock();
    long asked = clock.nanoTime();
    synchronized (lock) {
      while (isUnstopped(id) && clock.nanoTime() - asked < QUESTION_PAUSE_NANOS) {
        lock.wait();
      }
    }
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
  void exited(TaskAttemptID attempt, String why) {
    listener.mustEnd(attempt, why);
  }

  /**
   * A part of an attempt has failed, and all others were told to stop. As a rule they do, and the
   * attempt fails; for those that go on, the grace period begins.
   */
  void partFailed(TaskAttemptID id, Failure failure) {
    synchronized (lock) {
      Launched attempt = launched.get(id);
      if (attempt == null || attempt.failure.isPresent() || attempt.stopNanos != 0) {
        return;
      }
      attempt.failure = Optional.of(failure);
      attempt.stopNanos = site.facts().clock().nanoTime() | 1;
      worker.interrupt(attempt.operation);
      attempt.chunks.ifPresent(ChunkOperations::interrupt);
    }
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
          unpublished.put(map.id(), map.runs().stream().map(SharedRun::of).toList());
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

  @Override
  public void assign(int assignment, List<Integer> partitions) {
    BitSet owned = new BitSet();
    partitions.forEach(owned::set);
    synchronized (lock) {
      AssignedOutput output = new AssignedOutput(owned, merges(owned));
      assigned.put(assignment, output); // before output can be delivered for it
      exchange.assign(assignment, partitions);
      kept.forEach((map, runs) -> addOwn(assignment, output, map, runs));
    }
  }

  private RunMerges merges(BitSet partitions) {
    return new RunMerges(
        site.facts(),
        new JobMapOutputs(worker.mergeWidth()),
        worker,
        share,
        (merges, merge, runs) -> breakdown.guard(work -> merge(merges, merge, runs, work)),
        partitions);
  }

  @Override
  public void withdraw(int assignment, List<Integer> partitions) {
    exchange.withdraw(assignment, partitions);
    synchronized (lock) {
      AssignedOutput output = assigned.get(assignment);
      if (output == null) {
        return;
      }
      output.withdraw(partitions);
      if (output.isEmpty()) {
        assigned.remove(assignment);
        output.merges().stop();
        withdrawn.add(output);
        releaseWithdrawn();
      }
    }
  }

  /** Gives the memory of assignments back that were withdrawn and merge nothing any more. */
  @GuardedBy("lock")
  private void releaseWithdrawn() {
    withdrawn.removeIf(
        output -> {
          boolean idle = output.merges().isIdle();
          if (idle) {
            output.merges().release();
          }
          return idle;
        });
  }

  @Override
  public void publish(TaskAttemptID map) {
    int index = map.getTaskID().getId();
    exchange.publish(index, map.getId());
    synchronized (lock) {
      List<SharedRun> runs = unpublished.get(map);
      if (runs == null) {
        return; // It ran on another Worker.
      }
      assigned.forEach((assignment, output) -> addOwn(assignment, output, index, runs));
      if (exchange.isNeeded()) {
        kept.put(index, runs);
        exchange.keep(index, map.getId(), holds(runs));
      } else {
        runs.forEach(Run::release);
      }
      unpublished.remove(map);
      if (mayMerge()) {
        assigned.values().forEach(output -> output.merges().start(false));
      }
    }
  }

  private static List<Run> holds(List<SharedRun> runs) {
    return runs.stream().<Run>map(SharedRun::forAnother).toList();
  }

  /** Adds the output of a map that ran here, unless that of another attempt at it came before. */
  @GuardedBy("lock")
  private void addOwn(int assignment, AssignedOutput output, int map, List<SharedRun> runs) {
    if (!output.has(map)) {
      output.add(map, holds(runs));
      exchange.has(assignment, map);
    }
  }

  /**
   * The output of a map that ran on another Worker has arrived.
   *
   * @param runs with the records of the assignment's partitions; they belong to the job from now on
   */
  public void delivered(int assignment, int map, List<Run> runs) {
    synchronized (lock) {
      AssignedOutput output = assigned.get(assignment);
      if (output == null || output.has(map)) {
        runs.forEach(Run::release);
        return;
      }
      output.add(map, runs);
      if (mayMerge()) {
        output.merges().start(false);
      }
    }
    listener.delivered(assignment, map);
  }

  @Override
  public void discard(TaskAttemptID map) {
    synchronized (lock) {
      List<SharedRun> runs = unpublished.remove(map);
      if (runs != null) {
        runs.forEach(Run::release);
      }
    }
  }

  private void merge(RunMerges merges, RunMerge merge, List<Run> runs, WorkArea work) {
    Run[] merged = new Run[1];
    SpillException[] disk = new SpillException[1];
    Optional<Failure> failure =
        isStopping()
            ? Optional.of(Failure.of(new AttemptStoppedException()))
            : site.userCode()
                .tryRun(
                    "merging map output failed",
                    loader -> {
                      try {
                        merged[0] = merge.run(work, loader);
                      } catch (SpillException e) {
                        disk[0] = e;
                        throw e;
                      }
                    });
    if (failure.isPresent() && !failure.get().isStop() && isNeeded(merges, runs)) {
      synchronized (lock) {
        mergeFailed = true;
      }
      // Before reduces can read what was not merged.
      if (disk[0] != null && isHosted()) {
        breakdown.note(disk[0]); // Another Worker may have a better disk.
      } else {
        listener.mergeFailed(failure.get());
      }
    }
    synchronized (lock) {
      if (!merges.ended(runs, Optional.ofNullable(merged[0]))) {
        return; // was abandoned
      }
      releaseWithdrawn();
      submitHeld();
    }
    listener.mergeEnded();
  }

  private boolean isNeeded(RunMerges merges, List<Run> runs) {
    synchronized (lock) {
      return merges.isNeeded(runs);
    }
  }

  private boolean isStopping() {
    synchronized (lock) {
      return stopping;
    }
  }

  @GuardedBy("lock")
  private Stream<RunMerges> allMerges() {
    return Stream.concat(assigned.values().stream(), withdrawn.stream())
        .map(AssignedOutput::merges);
  }

  /** Returns whether no merge waits or runs. */
  public boolean mergesNothing() {
    synchronized (lock) {
      return allMerges().allMatch(RunMerges::isIdle);
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
      allMerges().forEach(RunMerges::stop);
    }
  }

  /** Abandons merges that go on although they were interrupted. */
  public void abandonMerges() {
    synchronized (lock) {
      allMerges().forEach(RunMerges::abandon);
    }
  }

  /** Gives the memory of all map output back; no operation of the job may use it any more. */
  @Override
  public void close(Runnable closed) {
    synchronized (lock) {
      unpublished.values().forEach(runs -> runs.forEach(Run::release));
      unpublished.clear();
      kept.values().forEach(runs -> runs.forEach(Run::release));
      kept.clear();
      allMerges().forEach(RunMerges::release);
      assigned.clear();
      withdrawn.clear();
    }
    closed.run();
  }
}
