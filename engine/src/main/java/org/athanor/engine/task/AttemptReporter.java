// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.meter.FileSystemCounters;
import org.athanor.engine.meter.RecordCounter;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.thread.Clock;

/**
 * What an attempt reports: counters, progress, status, phase; and whether it was told to stop.
 * Thread-safe: user code writes it on the attempt's thread, or on threads that it has started; the
 * engine reads it on others.
 *
 * <p>Progress costs little per record: a ticker requests it a few times a second ({@link #tick}),
 * and the attempt updates it at its next record. Once user code has read its own progress, every
 * record updates it, as in Hadoop.
 */
public final class AttemptReporter extends StatusReporter implements Reporter, AttemptReport {
  private final Counters counters = new Counters();
  private volatile Configuration conf; // null once the attempt has ended
  private final float[] phaseEnds;
  private final Clock clock;
  private volatile int phaseIndex;
  private volatile TaskStatus.Phase phase;
  private volatile float progress;
  private volatile String status = "";
  private volatile boolean requested; // whether the ticker waits for an update
  private volatile boolean signWanted; // whether it waits for any sign of life
  private volatile long lastActivity;
  private volatile boolean stopped;
  private volatile long shuffleFinishTime;
  private volatile long sortFinishTime;

  private final Map<String, RecordCounter> recordCounters = new ConcurrentHashMap<>();
  private final Set<String> watched = ConcurrentHashMap.newKeySet();
  private volatile InputSplit split;
  private volatile boolean progressWatched;
  private volatile Thread owner;
  private volatile FileSystemCounters fileSystems;
  private volatile PhaseProgress source; // read by the owner only
  private final List<AttemptReporter> chunks = new CopyOnWriteArrayList<>();
  private volatile boolean awaitsChunks;
  private volatile boolean chunkFailed;
  private volatile boolean runsAsChunk;
  private volatile ReduceLoad.Shape shape = ReduceLoad.Shape.UNKNOWN;

  /** Returns the progress of the current phase, from 0 to 1. */
  @FunctionalInterface
  interface PhaseProgress {
    float get() throws IOException, InterruptedException;
  }

  /**
   * @param phaseEnds progress of the whole attempt at the end of each of its phases, the last 1
   */
  AttemptReporter(JobFacts job, TaskStatus.Phase first, float... phaseEnds) {
    this.conf = job.configuration();
    this.clock = job.clock();
    this.lastActivity = clock.nanoTime();
    this.phase = first;
    this.phaseEnds = phaseEnds;
  }

  @Override
  public Counters counters() {
    return counters;
  }

  @Override
  public TaskStatus.Phase phase() {
    return phase;
  }

  @Override
  public String status() {
    return status;
  }

  @Override
  public long shuffleFinishTime() {
    return shuffleFinishTime;
  }

  @Override
  public long sortFinishTime() {
    return sortFinishTime;
  }

  /**
   * Requests an update of the progress, or at least a sign of life, for the ticker. Returns the
   * nanoseconds since the attempt last reacted to such a request.
   */
  public long tick() {
    if (awaitsChunks) {
      lastActivity = clock.nanoTime();
    }
    request();
    long silence = clock.nanoTime() - lastActivity;
    for (AttemptReporter chunk : chunks) {
      if (chunk.runsAsChunk) {
        silence = Math.max(silence, chunk.tick());
      }
    }
    return silence;
  }

  /** Requests an update and a sign of life; the silence counts from the first request. */
  private void request() {
    if (!requested || !signWanted) {
      lastActivity = clock.nanoTime();
      requested = true;
      signWanted = true;
    }
  }

  /** Tells the attempt to stop: it ends at its next record, and so do its chunks. */
  public void stop() {
    stopped = true;
    request();
    chunks.forEach(AttemptReporter::stop);
  }

  /** Adds the reporter of a part of the attempt that may run on another thread. */
  void addChunk(AttemptReporter chunk) {
    chunks.add(chunk);
    if (stopped || chunkFailed) {
      chunk.stop();
    }
  }

  /**
   * Notes whether the attempt's own thread does nothing but wait for chunks. The attempt then shows
   * signs of life if they do.
   */
  void awaitsChunks(boolean does) {
    awaitsChunks = does;
  }

  /**
   * Notes whether this is the reporter of a chunk that somebody has claimed and that has not ended.
   * Such a chunk must show signs of life, also before and after its code runs.
   */
  void runsAsChunk(boolean does) {
    runsAsChunk = does;
  }

  /** Notes that a chunk has failed: the attempt ends at its next record, and so do its chunks. */
  void chunkFailed() {
    chunkFailed = true;
    request();
    chunks.forEach(AttemptReporter::stop);
  }

  private void checkEnd() throws IOException {
    if (stopped) {
      throw new AttemptStoppedException();
    }
    if (chunkFailed) {
      throw new IOException("another chunk of the partition has failed");
    }
  }

  /** Sets what the attempt's reducers have seen. */
  void setShape(ReduceLoad.Shape seen) {
    shape = seen;
  }

  @Override
  public ReduceLoad.Shape shape() {
    return shape;
  }

  public boolean isStopped() {
    return stopped;
  }

  /** Returns whether the next record must call {@link #update}. */
  boolean wantsUpdate() {
    return requested || progressWatched;
  }

