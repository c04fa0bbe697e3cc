// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.text.NumberFormat;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.athanor.engine.meter.FileSystemCounters;
import org.athanor.engine.meter.IoMeter;
import org.athanor.engine.meter.RecordCounter;

/**
 * The job's record writer, of either API, with Hadoop's counters of records and bytes. One thread
 * at a time, as with the writer that it wraps, unless a method says otherwise.
 */
final class TrackedOutput<K, V> extends RecordWriter<K, V> {
  private interface Writer<K, V> {
    void write(K key, V value) throws IOException, InterruptedException;

    void close() throws IOException, InterruptedException;
  }

  private final FileSystemCounters fileSystems;
  private final IoMeter meter;
  private final RecordCounter records;
  private final RecordCounter bytes;
  private final Writer<K, V> writer;
  private final AttemptReporter reporter;
  private final boolean writesFiles;
  private volatile boolean closed;

  private interface Opening<K, V> {
    Writer<K, V> open() throws IOException, InterruptedException;
  }

  private TrackedOutput(
      AttemptReporter reporter,
      Enum<?> recordCounter,
      boolean writesFiles,
      IoMeter meter,
      Opening<K, V> opening)
      throws IOException, InterruptedException {
    this.reporter = reporter;
    this.fileSystems = reporter.fileSystems();
    this.writesFiles = writesFiles;
    this.meter = meter;
    this.records = reporter.recordCounter(recordCounter);
    this.bytes = reporter.recordCounter(FileOutputFormatCounter.BYTES_WRITTEN);
    long before = meter.bytesWritten();
    this.writer = opening.open();
    count(before);
  }

  /** Opens the writer of a new-API output format. */
  @SuppressWarnings("unchecked")
  static <K, V> TrackedOutput<K, V> of(
      OutputFormat<?, ?> format,
      TaskAttemptContext context,
      Enum<?> recordCounter,
      AttemptReporter reporter)
      throws IOException, InterruptedException {
    boolean files = format instanceof org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
    IoMeter meter =
        files
            ? TaskAttempt.meter(
                true,
                org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.getOutputPath(context),
                context.getConfiguration())
            : IoMeter.none();
    return new TrackedOutput<>(
        reporter,
        recordCounter,
        files,
        meter,
        () -> {
          RecordWriter<K, V> real = ((OutputFormat<K, V>) format).getRecordWriter(context);
          return new Writer<K, V>() {
            @Override
            public void write(K key, V value) throws IOException, InterruptedException {
              real.write(key, value);
            }

            @Override
            public void close() throws IOException, InterruptedException {
              real.close(context);
            }
          };
        });
  }

  /** Opens the writer of an old-API output format, for the part with the given index. */
  @SuppressWarnings("unchecked")
  static <K, V> TrackedOutput<K, V> ofOldApi(
      JobConf conf, int part, Enum<?> recordCounter, AttemptReporter reporter)
      throws IOException, InterruptedException {
    org.apache.hadoop.mapred.OutputFormat<K, V> format = conf.getOutputFormat();
    boolean files = format instanceof FileOutputFormat;
    IoMeter meter = TaskAttempt.meter(files, FileOutputFormat.getOutputPath(conf), conf);
    return new TrackedOutput<>(
        reporter,
        recordCounter,
        files,
        meter,
        () -> {
          org.apache.hadoop.mapred.RecordWriter<K, V> real =
              format.getRecordWriter(FileSystem.get(conf), conf, partName(part), reporter);
          return new Writer<K, V>() {
            @Override
            public void write(K key, V value) throws IOException {
              real.write(key, value);
            }

            @Override
            public void close() throws IOException {
              real.close(reporter);
            }
          };
        });
  }

  /** Returns Hadoop's name for the file of a task's part, by the old API. */
  static String partName(int part) {
    NumberFormat digits = NumberFormat.getInstance(Locale.ROOT);
    digits.setMinimumIntegerDigits(5);
    digits.setGroupingUsed(false);
    return "part-" + digits.format(part);
  }

  /** Writes a record as {@link #write} does, from any thread of the task. */
  synchronized void writeFromAnyThread(K key, V value) throws IOException, InterruptedException {
    write(key, value);
  }

  /**
   * Writes a record.
   *
   * @throws IOException also if the output is closed, because a thread of the task may go on after
   *     that
   */
  @Override
  public void write(K key, V value) throws IOException, InterruptedException {
    checkOpen();
    reporter.emits();
    FileSystemCounters.Before others = fileSystems.before();
    long before = meter.bytesWritten();
    writer.write(key, value);
    count(before);
    fileSystems.countSince(others);
    records.increment(1);
  }

  /**
   * Writes a record that a chunk of the task has emitted and counted before. Its bytes count here,
   * because they get to the task's file here.
   */
  void writeCounted(K key, V value) throws IOException, InterruptedException {
    checkOpen();
    reporter.emits();
    long before = meter.bytesWritten();
    writer.write(key, value);
    count(before);
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(
          "the task's output is closed: records that its code still emits are rejected");
    }
  }

  private void count(long before) {
    long written = meter.bytesWritten() - before;
    if (written != 0) {
      bytes.increment(written);
    }
  }

  @Override
  public void close(TaskAttemptContext unused) throws IOException, InterruptedException {
    close();
  }

  /** Closes the job's writer; later calls do nothing. */
  synchronized void close() throws IOException, InterruptedException {
    if (closed) {
      return;
    }
    closed = true;
    long before = meter.bytesWritten();
    writer.close();
    count(before);
  }

  /**
   * Ends the output after a failure. Hadoop closes the writer of an attempt that fails, but not of
   * one that was told to stop, because it kills that process. So the writer of an attempt that was
   * told to stop is closed only if it writes files, which the output committer removes. Others,
   * such as a database's, may make their records visible when they are closed.
   */
  void abandon() throws IOException, InterruptedException {
    if (reporter.isStopped() && !writesFiles) {
      cutOff();
    } else {
      close();
    }
  }

  /** Rejects all further records, without closing the job's writer. Any thread. */
  void cutOff() {
    closed = true;
  }
}
