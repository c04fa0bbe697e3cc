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
 * Simulates Hadoop's {@link BufferedFSInputStream} on a local file, to count the bytes that Hadoop
 * would read. The bytes read by tasks are job counters, and they include bytes that Hadoop reads
 * into its buffer ahead of need. Not thread-safe.
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

  /** Position of Hadoop's file handle. */
  private long filePosition;

  /**
   * Number of bytes in Hadoop's buffer, the last of which is before {@link #filePosition}, and how
   * many of them have been read by the caller.
   */
  private int buffered;

  private int used;

  private long openingBytes;

  /**
   * @param fileBytes length of the file
   * @param bufferBytes size of Hadoop's buffer
   * @param statistics gets the bytes, for the thread that reads
   */
  ReadAccount(long fileBytes, int bufferBytes, FileSystem.Statistics statistics) {
    this.fileBytes = fileBytes;
    this.bufferBytes = bufferBytes;
    this.statistics = statistics;
  }

  /** Returns the number of bytes between the stream's position and the end of the file. */
  long available() {
    return Math.max(0, fileBytes - filePosition) + (buffered - used);
  }

  /** Returns the statistics of this stream. */
  IOStatistics streamStatistics() {
    return streamStatistics;
  }

  private long position() {
    return filePosition - (buffered - used);
  }

  /** Moves the stream to {@code target}. */
  void moveTo(long target) {
    if (target == position()) {
      return;
    }
    // Hadoop seeks within its buffer only if bytes of it are unread.
    long start = filePosition - buffered;
    if (used != buffered && target >= start && target < filePosition) {
      used = (int) (target - start);
      return;
    }
    used = 0;
    buffered = 0;
    filePosition = target;
  }

  /** Reads up to {@code wanted} bytes; returns the number read, 0 at the end of the file. */
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

  /** Reads the header of a file, {@code bytes} long, when the file is opened. */
  void open(int bytes) {
    read(bytes);
    openingBytes = streamBytes.get();
  }

  /** Subtracts what {@link #open} counted, because Hadoop's own stream has counted it, too. */
  void uncountOpening() {
    statistics.incrementBytesRead(-openingBytes);
    streamBytes.addAndGet(-openingBytes);
  }

  /** Adds the stream's statistics to those of the thread that opened the file. */
  void close() {
    opener.aggregate(streamStatistics);
  }
}