  /**
   * Shows that the attempt emits records, which says nothing of its progress.
   *
   * @throws AttemptStoppedException if the attempt was told to stop
   * @throws IOException if a chunk of the attempt has failed
   */
  void emits() throws IOException {
    if (signWanted) {
      checkEnd();
      signWanted = false;
    }
  }

  /** Notes that the attempt begins, on the calling thread. */
  void begin() {
    owner = Thread.currentThread();
    fileSystems = new FileSystemCounters();
  }

  /** What the attempt does with file systems, from its begin on. */
  FileSystemCounters fileSystems() {
    return fileSystems;
  }

  /** Returns a counter that every record increments. */
  RecordCounter recordCounter(Enum<?> name) {
    RecordCounter counter =
        recordCounters.computeIfAbsent(
            name.name(), key -> new RecordCounter(counters.findCounter(name)));
    if (watched.contains(name.name())) {
      counter.watch();
    }
    return counter;
  }

  /** Brings Hadoop's counters of records up to date. */
  void publishRecordCounters() {
    recordCounters.values().forEach(RecordCounter::publish);
  }

  private void watch(String name) {
    if (watched.add(name)) {
      RecordCounter counter = recordCounters.get(name);
      if (counter != null) {
        counter.watch();
      }
    }
  }

  /**
   * Sets where the attempt's thread can read the progress of the current phase; to be called after
   * the phase's first record.
   */
  void readProgressFrom(PhaseProgress phaseProgress) {
    source = phaseProgress;
  }

  /**
   * Updates progress and counters.
   *
   * @param phaseProgress of the current phase, from 0 to 1
   * @throws AttemptStoppedException if the attempt was told to stop
   * @throws IOException if a chunk of the attempt has failed
   */
  void update(float phaseProgress) throws IOException {
    checkEnd();
    setPhaseProgress(phaseProgress);
    if (requested) {
      publishRecordCounters();
      requested = false;
    }
  }

  /**
   * Reports that the attempt works, on something that is no progress of its phase.
   *
   * @throws AttemptStoppedException if the attempt was told to stop
   */
  void reportActivity() throws IOException {
    checkEnd();
    requested = false;
  }

  private void setPhaseProgress(float phaseProgress) {
    int index = phaseIndex;
    float begin = index == 0 ? 0 : phaseEnds[index - 1];
    float bounded = phaseProgress > 0 ? Math.min(1, phaseProgress) : 0; // NaN is 0, as in Hadoop
    progress = begin + (phaseEnds[index] - begin) * bounded;
  }

  void enter(TaskStatus.Phase next) {
    source = null;
    int index = phaseIndex;
    if (index < phaseEnds.length - 1) {
      progress = phaseEnds[index];
      phaseIndex = index + 1;
    }
    long now = System.currentTimeMillis();
    if (next == TaskStatus.Phase.SORT && shuffleFinishTime == 0) {
      shuffleFinishTime = now;
    }
    if (next == TaskStatus.Phase.REDUCE || phase == TaskStatus.Phase.MAP) {
      sortFinishTime = now;
    }
    phase = next;
  }

  void complete() {
    progress = 1;
  }

  /**
   * Ends the attempt. The reporter is kept long after that, so it drops its references to objects
   * of the job's classes and to the configuration.
   */
  void end() {
    publishRecordCounters();
    conf = null;
    source = null;
    split = null;
    owner = null;
    chunks.clear();
  }

  /** For the engine; user code calls {@link #getProgress}. */
  @Override
  public float lastProgress() {
    float own = progress;
    if (chunks.isEmpty()) {
      return own;
    }
    // The chunks share the last phase; until then there is no progress of theirs.
    float begin = phaseEnds[phaseEnds.length - 2];
    if (own < begin) {
      return own;
    }
    float sum = own - begin;
    int parts = 1;
    for (AttemptReporter chunk : chunks) {
      sum += chunk.progress * (1 - begin);
      parts++;
    }
    return begin + sum / parts;
  }

  /**
   * Returns the progress of the whole attempt, for user code. On the attempt's thread it is that of
   * the last record. Other threads get the last update; from then on every record updates it.
   */
  @Override
  public float getProgress() {
    progressWatched = true;
    PhaseProgress current = source;
    if (current != null && Thread.currentThread() == owner) {
      try {
        setPhaseProgress(current.get());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return progress;
  }

  @Override
  public void progress() {
    if (requested && !stopped) {
      requested = false;
    }
  }

  @Override
  public void setStatus(String text) {
    Configuration current = conf;
    if (current != null) {
      status = Task.normalizeStatus(text, current);
      progress();
    }
  }

  @Override
  public Counters.Counter getCounter(Enum<?> name) {
    watch(name.name());
    return counters.findCounter(name);
  }

  @Override
  public Counters.Counter getCounter(String group, String name) {
    watch(name);
    return counters.findCounter(group, name);
  }

  @Override
  public void incrCounter(Enum<?> key, long amount) {
    counters.incrCounter(key, amount);
    progress();
  }

  @Override
  public void incrCounter(String group, String counter, long amount) {
    counters.incrCounter(group, counter, amount);
    progress();
  }

  void setInputSplit(InputSplit split) {
    this.split = split;
  }

  @Override
  public InputSplit getInputSplit() {
    if (split == null) {
      throw new UnsupportedOperationException("Input only available on map");
    }
    return split;
  }
}
