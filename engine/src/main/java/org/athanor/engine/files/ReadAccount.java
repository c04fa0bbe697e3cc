// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_EXCEPTIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SKIP_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SKIP_OPERATIONS;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.BufferedFSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsAggregator;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/**
 * What Hadoop would have read of a local file by now through its {@link BufferedFSInputStream}. A
 * job's counters say how much its tasks read, the rest of a buffer included, so a stream that reads
 * in other pieces accounts for Hadoop's. Belongs to one thread's open file; for one thread.
 */
final class ReadAccount {
  private final long fileBytes;
  private final int bufferBytes;
  private final FileSystem.Statistics statistics;
  private final IOStatisticsStore streamStatistics =
      IOStatisticsBinding.iostatisticsStore()
          .withCounters(
              STREAM_READ_BYTES,
              STREAM_READ_EXCEPTIONS,
              STREAM_READ_SEEK_OPERATIONS,
              STREAM_READ_SKIP_OPERATIONS,
              STREAM_READ_SKIP_BYTES)
          .build();
  private final AtomicLong streamBytes = streamStatistics.getCounterReference(STREAM_READ_BYTES);
  private final IOStatisticsAggregator opener =
      IOStatisticsContext.getCurrentIOStatisticsContext().getAggregator();

  /** Of Hadoop's file handle. */
  private long filePosition;

  /**
   * Bytes in Hadoop's buffer, which end at {@link #filePosition}, and how many of them are used.
   */
  private int buffered;

  private int used;

  private long opening;

  /**
   * @param fileBytes length of the file
   * @param bufferBytes size of Hadoop's buffer
   * @param statistics counts the bytes, for the thread that reads
   */
  ReadAccount(long fileBytes, int bufferBytes, FileSystem.Statistics statistics) {
    this.fileBytes = fileBytes;
    this.bufferBytes = bufferBytes;
    this.statistics = statistics;
  }

  /** Bytes of the file that follow the stream's position. */
  long available() {
    return Math.max(0, fileBytes - filePosition) + (buffered - used);
  }

  /** Of the file by this stream. */
  IOStatistics streamStatistics() {
    return streamStatistics;
  }

  private long position() {
    return filePosition - (buffered - used);
  }

  /** Moves the stream to {@code target} if it is elsewhere. */
  void moveTo(long target) {
    if (target == position()) {
      return;
    }
    // Hadoop keeps a buffer only while it is not used up.
    long start = filePosition - buffered;
    if (used != buffered && target >= start && target < filePosition) {
      used = (int) (target - start);
      return;
    }
    used = 0;
    buffered = 0;
    filePosition = target;
  }

  /** Reads up to {@code wanted} bytes; returns how many there are, 0 at the end of the file. */
  int read(int wanted) {
    int read = 0;
    while (read < wanted) {
      if (used == buffered) {
        int left = (int) Math.min(Math.max(0, fileBytes - filePosition), Integer.MAX_VALUE);
        if (left == 0) {
          break;
        }
        if (wanted - read >= bufferBytes) {
          int past = Math.min(wanted - read, left);
          count(past);
          return read + past;
        }
        buffered = Math.min(bufferBytes, left);
        used = 0;
        count(buffered);
      }
      int taken = Math.min(buffered - used, wanted - read);
      used += taken;
      read += taken;
    }
    return read;
  }

  private void count(int bytes) {
    filePosition += bytes;
    statistics.incrementBytesRead(bytes);
    streamBytes.addAndGet(bytes);
  }

  /** Reads a header of {@code bytes}. */
  void open(int bytes) {
    read(bytes);
    opening = streamBytes.get();
  }

  /** Takes back what {@link #open} counted, because Hadoop's own stream has now counted it too. */
  void uncountOpening() {
    statistics.incrementBytesRead(-opening);
    streamBytes.addAndGet(-opening);
  }

  /** Adds what was read to the I/O statistics of the thread that opened the file. */
  void close() {
    opener.aggregate(streamStatistics);
  }
}
