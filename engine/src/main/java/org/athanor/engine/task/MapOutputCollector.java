// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.QuickSort;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.meter.RecordCounter;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.RecordBatch;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunWriter;
import org.athanor.engine.serialization.FieldWriter;
import org.athanor.engine.serialization.MapOutputTypes;
import org.athanor.engine.serialization.SerializedField;
import org.athanor.engine.sort.RecordArena;
import org.athanor.engine.sort.SortBuffer;
import org.athanor.engine.sort.SortedPartition;
import org.athanor.engine.worker.WorkArea;

/**
 * Collects what a mapper emits: serializes each record once, sorts when the thread's memory is full
 * and at the end, combines if the job has a combiner, and writes sorted runs (Flame-MR's map
 * operation, thesis §3.3.2). Thread-safe, because a mapper may emit from threads of its own.
 */
final class MapOutputCollector<K, V> implements AutoCloseable {
  private static final int END_MARKER_BYTES = 2;
  private static final int CHECKSUM_BYTES = 4;

  private final JobFacts job;
  private final int mapIndex;
  private final WorkArea work;
  private final Combiner<?, ?> combiner;
  private final Class<K> keyClass;
  private final Class<V> valueClass;
  private final int partitions;
  private final String partitionerName;
  private final KeyOrder order;
  private final IndexedSorter hadoopSort;
  private final long hadoopSortBytes;
  private final SortBuffer buffer;
  private final RecordArena arena;
  private final FieldWriter<K> keyWriter;
  private final FieldWriter<V> valueWriter;
  private final AttemptReporter reporter;
  private final List<Run> runs = new ArrayList<>(); // guarded by itself
  private RunWriter writing; // guarded by runs; null unless a run is being written
  private final RecordCounter outputRecords;
  private final RecordCounter outputBytes;
  private final Counters.Counter materializedBytes;
  private final Counters.Counter spilledRecords;
  private boolean ended; // guarded by this; whether nothing more may be emitted
  private boolean finished; // guarded by this
  private volatile boolean discarded;

