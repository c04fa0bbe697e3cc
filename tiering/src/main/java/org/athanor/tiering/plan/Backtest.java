// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.tiering.history.FileUse;
import org.athanor.tiering.image.FileRecord;

/**
 * Learns from the past, period by period, and asks after each period what a plan that had been made
 * before it would have been worth. Only files of the image count, because no other file has a known
 * length; they are found by the path that they have in the image.
 *
 * <p>{@link Periods} follow each other from the first event on.
 */
final class Backtest implements FileUse.Listener {
  /** Room for files that were deleted before the image was written. */
  private static final int OTHER_FILES = 1 << 20;

  private final Namespace namespace;
  private final Periods periods;
  private final long[] lengths;
  private final PredictorKind predictor;
  private final Learner learner;

  private final CacheTrial chosen;
  private final CacheTrial lastValue;
  private final CacheTrial lfu;
  private final CacheTrial perfect;
  private final ReplicaTrial replicas;
  private final BitSet mayGetReplicas;

  private final int[] accesses;
  private long allAccesses;
  private long otherAccesses;

  private int learntPeriods;
  private Knowledge knowledge;

  /**
   * Knows nothing yet.
   *
   * @param cacheSizes of the caches to try, in bytes
   * @param replicaBudgets to try, in bytes
   * @param mayGetReplicas numbers of the files whose number of replicas may be changed
   */
  Backtest(
      Namespace namespace,
      PlanSettings settings,
      long[] cacheSizes,
      long[] replicaBudgets,
      BitSet mayGetReplicas) {
    this.namespace = namespace;
    this.periods = new Periods(settings.period(), end -> endPeriod(end, true));
    int files = namespace.files().size();
    this.lengths = namespace.files().stream().mapToLong(FileRecord::bytes).toArray();
    this.accesses = new int[files];
    this.mayGetReplicas = mayGetReplicas;
    this.predictor = settings.predictor();
    this.learner =
        Learner.create(
            settings,
            (int) Math.min(Integer.MAX_VALUE, (long) files + OTHER_FILES),
            PredictorKind.LAST_VALUE);
    this.chosen = new CacheTrial(cacheSizes);
    this.lastValue = new CacheTrial(cacheSizes);
    this.lfu = new CacheTrial(cacheSizes);
    this.perfect = new CacheTrial(cacheSizes);
    this.replicas = new ReplicaTrial(settings.replication(), replicaBudgets);
  }

  @Override
  public void created(String path, long timeMillis) {
    reach(timeMillis);
    learner.created(path, timeMillis, blocks(path));
  }

  @Override
  public void accessed(AccessEvent event) {
    reach(event.timeMillis());
    learner.accessed(event);
    allAccesses++;
    OptionalInt number = namespace.number(event.path());
    if (number.isPresent()) {
      accesses[number.getAsInt()]++;
    } else {
      otherAccesses++;
    }
  }

  @Override
  public void deleted(String path) {
    learner.deleted(path);
  }

  @Override
  public void renamed(String from, String to) {
    learner.renamed(from, to);
  }

  private int blocks(String path) {
    OptionalInt number = namespace.number(path);
    return number.isPresent() ? namespace.files().get(number.getAsInt()).blocks() : 0;
  }

  private void reach(long millis) {
    if (!periods.haveBegun()) {
      // Files that the log does not create were there before it.
      for (FileRecord file : namespace.files()) {
        long written = Math.min(millis, Math.max(0, file.modified().toEpochMilli()));
        learner.created(file.path(), written, file.blocks());
      }
    }
    periods.reach(millis);
  }

  /**
   * The log has ended. The period that it ends in is learnt from; what plans were worth in it is
   * asked if at least half of it has passed.
   */
  void end() {
    if (periods.haveBegun()) {
      endPeriod(periods.end(), periods.passed() >= 0.5);
    }
  }

