// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.merge.RecordSource;
import org.athanor.engine.meter.RecordCounter;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.RunWriter;
import org.athanor.engine.serialization.FieldReaders;
import org.athanor.engine.serialization.FieldWriter;
import org.athanor.engine.sort.RecordArena;

/**
 * Runs a job's combiner, of either API, over one sorted partition at a time, with a new combiner
 * object for each as in Hadoop. One thread.
 */
abstract class Combiner<K, V> {
  private final AttemptScope attempt;
  private final Class<K> keyClass;
  private final Class<V> valueClass;
  private final RawComparator<K> grouping;
  private final RecordArena scratch;
  private final FieldWriter<K> keyWriter;
  private final FieldWriter<V> valueWriter;
  private final FieldReaders<K, V> readers;
  private final RecordCounter inputRecords;
  private final RecordCounter outputRecords;

  @SuppressWarnings("unchecked")
  private Combiner(AttemptScope attempt) throws IOException {
    JobConf conf = attempt.conf();
    AttemptReporter reporter = attempt.reporter();
    this.attempt = attempt;
    this.scratch = attempt.work().scratch();
    this.keyClass = (Class<K>) conf.getMapOutputKeyClass();
    this.valueClass = (Class<V>) conf.getMapOutputValueClass();
    this.grouping = (RawComparator<K>) conf.getCombinerKeyGroupingComparator();
    this.keyWriter = FieldWriter.of(keyClass, conf, scratch);
    this.valueWriter = FieldWriter.of(valueClass, conf, scratch);
    this.readers = FieldReaders.of(keyClass, valueClass, conf, attempt.job().partialReads());
    this.inputRecords = reporter.recordCounter(TaskCounter.COMBINE_INPUT_RECORDS);
    this.outputRecords = reporter.recordCounter(TaskCounter.COMBINE_OUTPUT_RECORDS);
  }

  /** Returns the job's combiner; null if it has none. */
  @SuppressWarnings("unchecked")
  static <K, V> Combiner<K, V> of(
      AttemptScope attempt, TaskAttemptContext context, OutputCommitter committer)
      throws IOException, ClassNotFoundException {
    Class<? extends org.apache.hadoop.mapred.Reducer<K, V, K, V>> old =
        (Class<? extends org.apache.hadoop.mapred.Reducer<K, V, K, V>>)
            (Class<?>) attempt.conf().getCombinerClass();
    if (old != null) {
      return new OldApi<>(old, attempt);
    }
    Class<? extends Reducer<K, V, K, V>> type =
        (Class<? extends Reducer<K, V, K, V>>) (Class<?>) context.getCombinerClass();
    return type == null ? null : new NewApi<>(type, attempt, committer);
  }

  /** Combines a partition into a run. */
  abstract void combine(RecordSource partition, RunWriter output) throws IOException;

  final void emit(K key, V value, RunWriter output) throws IOException {
    checkType("key", keyClass, key.getClass());
    checkType("value", valueClass, value.getClass());
    outputRecords.increment(1);
    scratch.beginRecord();
    keyWriter.write(key, scratch);
    int keyLength = scratch.written();
    valueWriter.write(value, scratch);
    int location = scratch.endRecord(keyLength, scratch.written() - keyLength);
    if (location == RecordArena.WAITING) {
      scratch.clear();
      location = scratch.placeWaiting();
    }
    output.append(scratch.block(location), scratch.offset(location));
    scratch.clear();
  }

  /**
   * Throws what Hadoop throws for a combiner's key or value of another class than the job names.
   */
  private static void checkType(String field, Class<?> expected, Class<?> emitted)
      throws IOException {
    if (emitted != expected) {
      throw new IOException("wrong " + field + " class: " + emitted + " is not " + expected);
    }
  }

  private static final class OldApi<K, V> extends Combiner<K, V> {
    private final Class<? extends org.apache.hadoop.mapred.Reducer<K, V, K, V>> type;

    OldApi(Class<? extends org.apache.hadoop.mapred.Reducer<K, V, K, V>> type, AttemptScope attempt)
        throws IOException {
      super(attempt);
      this.type = type;
    }

    @Override
    void combine(RecordSource partition, RunWriter output) throws IOException {
      org.apache.hadoop.mapred.Reducer<K, V, K, V> reducer =
          ReflectionUtils.newInstance(type, super.attempt.conf());
      OutputCollector<K, V> collector = (key, value) -> emit(key, value, output);
      try {
        OldValues<K, V> values =
            OldValues.of(
                partition,
                super.grouping,
                super.readers,
                super.inputRecords,
                super.attempt.reporter(),
                false,
                null);
        while (values.more()) {
          reducer.reduce(values.key(), values, collector, super.attempt.reporter());
          values.nextGroup();
        }
      } finally {
        reducer.close();
      }
    }
  }

  private static final class NewApi<K, V> extends Combiner<K, V> {
    private final Class<? extends Reducer<K, V, K, V>> type;
    private final OutputCommitter committer;

    NewApi(
        Class<? extends Reducer<K, V, K, V>> type, AttemptScope attempt, OutputCommitter committer)
        throws IOException {
      super(attempt);
      this.type = type;
      this.committer = committer;
    }

    @Override
    void combine(RecordSource partition, RunWriter output) throws IOException {
      Reducer<K, V, K, V> reducer = ReflectionUtils.newInstance(type, super.attempt.conf());
      RecordWriter<K, V> writer =
          new RecordWriter<>() {
            @Override
            public void write(K key, V value) throws IOException {
              emit(key, value, output);
            }

            @Override
            public void close(TaskAttemptContext unused) {}
          };
      GroupedRecords<K, V> records =
          new GroupedRecords<>(
              partition,
              KeyOrder.of(super.keyClass, super.grouping),
              super.readers,
              super.attempt.reporter(),
              false,
              null);
      EngineReduceContext<K, V, K, V> reduceContext =
          new EngineReduceContext<>(
              super.attempt,
              records,
              super.valueClass,
              new ReduceCounters(null, super.inputRecords),
              writer,
              committer);
      try {
        reducer.run(new WrappedReducer<K, V, K, V>().getReducerContext(reduceContext));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AttemptStoppedException();
      }
    }
  }
}
