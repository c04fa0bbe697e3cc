// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.athanor.engine.failure.WhileReading;
import org.athanor.engine.meter.FileSystemCounters;
import org.athanor.engine.meter.IoMeter;
import org.athanor.engine.meter.RecordCounter;

/**
 * A record reader of the new API that counts records and bytes as Hadoop does, and reports the
 * map's progress. One thread.
 */
final class TrackedInput<K, V> extends RecordReader<K, V> {
  private final InputSplit split;
  private final RecordReader<K, V> real;
  private final FileSystemCounters fileSystems;
  private final IoMeter meter;
  private final RecordCounter records;
  private final RecordCounter bytes;
  private final AttemptReporter reporter;
  private boolean begun;

  TrackedInput(
      InputFormat<K, V> format,
      InputSplit split,
      TaskAttemptContext context,
      AttemptReporter reporter)
      throws IOException, InterruptedException {
    this.split = split;
    this.reporter = reporter;
    this.fileSystems = reporter.fileSystems();
    this.records = reporter.recordCounter(TaskCounter.MAP_INPUT_RECORDS);
    this.bytes = reporter.recordCounter(FileInputFormatCounter.BYTES_READ);
    this.meter =
        split instanceof FileSplit file
            ? TaskAttempt.meter(true, file.getPath(), context.getConfiguration())
            : IoMeter.none();
    long before = meter.bytesRead();
    try {
      this.real = format.createRecordReader(split, context);
    } catch (IOException | RuntimeException | Error e) {
      WhileReading.note(e, split);
      throw e;
    }
    count(before);
  }

  private void count(long before) {
    long read = meter.bytesRead() - before;
    if (read != 0) {
      bytes.increment(read);
    }
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context)
      throws IOException, InterruptedException {
    long before = meter.bytesRead();
    try {
      real.initialize(split, context);
    } catch (IOException | RuntimeException | Error e) {
      WhileReading.note(e, split);
      throw e;
    }
    count(before);
  }

  @Override
  public boolean nextKeyValue() throws IOException, InterruptedException {
    FileSystemCounters.Before others = fileSystems.before();
    long before = meter.bytesRead();
    boolean more;
    try {
      more = real.nextKeyValue();
    } catch (IOException | RuntimeException | Error e) {
      WhileReading.note(e, split);
      throw e;
    }
    count(before);
    fileSystems.countSince(others);
    if (more) {
      records.increment(1);
    }
    if (!begun) {
      begun = true;
      reporter.readProgressFrom(real::getProgress);
    }
    if (reporter.wantsUpdate()) {
      reporter.update(real.getProgress());
    }
    return more;
  }

  @Override
  public K getCurrentKey() throws IOException, InterruptedException {
    return real.getCurrentKey();
  }

  @Override
  public V getCurrentValue() throws IOException, InterruptedException {
    return real.getCurrentValue();
  }

  @Override
  public float getProgress() throws IOException, InterruptedException {
    return real.getProgress();
  }

  @Override
  public void close() throws IOException {
    long before = meter.bytesRead();
    real.close();
    count(before);
  }
}
