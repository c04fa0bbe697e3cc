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

/**
 * The job's record writer, of either API, with Hadoop's counters of records and bytes around it.
 * One thread at a time, as the writer it wraps.
 */
final class TrackedOutput<K, V> extends RecordWriter<K, V> {
  private interface Writer<K, V> {
    void write(K key, V value) throws IOException, InterruptedException;

    void close() throws IOException, InterruptedException;
  }

  private final IoMeter meter;
  private final RecordCounter records;
  private final RecordCounter bytes;
  private final Writer<K, V> writer;
  private boolean closed;

  private interface Opening<K, V> {
    Writer<K, V> open() throws IOException, InterruptedException;
  }

  private TrackedOutput(
      IoMeter meter, RecordCounter records, RecordCounter bytes, Opening<K, V> opening)
      throws IOException, InterruptedException {
    this.meter = meter;
    this.records = records;
    this.bytes = bytes;
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
        meter,
        reporter.recordCounter(recordCounter),
        reporter.recordCounter(FileOutputFormatCounter.BYTES_WRITTEN),
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
    IoMeter meter =
        TaskAttempt.meter(
            format instanceof FileOutputFormat, FileOutputFormat.getOutputPath(conf), conf);
    return new TrackedOutput<>(
        meter,
        reporter.recordCounter(recordCounter),
        reporter.recordCounter(FileOutputFormatCounter.BYTES_WRITTEN),
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

  private static String partName(int part) {
    NumberFormat digits = NumberFormat.getInstance(Locale.ROOT);
    digits.setMinimumIntegerDigits(5);
    digits.setGroupingUsed(false);
    return "part-" + digits.format(part);
  }

  @Override
  public void write(K key, V value) throws IOException, InterruptedException {
    long before = meter.bytesWritten();
    writer.write(key, value);
    count(before);
    records.increment(1);
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
  void close() throws IOException, InterruptedException {
    if (closed) {
      return;
    }
    closed = true;
    long before = meter.bytesWritten();
    writer.close();
    count(before);
  }
}
