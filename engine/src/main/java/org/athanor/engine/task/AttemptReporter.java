// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.meter.RecordCounter;

/**
 * What an attempt says of itself: counters, progress, status, phase; and whether it was told to
 * stop. User code writes it from the attempt's thread (or threads it made), the engine reads it
 * from others.
 *
 * <p>Progress costs little per record: a ticker asks for it a few times a second ({@link #tick}),
 * and the attempt updates it at its next record. Once user code has asked for it, every record
 * updates it, as in Hadoop.
 */
public final class AttemptReporter extends StatusReporter implements Reporter {
  private final Counters counters = new Counters();
  private final Configuration conf;
  private final float[] phaseEnds;
  private volatile int phaseIndex;
  private volatile TaskStatus.Phase phase;
  private volatile float progress;
  private volatile String status = "";
  private volatile boolean asked;
  private volatile long lastActivity = System.nanoTime();
  private volatile boolean stopped;
  private volatile long shuffleFinishTime;
  private volatile long sortFinishTime;

  private final Map<String, RecordCounter> recordCounters = new ConcurrentHashMap<>();
  private final Set<String> watched = ConcurrentHashMap.newKeySet();
  private volatile InputSplit split;
  private volatile boolean progressWatched;
  private volatile Thread owner;
  private volatile PhaseProgress source; // read by the owner only

  /** How far the current phase is, from 0 to 1, as its records say. */
  @FunctionalInterface
  interface PhaseProgress {
    float get() throws IOException, InterruptedException;
  }

  /**
   * @param phaseEnds progress of the whole attempt at the end of each of its phases, the last 1
   */
  AttemptReporter(Configuration conf, TaskStatus.Phase first, float... phaseEnds) {
    this.conf = conf;
    this.phase = first;
    this.phaseEnds = phaseEnds;
  }

  public Counters counters() {
    return counters;
  }

  public TaskStatus.Phase phase() {
    return phase;
  }

  public String status() {
    return status;
  }

  public long shuffleFinishTime() {
    return shuffleFinishTime;
  }

  public long sortFinishTime() {
    return sortFinishTime;
  }

  /**
   * Called by the ticker: asks for progress. Answers nanoseconds since the attempt last showed
   * life.
   */
  public long tick() {
    if (!asked) {
      lastActivity = System.nanoTime();
      asked = true;
    }
    return System.nanoTime() - lastActivity;
  }

  /** Tells the attempt to end at its next record. */
  public void stop() {
    stopped = true;
    asked = true;
  }

  public boolean isStopped() {
    return stopped;
  }

  /** Whether the next record must call {@link #update}. */
  boolean wantsUpdate() {
    return asked || progressWatched;
  }

  /** Begins the attempt on the calling thread. */
  void begin() {
    owner = Thread.currentThread();
  }

  /** A counter that every record increments. */
  RecordCounter recordCounter(Enum<?> name) {
    RecordCounter counter =
        recordCounters.computeIfAbsent(
            name.name(), key -> new RecordCounter(counters.findCounter(name)));
    if (watched.contains(name.name())) {
      counter.watch();
    }
    return counter;
  }

  /** Brings the counters of records up to date. */
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
   * Says where the attempt's thread can read the current phase's progress between records, as soon
   * as there was one.
   */
  void readProgressFrom(PhaseProgress phaseProgress) {
    source = phaseProgress;
  }

  /**
   * Updates progress and counters.
   *
   * @param phaseProgress of the current phase, from 0 to 1
   * @throws AttemptStoppedException if the attempt was told to stop
   */
  void update(float phaseProgress) throws IOException {
    if (stopped) {
      throw new AttemptStoppedException();
    }
    setPhaseProgress(phaseProgress);
    if (asked) {
      publishRecordCounters();
      asked = false;
    }
  }

  /**
   * Shows that the attempt works, at something that makes no progress of its phase.
   *
   * @throws AttemptStoppedException if the attempt was told to stop
   */
  void showLife() throws IOException {
    if (stopped) {
      throw new AttemptStoppedException();
    }
    asked = false;
  }

  private void setPhaseProgress(float phaseProgress) {
    int index = phaseIndex;
    float begin = index == 0 ? 0 : phaseEnds[index - 1];
    float bounded = Math.max(0, Math.min(1, phaseProgress));
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

  /** Ends the attempt. Clients ask about it long after: what may be of the job's classes goes. */
  void end() {
    publishRecordCounters();
    source = null;
    split = null;
    owner = null;
  }

  /** Progress as it was last updated, for everybody but the attempt itself. */
  public float lastProgress() {
    return progress;
  }

  /**
   * Progress of the whole attempt, for user code. On the attempt's thread it is that of the last
   * record; other threads see the last update, and from then on every record makes one.
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
    if (asked && !stopped) {
      asked = false;
    }
  }

  @Override
  public void setStatus(String text) {
    status = Task.normalizeStatus(text, conf);
    progress();
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
