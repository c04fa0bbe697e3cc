// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.StatusReporter;

/**
 * What an attempt says of itself: counters, progress, status, phase; and whether it was told to
 * stop. User code writes it from the attempt's thread (or threads it made), the engine reads it
 * from others.
 *
 * <p>Progress costs little per record: a ticker asks for it a few times a second ({@link #tick}),
 * the attempt answers at its next record.
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

  // The attempt's thread only, from here on.
  private final Map<String, RecordCounter> recordCounters = new HashMap<>();
  private final Set<String> watched = new HashSet<>();
  private InputSplit split;
  private volatile Thread owner;

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

  /** Whether progress was asked for since the last answer. */
  boolean isAsked() {
    return asked;
  }

  /** Begins the attempt on the calling thread. */
  void begin() {
    owner = Thread.currentThread();
  }

  private boolean isOwner() {
    return Thread.currentThread() == owner;
  }

  /** A counter that every record increments. */
  RecordCounter recordCounter(Enum<?> name) {
    return recordCounters.computeIfAbsent(
        name.name(),
        key -> {
          RecordCounter counter = new RecordCounter(counters.findCounter(name));
          if (watched.contains(key)) {
            counter.watch();
          }
          return counter;
        });
  }

  /** Brings the counters of records up to date, if it is the attempt's thread that calls. */
  void tellRecordCounters() {
    if (isOwner()) {
      recordCounters.values().forEach(RecordCounter::tell);
    }
  }

  private void watch(String name) {
    if (isOwner() && watched.add(name) && recordCounters.containsKey(name)) {
      recordCounters.get(name).watch();
    }
  }

  /** Answers the ticker with the progress of the current phase, from 0 to 1. */
  void answer(float phaseProgress) throws IOException {
    if (stopped) {
      throw new AttemptStoppedException();
    }
    setPhaseProgress(phaseProgress);
    tellRecordCounters();
    asked = false;
  }

  private void setPhaseProgress(float phaseProgress) {
    int index = phaseIndex;
    float begin = index == 0 ? 0 : phaseEnds[index - 1];
    float bounded = Math.max(0, Math.min(1, phaseProgress));
    progress = begin + (phaseEnds[index] - begin) * bounded;
  }

  void enter(TaskStatus.Phase next) {
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
    tellRecordCounters();
    split = null;
    owner = null;
  }

  @Override
  public float getProgress() {
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
