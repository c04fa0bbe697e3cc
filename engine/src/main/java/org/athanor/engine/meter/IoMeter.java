// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.meter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.FileSystem.Statistics.StatisticsData;
import org.apache.hadoop.fs.Path;

/**
 * Bytes that the calling thread has moved through the file systems of one scheme, for Hadoop's
 * counters {@code BYTES_READ} and {@code BYTES_WRITTEN} of input and output formats. Hadoop uses
 * the statistics of the whole process, which has one task there. Here tasks share a process, so
 * each uses the statistics of its own thread.
 */
public final class IoMeter {
  private final List<Statistics> statistics;
  private Thread owner;
  private StatisticsData[] owned;

  private IoMeter(List<Statistics> statistics) {
    this.statistics = statistics;
  }

  /** Returns a meter that always reads 0. */
  public static IoMeter none() {
    return new IoMeter(List.of());
  }

  @SuppressWarnings(
      "deprecation") // the only per-thread statistics that all supported Hadoop versions have
  public static IoMeter of(Path path, Configuration conf) throws IOException {
    String scheme = path.getFileSystem(conf).makeQualified(path).toUri().getScheme();
    List<Statistics> matching = new ArrayList<>();
    for (Statistics candidate : FileSystem.getAllStatistics()) {
      if (candidate.getScheme().equals(scheme)) {
        matching.add(candidate);
      }
    }
    return new IoMeter(matching);
  }

  private StatisticsData[] data() {
    Thread thread = Thread.currentThread();
    if (thread == owner) {
      return owned;
    }
    StatisticsData[] data = new StatisticsData[statistics.size()];
    for (int i = 0; i < data.length; i++) {
      data[i] = statistics.get(i).getThreadStatistics();
    }
    if (owner == null) {
      owner = thread;
      owned = data;
    }
    return data;
  }

  public long bytesRead() {
    long bytes = 0;
    for (StatisticsData data : data()) {
      bytes += data.getBytesRead();
    }
    return bytes;
  }

  public long bytesWritten() {
    long bytes = 0;
    for (StatisticsData data : data()) {
      bytes += data.getBytesWritten();
    }
    return bytes;
  }
}