  /**
   * @param keyClass class of the keys that {@link #collect} gets: the job's, or {@link
   *     SerializedField}
   * @param partitionerName for messages
   * @param combiner null if the job has none
   */
  MapOutputCollector(
      AttemptScope attempt,
      Class<K> keyClass,
      Class<V> valueClass,
      String partitionerName,
      Combiner<?, ?> combiner)
      throws IOException {
    JobConf conf = attempt.conf();
    this.reporter = attempt.reporter();
    this.job = attempt.job();
    this.mapIndex = attempt.id().getTaskID().getId();
    this.work = attempt.work();
    this.combiner = combiner;
    this.keyClass = keyClass;
    this.valueClass = valueClass;
    this.partitions = conf.getNumReduceTasks();
    this.partitionerName = partitionerName;
    this.order = KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputKeyComparator());
    this.hadoopSort =
        ReflectionUtils.newInstance(
            conf.getClass(MRJobConfig.MAP_SORT_CLASS, QuickSort.class, IndexedSorter.class), conf);
    this.hadoopSortBytes =
        (long)
            (((long) conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB) << 20)
                * conf.getFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, 0.8f));
    this.buffer = work.sortBuffer();
    this.arena = buffer.arena();
    buffer.begin(partitions, combiner != null);
    this.keyWriter = FieldWriter.of(keyClass, conf, arena);
    this.valueWriter = FieldWriter.of(valueClass, conf, arena);
    Counters counters = reporter.counters();
    this.outputRecords = reporter.recordCounter(TaskCounter.MAP_OUTPUT_RECORDS);
    this.outputBytes = reporter.recordCounter(TaskCounter.MAP_OUTPUT_BYTES);
    this.materializedBytes = counters.findCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
    this.spilledRecords = counters.findCounter(TaskCounter.SPILLED_RECORDS);
  }

  /**
   * Collects a record, from any thread of the mapper.
   *
   * @throws IOException also if the attempt has ended, because another attempt uses the buffers
   *     then
   */
  synchronized void collect(K key, V value, int partition) throws IOException {
    if (ended || discarded) {
      throw hasEnded();
    }
    collectExclusively(key, value, partition);
  }

  private IOException hasEnded() {
    return new IOException(
        "map " + mapIndex + " has ended: records that its code still emits are rejected");
  }

  /**
   * Collects a record from the only thread that emits any, without a lock, which would take a
   * twentieth of the time.
   */
  void collectExclusively(K key, V value, int partition) throws IOException {
    reporter.emits();
    MapOutputTypes.check("key", keyClass, key.getClass());
    MapOutputTypes.check("value", valueClass, value.getClass());
    if (partition < 0 || partition >= partitions) {
      throw new IOException(
          "partitioner "
              + partitionerName
              + " returned "
              + partition
              + " for key \""
              + key
              + "\"; the job has "
              + partitions
              + " partitions (0 to "
              + (partitions - 1)
              + ")");
    }
    if (buffer.isFull()) {
      sortAndWrite();
    }
    arena.beginRecord();
    int keyLength;
    int valueLength;
    try {
      keyWriter.write(key, arena);
      keyLength = arena.written();
      valueWriter.write(value, arena);
      valueLength = arena.written() - keyLength;
    } catch (IOException | RuntimeException | Error e) {
      arena.dropRecord();
      throw e;
    }
    outputRecords.increment(1);
    outputBytes.increment((long) keyLength + valueLength);
    if (buffer.countIfKnown(
        partition, arena.currentArray(), arena.keyOffset(), keyLength, valueLength)) {
      arena.dropRecord();
      return;
    }
    long prefix = order.prefix(arena.currentArray(), arena.keyOffset(), keyLength);
    int location = arena.endRecord(keyLength, valueLength);
    if (location == RecordArena.WAITING) {
      sortAndWrite();
      location = arena.placeWaiting();
    }
    buffer.add(partition, prefix, location, keyLength, valueLength);
  }

  private void sortAndWrite() throws IOException {
    if (buffer.size() == 0) {
      return;
    }
    buffer.sort(order, hadoopSort, hadoopSortBytes);
    Run kept = combiner == null ? buffer.toRun(mapIndex, order, job.store().retained()) : null;
    add(kept != null ? kept : write());
    buffer.clear();
  }

  private void add(Run run) throws IOException {
    boolean taken = false;
    synchronized (runs) {
      try {
        taken = !discarded && runs.add(run);
      } finally {
        if (!taken) {
          run.release();
        }
      }
    }
    if (!taken) {
      throw hasEnded();
    }
  }

  private Run write() throws IOException {
    try (RunWriter writer =
        new RunWriter(
            mapIndex, partitions, job.store().retained(), job.store().spill(), work.spare())) {
      setWriting(writer);
      for (int p = 0; p < partitions; p++) {
        int from = buffer.start(p);
        int to = buffer.start(p + 1);
        if (from == to) {
          continue;
        }
        writer.startPartition(p);
        if (combiner != null) {
          combiner.combine(new SortedPartition(buffer, p), writer);
        } else {
          copy(from, to, writer);
        }
      }
      Run run = writer.finish();
      spilledRecords.increment(writer.spilledRecords());
      return run;
    } finally {
      setWriting(null);
    }
  }

  private void setWriting(RunWriter writer) {
    synchronized (runs) {
      writing = writer;
      if (writer != null && discarded) {
        writer.discard();
      }
    }
  }

  private void copy(int from, int to, RunWriter writer) throws IOException {
    RecordBatch batch = new RecordBatch(RecordBatch.RECORDS);
    for (int i = from; i < to; ) {
      batch.clear();
      while (i < to && batch.size() < batch.capacity()) {
        batch.add(buffer.sortedBlock(i), buffer.sortedOffset(i));
        i++;
      }
      batch.touch();
      for (int j = 0; j < batch.size(); j++) {
        writer.append(batch.data(j), batch.record(j));
      }
    }
  }

  /** Sorts the remaining records and returns all runs, which the caller releases. */
  synchronized List<Run> finish() throws IOException {
    ended = true;
    keyWriter.close();
    valueWriter.close();
    sortAndWrite();
    List<Run> all;
    synchronized (runs) {
      all = List.copyOf(runs);
    }
    for (int p = 0; p < partitions; p++) {
      long bytes = END_MARKER_BYTES + CHECKSUM_BYTES;
      for (Run run : all) {
        bytes += run.hadoopBytes(p);
      }
      materializedBytes.increment(bytes);
    }
    finished = true;
    return all;
  }

  /** Releases what {@link #finish} did not return, and collects nothing more. */
  @Override
  public synchronized void close() {
    ended = true;
    buffer.clear();
    if (!finished) {
      discard();
    }
  }

  /**
   * Releases all runs, also those that {@link #finish} returned, and collects nothing more. Any
   * thread may call this, also while another one collects. Later calls do nothing.
   */
  void discard() {
    synchronized (runs) {
      discarded = true;
      if (writing != null) {
        writing.discard();
      }
      runs.forEach(Run::release);
      runs.clear();
    }
  }
}
