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
 * was made, or they were added last. All calls on the attempt's thread.
 */
public final class FileSystemCounters {
  private final IdentityHashMap<Statistics, long[]> before = new IdentityHashMap<>();

  @SuppressWarnings("deprecation") // see IoMeter
  public FileSystemCounters() {
    for (Statistics statistics : FileSystem.getAllStatistics()) {
      before.put(statistics, read(statistics));
    }
  }

  @SuppressWarnings("deprecation") // see IoMeter
  public void addTo(Counters counters) {
    for (Statistics statistics : FileSystem.getAllStatistics()) {
      long[] now = read(statistics);
      long[] then = before.getOrDefault(statistics, new long[now.length]);
      String scheme = statistics.getScheme();
      add(counters, scheme, FileSystemCounter.BYTES_READ, now[0] - then[0]);
      add(counters, scheme, FileSystemCounter.BYTES_WRITTEN, now[1] - then[1]);
      add(counters, scheme, FileSystemCounter.READ_OPS, now[2] - then[2]);
      add(counters, scheme, FileSystemCounter.LARGE_READ_OPS, now[3] - then[3]);
      add(counters, scheme, FileSystemCounter.WRITE_OPS, now[4] - then[4]);
      if (scheme.equals("hdfs")) {
        add(counters, scheme, FileSystemCounter.BYTES_READ_EC, now[5] - then[5]);
      }
      before.put(statistics, now);
    }
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
