// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.coordinator.AttemptRef.Kind;

/**
 * Finds tasks of one kind whose only attempt is so slow that another one would probably end before
 * it. The rules and their settings are those of Hadoop's default speculator: an attempt is slow if
 * its task would take longer than the mean of the tasks that are done and one standard deviation
 * ({@code mapreduce.job.speculative.slowtaskthreshold}), going by its progress; and only so many
 * tasks run twice, or wait for that. Progress of less than {@value #LEAST_PROGRESS} says nothing
 * before the attempt has run as long as that.
 *
 * <p>A reduce begins when its input is there, with two thirds of its progress, so that is where it
 * is counted from. (A reduce of Hadoop's spends that time on the shuffle.) Another attempt needs
 * its input once more, over the network, so it is expected to take three thirds. Guarded by the
 * job's lock.
 */
final class Speculation {
  private static final double MIN_DONE = 0.05; // share of the tasks, before anything is known
  private static final double LEAST_PROGRESS = 0.01;

  /** The progress with which a reduce begins. */
  private static final double REDUCE_BEGIN = 2.0 / 3;

  private final Kind kind;
  private final boolean enabled;
  private final double threshold;
  private final double maxShareOfRunning;
  private final double maxShareOfAll;
  private final int alwaysAllowed;
  private final long pauseMillis;
  private final long pauseAfterMillis;
  private final Map<Integer, Integer> found = new HashMap<>(); // slow tasks: how many attempts then
  private long nextNanos; // when to look again
  private boolean hasLooked;

  Speculation(JobConf conf, Kind kind) {
    this.kind = kind;
    this.enabled =
        kind == Kind.MAP ? conf.getMapSpeculativeExecution() : conf.getReduceSpeculativeExecution();
    this.threshold = conf.getDouble(MRJobConfig.SPECULATIVE_SLOWTASK_THRESHOLD, 1.0);
    this.maxShareOfRunning =
        conf.getDouble(
            MRJobConfig.SPECULATIVECAP_RUNNING_TASKS,
            MRJobConfig.DEFAULT_SPECULATIVECAP_RUNNING_TASKS);
    this.maxShareOfAll =
        conf.getDouble(
            MRJobConfig.SPECULATIVECAP_TOTAL_TASKS, MRJobConfig.DEFAULT_SPECULATIVECAP_TOTAL_TASKS);
    this.alwaysAllowed =
        conf.getInt(
            MRJobConfig.SPECULATIVE_MINIMUM_ALLOWED_TASKS,
            MRJobConfig.DEFAULT_SPECULATIVE_MINIMUM_ALLOWED_TASKS);
    this.pauseMillis =
        conf.getLong(
            MRJobConfig.SPECULATIVE_RETRY_AFTER_NO_SPECULATE,
            MRJobConfig.DEFAULT_SPECULATIVE_RETRY_AFTER_NO_SPECULATE);
    this.pauseAfterMillis =
        conf.getLong(
            MRJobConfig.SPECULATIVE_RETRY_AFTER_SPECULATE,
            MRJobConfig.DEFAULT_SPECULATIVE_RETRY_AFTER_SPECULATE);
  }

  /**
   * Returns the index of a task that should have another attempt; empty if there is none, or it is
   * too early to look again.
   *
   * @param nanoTime as {@link System#nanoTime}, so that nobody sets it
   */
  OptionalInt slowTask(List<TaskRecord> tasks, long nanoTime) {
    if (!enabled || (hasLooked && nanoTime - nextNanos < 0)) {
      return OptionalInt.empty();
    }
    OptionalInt slowest = slowest(tasks, nanoTime);
    slowest.ifPresent(task -> found.put(task, tasks.get(task).attempts().size()));
    hasLooked = true;
    nextNanos =
        nanoTime
            + TimeUnit.MILLISECONDS.toNanos(slowest.isPresent() ? pauseAfterMillis : pauseMillis);
    return slowest;
  }

  private OptionalInt slowest(List<TaskRecord> tasks, long nanoTime) {
    Durations done = new Durations();
    int running = 0;
    int twice = 0;
    for (int i = 0; i < tasks.size(); i++) {
      TaskRecord task = tasks.get(i);
      List<AttemptRecord> attempts = task.runningAttempts();
      if (task.succeeded().isPresent()) {
        AttemptRecord attempt = task.succeeded().get();
        done.add(attempt.finishTime() - attempt.startTime());
      } else if (!attempts.isEmpty()) {
        running++;
        twice += attempts.size() > 1 || waitsForSecond(i, task) ? 1 : 0;
      }
    }
    double allowed =
        Math.max(
            alwaysAllowed, Math.max(maxShareOfAll * tasks.size(), maxShareOfRunning * running));
    if (twice >= allowed || done.count == 0 || done.count < MIN_DONE * tasks.size()) {
      return OptionalInt.empty();
    }
    int slowest = -1;
    double mostGained = 0;
    for (int i = 0; i < tasks.size(); i++) {
      double gained = waitsForSecond(i, tasks.get(i)) ? 0 : gained(tasks.get(i), done, nanoTime);
      if (gained > mostGained) {
        slowest = i;
        mostGained = gained;
      }
    }
    return slowest < 0 ? OptionalInt.empty() : OptionalInt.of(slowest);
  }

  /** Returns whether a task was found slow, and nothing was launched for it since. */
  private boolean waitsForSecond(int index, TaskRecord task) {
    return found.getOrDefault(index, -1) == task.attempts().size();
  }

  /** Returns by how many milliseconds another attempt would probably be earlier; 0 if it is not. */
  private double gained(TaskRecord task, Durations done, long nanoTime) {
    List<AttemptRecord> attempts = task.runningAttempts();
    if (attempts.size() != 1 || task.succeeded().isPresent()) {
      return 0;
    }
    AttemptRecord only = attempts.get(0);
    double elapsed = only.runMillis(nanoTime);
    double progress = progress(only);
    double slow = done.mean() + threshold * done.deviation();
    if (progress < LEAST_PROGRESS && elapsed < slow) {
      return 0;
    }
    double duration = elapsed / Math.max(progress, 1e-4);
    boolean isSlow = duration > slow;
    return isSlow ? Math.max(0, duration - elapsed - another(done)) : 0;
  }

  /** Returns how many milliseconds another attempt would probably take. */
  private double another(Durations done) {
    return kind == Kind.MAP ? done.mean() : done.mean() / (1 - REDUCE_BEGIN);
  }

  private double progress(AttemptRecord attempt) {
    double progress = attempt.report().lastProgress();
    return kind == Kind.MAP
        ? progress
        : Math.max(0, (progress - REDUCE_BEGIN) / (1 - REDUCE_BEGIN));
  }

  /** How long the tasks took that are done, in milliseconds. */
  private static final class Durations {
    private int count;
    private double sum;
    private double squares;

    void add(double millis) {
      count++;
      sum += millis;
      squares += millis * millis;
    }

    double mean() {
      return sum / count;
    }

    double deviation() {
      return Math.sqrt(Math.max(0, squares / count - mean() * mean()));
    }
  }
}