  private void endPeriod(long end, boolean counts) {
    if (counts) {
      learntPeriods++;
      if (knowledge != null) {
        chosen.period(knowledge.chosen, accesses, lengths);
        lastValue.period(knowledge.lastValue, accesses, lengths);
        lfu.period(knowledge.lfu, accesses, lengths);
        perfect.period(knowledge.perfect(accesses), accesses, lengths);
        replicas.period(accesses, lengths);
      }
    }
    learner.endOfPeriod(end);
    knowledge = new Knowledge();
    replicas.plan(replicaPopularity());
    Arrays.fill(accesses, 0);
  }

  /** How files were ranked when a period ended. */
  private final class Knowledge {
    private final int[] numbers = learner.numbers(namespace);
    private final BitSet read = new BitSet();
    private final double[] used = learner.predictions(PredictorKind.LRU, numbers);
    private final int[] chosen;
    private final int[] lastValue;
    private final int[] lfu;

    Knowledge() {
      double[] counts = learner.predictions(PredictorKind.LFU, numbers);
      for (int file = 0; file < counts.length; file++) {
        if (counts[file] > 0) {
          read.set(file);
        }
      }
      lfu = rank(file -> counts[file]);
      chosen = ranking(predictor);
      lastValue = ranking(PredictorKind.LAST_VALUE);
    }

    private int[] ranking(PredictorKind kind) {
      double[] values = learner.predictions(kind, numbers);
      return rank(file -> values[file]);
    }

    /** As by the accesses of the next period. Nobody could rank a file that nobody had read. */
    int[] perfect(int[] next) {
      return rank(file -> next[file]);
    }

    /**
     * The files that were ever read, those with the highest value first. Of files with the same,
     * the one that was used last goes first, then by path.
     */
    private int[] rank(IntToDoubleFunction value) {
      return read.stream()
          .boxed()
          .sorted(
              Comparator.<Integer>comparingDouble(value::applyAsDouble)
                  .thenComparingDouble(file -> used[file])
                  .reversed()
                  .thenComparing(file -> namespace.files().get(file).path()))
          .mapToInt(Integer::intValue)
          .toArray();
    }
  }

  /** AptStore's popularity of the files whose number of replicas may be changed. */
  private double[] replicaPopularity() {
    double[] values = learner.predictions(PredictorKind.APTSTORE, knowledge.numbers);
    for (int file = 0; file < values.length; file++) {
      if (!mayGetReplicas.get(file)) {
        values[file] = Double.NaN;
      }
    }
    return values;
  }

  /** After {@link #end}: what is known of the files. */
  FileHistory history() {
    return learner.history(namespace, periods.latest());
  }

  /** Time of the latest event, in milliseconds since 1970; 0 if there was none. */
  long latest() {
    return periods.latest();
  }

  /** After {@link #end}: number of files of the image that were read. */
  int filesRead() {
    return knowledge == null ? 0 : knowledge.read.cardinality();
  }

  /** Number of counted accesses. */
  long accesses() {
    return allAccesses;
  }

  /** Those of {@link #accesses} to files that the image does not have. */
  long otherAccesses() {
    return otherAccesses;
  }

  /** Number of periods that were learnt from, without one that had only begun. */
  int periods() {
    return learntPeriods;
  }

  /** What caches of the sizes would have served. */
  List<CurvePoint> curve(long[] sizes) {
    List<CurvePoint> points = new ArrayList<>();
    for (int size = 0; size < sizes.length; size++) {
      Share.Sum read = new Share.Sum();
      for (CacheTrial.Outcome outcome : chosen.outcomes()) {
        read.add(outcome.hitBytes(size), outcome.bytes());
      }
      points.add(
          new CurvePoint(
              sizes[size],
              hits(chosen, size),
              read.share(),
              hits(lastValue, size),
              hits(lfu, size),
              hits(perfect, size)));
    }
    return points;
  }

  private static Share hits(CacheTrial trial, int size) {
    Share.Sum sum = new Share.Sum();
    trial.outcomes().forEach(outcome -> sum.add(outcome.hits(size), outcome.accesses()));
    return sum.share();
  }

  /** What budgets for replicas buy. */
  List<ReplicaPoint> replicaPoints() {
    return replicas.points(lengths);
  }
}
