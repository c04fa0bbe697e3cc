// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.athanor.engine.failure.WhileReading;
import org.athanor.engine.meter.FileSystemCounters;
import org.athanor.engine.meter.IoMeter;
import org.athanor.engine.meter.RecordCounter;

/**
 * A record reader of the old API that counts records and bytes as Hadoop does, and reports the
 * map's progress. Thread-safe, as multi-threaded map runners of that API expect.
 */
final class OldTrackedInput<K, V> implements RecordReader<K, V> {
  private final InputSplit split;
  private final RecordReader<K, V> real;
  private final FileSystemCounters fileSystems;
  private final IoMeter meter;
  private final RecordCounter records;
  private final RecordCounter bytes;
  private final AttemptReporter reporter;
  private boolean begun;

  @SuppressWarnings("unchecked")
  OldTrackedInput(InputSplit split, JobConf conf, AttemptReporter reporter) throws IOException {
    this.split = split;
    this.reporter = reporter;
    this.fileSystems = reporter.fileSystems();
    this.records = reporter.recordCounter(TaskCounter.MAP_INPUT_RECORDS);
    this.bytes = reporter.recordCounter(FileInputFormatCounter.BYTES_READ);
    this.meter =
        split instanceof FileSplit file
            ? TaskAttempt.meter(true, file.getPath(), conf)
            : IoMeter.none();
    long before = meter.bytesRead();
    try {
      this.real =
          ((InputFormat<K, V>) conf.getInputFormat()).getRecordReader(split, conf, reporter);
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
  public synchronized boolean next(K key, V value) throws IOException {
    FileSystemCounters.Before others = fileSystems.before();
    long before = meter.bytesRead();
    boolean more;
    try {
      more = real.next(key, value);
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
  public K createKey() {
    return real.createKey();
  }

  @Override
  public V createValue() {
    return real.createValue();
  }

  @Override
  public long getPos() throws IOException {
    return real.getPos();
  }

  @Override
  public void close() throws IOException {
    long before = meter.bytesRead();
    real.close();
    count(before);
  }

  @Override
  public float getProgress() throws IOException {
    return real.getProgress();
  }
}
