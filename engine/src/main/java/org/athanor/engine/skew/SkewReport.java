// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What there is to say about uneven reduces of a job that has ended. Reduces are uneven if
 *
 * <ul>
 *   <li>a partition was cut, or
 *   <li>the reduces took at least {@value #LEAST_GAIN_MILLIS} ms and at least 20 % longer than they
 *       would have taken had their work been spread evenly over as many threads as ran reduces at
 *       once, and the slowest took 1.25 times as long as the median.
 * </ul>
 *
 * <p>For even reduces there is no report: they could not end much sooner. Immutable.
 */
public final class SkewReport {
  static final long LEAST_GAIN_MILLIS = 1000;

  /** How many keys are named. */
  private static final int KEYS = 3;

  private final List<ReduceLoad> byTime;
  private final List<ReduceLoad> bySize;
  private final int threads;
  private final long millis;

  private SkewReport(List<ReduceLoad> loads) {
    this.byTime = sorted(loads, Comparator.comparingLong(ReduceLoad::millis));
    this.bySize = sorted(loads, Comparator.comparingLong(ReduceLoad::bytes));
    this.threads = mostAtOnce(loads);
    long begin = loads.stream().mapToLong(ReduceLoad::startMillis).min().orElse(0);
    long end = loads.stream().mapToLong(ReduceLoad::endMillis).max().orElse(0);
    this.millis = end - begin;
  }

  private static List<ReduceLoad> sorted(List<ReduceLoad> loads, Comparator<ReduceLoad> order) {
    return loads.stream().sorted(order.thenComparing(ReduceLoad::reduce)).toList();
  }

  /**
   * Returns the report of a job's reduces; empty if they were even.
   *
   * @param loads of all reduces that have succeeded
   */
  public static Optional<SkewReport> of(List<ReduceLoad> loads) {
    if (loads.isEmpty()) {
      return Optional.empty();
    }
    SkewReport report = new SkewReport(loads);
    return report.isUneven() ? Optional.of(report) : Optional.empty();
  }

  private boolean isUneven() {
    long gain = millis - evenMillis();
    return byTime.stream().anyMatch(ReduceLoad::isCut)
        || (gain >= LEAST_GAIN_MILLIS
            && 5 * gain >= evenMillis()
            && slowest().millis() >= LargePartition.EXCESS * median().millis());
  }

  /** Returns how many reduces ran at once at most. */
  private static int mostAtOnce(List<ReduceLoad> loads) {
    List<long[]> changes = new ArrayList<>();
    for (ReduceLoad load : loads) {
      changes.add(new long[] {load.startMillis(), 1});
      changes.add(new long[] {load.endMillis(), -1});
    }
    // At the same moment, ends come before begins.
    changes.sort(Comparator.<long[]>comparingLong(c -> c[0]).thenComparingLong(c -> c[1]));
    int now = 0;
    int most = 1;
    for (long[] change : changes) {
      now += (int) change[1];
      most = Math.max(most, now);
    }
    return most;
  }

  /** Returns how many reduces there were. */
  public int reduces() {
    return byTime.size();
  }

  /** Returns how many reduces ran at once at most. */
  public int threads() {
    return threads;
  }

  /** Returns milliseconds from the begin of the first reduce to the end of the last. */
  public long millis() {
    return millis;
  }

  /** Returns the milliseconds that the same work would have taken, spread evenly. */
  public long evenMillis() {
    return byTime.stream().mapToLong(ReduceLoad::millis).sum() / threads;
  }

  public ReduceLoad fastest() {
    return byTime.get(0);
  }

  /** Returns the reduce in the middle; of an even number, the one before the middle. */
  public ReduceLoad median() {
    return byTime.get((byTime.size() - 1) / 2);
  }

  public ReduceLoad slowest() {
    return byTime.get(byTime.size() - 1);
  }

  public ReduceLoad smallest() {
    return bySize.get(0);
  }

  /** Returns the reduce whose partition is in the middle, by size. */
  public ReduceLoad medianSize() {
    return bySize.get((bySize.size() - 1) / 2);
  }

  public ReduceLoad largest() {
    return bySize.get(bySize.size() - 1);
  }

  /** Returns the records of all partitions. */
  public long records() {
    return byTime.stream().mapToLong(ReduceLoad::records).sum();
  }

  /** Returns the bytes of all partitions. */
  public long bytes() {
    return byTime.stream().mapToLong(ReduceLoad::bytes).sum();
  }

  /** Returns the reduces whose partitions were cut, by index. */
  public List<ReduceLoad> cut() {
    return byTime.stream()
        .filter(ReduceLoad::isCut)
        .sorted(Comparator.comparingInt(ReduceLoad::reduce))
        .toList();
  }

  /**
   * A key and the reduce that got it.
   *
   * @param share of the records of all partitions, from 0 to 1
   * @param ofPartition share of the records of its partition, from 0 to 1
   */
  public record WeightyKey(HeavyKey key, int reduce, double share, double ofPartition) {}

  /** Returns the keys with the most records, at most 3, if they are known. */
  public List<WeightyKey> keys() {
    return keys(byTime).limit(KEYS).toList();
  }

  /** Returns the key with the most records of the slowest reduce, if it is known. */
  Optional<WeightyKey> slowestKey() {
    return keys(List.of(slowest())).findFirst();
  }

  private Stream<WeightyKey> keys(List<ReduceLoad> loads) {
    double all = Math.max(1, records());
    return loads.stream()
        .flatMap(
            load ->
                load.shape().keys().orElse(List.of()).stream()
                    .map(
                        key ->
                            new WeightyKey(
                                key,
                                load.reduce(),
                                key.records() / all,
                                (double) key.records() / Math.max(1, load.records()))))
        .sorted(
            Comparator.<WeightyKey>comparingLong(k -> -k.key().records())
                .thenComparingInt(WeightyKey::reduce));
  }

  /** Returns what follows for the user, one or more sentences. */
  public String advice() {
    return SkewAdvice.of(this);
  }

  /** Returns the table, with a line end after each line. */
  public String table() {
    return SkewTable.of(this);
  }
}
