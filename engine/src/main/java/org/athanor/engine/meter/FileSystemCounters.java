// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.meter;

import java.util.IdentityHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.FileSystem.Statistics.StatisticsData;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;

/**
 * Hadoop's file-system counters of one attempt, by scheme: what its thread did since this object
 * was made, or they were added last, and what threads that its code has started did in calls of the
 * attempt's input and output. What such threads do with files of their own is not known.
 */
public final class FileSystemCounters {
  private final Thread owner = Thread.currentThread();
  private final IdentityHashMap<Statistics, long[]> before = read();

  /** What other threads have done; guarded by itself. */
  private final IdentityHashMap<Statistics, long[]> others = new IdentityHashMap<>();

  /** What a thread had done before a call. */
  public static final class Before {
    private final IdentityHashMap<Statistics, long[]> amounts;

    private Before(IdentityHashMap<Statistics, long[]> amounts) {
      this.amounts = amounts;
    }
  }

  /**
   * Notes what the calling thread has done. To be called before a call of the attempt's input or
   * output, on any thread.
   *
   * @return null on the attempt's own thread, which is counted anyway
   */
  public Before before() {
    return Thread.currentThread() == owner ? null : new Before(read());
  }

  /** Counts what the calling thread has done since {@link #before} returned something. */
  public void countSince(Before then) {
    if (then == null) {
      return;
    }
    IdentityHashMap<Statistics, long[]> now = read();
    synchronized (others) {
      now.forEach(
          (statistics, amounts) ->
              others.merge(
                  statistics,
                  less(amounts, then.amounts.get(statistics)),
                  FileSystemCounters::sum));
    }
  }

  /** Adds what has not been added yet. On the attempt's thread. */
  public void addTo(Counters counters) {
    IdentityHashMap<Statistics, long[]> done;
    synchronized (others) {
      done = new IdentityHashMap<>(others);
      others.clear();
    }
    IdentityHashMap<Statistics, long[]> now = read();
    now.forEach(
        (statistics, amounts) ->
            done.merge(
                statistics,
                less(amounts, before.put(statistics, amounts)),
                FileSystemCounters::sum));
    done.forEach((statistics, amounts) -> add(counters, statistics.getScheme(), amounts));
  }

  private static void add(Counters counters, String scheme, long[] amounts) {
    add(counters, scheme, FileSystemCounter.BYTES_READ, amounts[0]);
    add(counters, scheme, FileSystemCounter.BYTES_WRITTEN, amounts[1]);
    add(counters, scheme, FileSystemCounter.READ_OPS, amounts[2]);
    add(counters, scheme, FileSystemCounter.LARGE_READ_OPS, amounts[3]);
    add(counters, scheme, FileSystemCounter.WRITE_OPS, amounts[4]);
    if (scheme.equals("hdfs")) {
      add(counters, scheme, FileSystemCounter.BYTES_READ_EC, amounts[5]);
    }
  }

  private static long[] less(long[] amounts, long[] subtracted) {
    long[] difference = amounts.clone();
    for (int i = 0; subtracted != null && i < difference.length; i++) {
      difference[i] -= subtracted[i];
    }
    return difference;
  }

  private static long[] sum(long[] one, long[] other) {
    long[] sum = one.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }

  /** What the calling thread has done. */
  @SuppressWarnings("deprecation") // see IoMeter
  private static IdentityHashMap<Statistics, long[]> read() {
    IdentityHashMap<Statistics, long[]> amounts = new IdentityHashMap<>();
    for (Statistics statistics : FileSystem.getAllStatistics()) {
      amounts.put(statistics, read(statistics));
    }
    return amounts;
  }

  private static void add(
      Counters counters, String scheme, FileSystemCounter counter, long amount) {
    counters.findCounter(scheme, counter).increment(amount);
  }

  private static long[] read(Statistics statistics) {
    StatisticsData data = statistics.getThreadStatistics();
    return new long[] {
      data.getBytesRead(),
      data.getBytesWritten(),
      data.getReadOps(),
      data.getLargeReadOps(),
      data.getWriteOps(),
      data.getBytesReadErasureCoded()
    };
  }
}
