// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.merge.MergedPartition;
import org.athanor.engine.meter.RecordCounter;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.sequencefile.SerializedOutput;
import org.athanor.engine.serialization.FieldReaders;
import org.athanor.engine.skew.HeavyKeys;

/**
 * One reducer and its output: runs the job's reducer over merged records, and writes what it emits
 * with the job's output format. Runs once, on one thread; {@link #cutOff} on any.
 */
final class ReducerCall {
  private final AttemptScope attempt;
  private final MergedPartition input;
  private final HeavyKeys heavyKeys = new HeavyKeys();
  private boolean areKeysKnown = true;
  private volatile TrackedOutput<?, ?> output; // null before it is made
  private volatile boolean isCutOff;

  /** What happens between the end of a reducer and the end of its output. */
  @FunctionalInterface
  interface BeforeClose {
    /** The output is closed afterwards. */
    BeforeClose NOTHING = output -> {};

    void run(TrackedOutput<?, ?> output) throws IOException, InterruptedException;
  }

  /**
   * @param input closed by the caller
   */
  ReducerCall(AttemptScope attempt, MergedPartition input) {
    this.attempt = attempt;
    this.input = input;
  }

  /** Returns the keys with the most records, once the reducer has run. */
  HeavyKeys heavyKeys() {
    return heavyKeys;
  }

  /** Returns whether {@link #heavyKeys} has them, which a comparator of objects does not allow. */
  boolean areKeysKnown() {
    return areKeysKnown;
  }

  /** Rejects what the reducer still emits, and ends the merge of its input. Any thread. */
  void cutOff() {
    isCutOff = true;
    TrackedOutput<?, ?> made = output;
    if (made != null) {
      made.cutOff();
    }
    input.close(); // No other thread may go on to merge runs that are released soon.
  }

  private void checkCutOff() throws AttemptStoppedException {
    if (isCutOff) {
      cutOff();
      throw new AttemptStoppedException();
    }
  }

  /**
   * Runs a reducer of the new API.
   *
   * @param format the job's output format
   */
  @SuppressWarnings("unchecked")
  <KI, VI, KO, VO> void runNewApi(
      OutputFormat<?, ?> format, OutputCommitter committer, BeforeClose beforeClose)
      throws IOException, InterruptedException, ClassNotFoundException {
    AttemptReporter reporter = attempt.reporter();
    TaskAttemptContext taskContext =
        new TaskAttemptContextImpl(attempt.conf(), attempt.id(), reporter);
    Reducer<KI, VI, KO, VO> reducer =
        (Reducer<KI, VI, KO, VO>)
            ReflectionUtils.newInstance(taskContext.getReducerClass(), attempt.conf());
    boolean identity = reducer.getClass() == Reducer.class;
    boolean serialized = identity && SerializedOutput.suits(taskContext);
    Class<KI> keyClass = TaskAttempt.keyClass(attempt.conf(), serialized);
    Class<VI> valueClass = TaskAttempt.valueClass(attempt.conf(), serialized);
    GroupedRecords<KI, VI> records =
        new GroupedRecords<>(
            input,
            KeyOrder.of(
                attempt.conf().getMapOutputKeyClass(),
                attempt.conf().getOutputValueGroupingComparator()),
            FieldReaders.of(keyClass, valueClass, attempt.conf(), attempt.job().partialReads()),
            reporter,
            true,
            heavyKeys);
    ReduceCounters counters =
        new ReduceCounters(
            reporter.recordCounter(TaskCounter.REDUCE_INPUT_GROUPS),
            reporter.recordCounter(TaskCounter.REDUCE_INPUT_RECORDS));
    TrackedOutput<KO, VO> writer =
        TrackedOutput.of(
            serialized ? new SerializedOutput() : format,
            taskContext,
            TaskCounter.REDUCE_OUTPUT_RECORDS,
            reporter);
    output = writer;
    checkCutOff();
    try {
      if (identity) {
        copy(records, counters, writer);
      } else {
        EngineReduceContext<KI, VI, KO, VO> reduceContext =
            new EngineReduceContext<>(attempt, records, valueClass, counters, writer, committer);
        reducer.run(new WrappedReducer<KI, VI, KO, VO>().getReducerContext(reduceContext));
      }
      beforeClose.run(writer);
      writer.close();
    } finally {
      TaskAttempt.closeAfterFailure(writer::abandon);
    }
  }

  /** Does what the identity reducer does, without calling it. */
  @SuppressWarnings("unchecked")
  private static <KI, VI, KO, VO> void copy(
      GroupedRecords<KI, VI> records, ReduceCounters counters, TrackedOutput<KO, VO> output)
      throws IOException, InterruptedException {
    RecordCounter groups = counters.groups();
    RecordCounter values = counters.values();
    KI key = null;
    VI value = null;
    while (records.hasNext()) {
      if (!records.sameGroup()) {
        groups.increment(1);
      }
      values.increment(1);
      key = records.readKey(key);
      value = records.readValue(value);
      output.write((KO) key, (VO) value);
      records.advance();
    }
  }

  /** Runs a reducer of the old API. */
  @SuppressWarnings("unchecked")
  <KI, VI, KO, VO> void runOldApi(BeforeClose beforeClose)
      throws IOException, InterruptedException {
    AttemptReporter reporter = attempt.reporter();
    org.apache.hadoop.mapred.Reducer<KI, VI, KO, VO> reducer =
        ReflectionUtils.newInstance(attempt.conf().getReducerClass(), attempt.conf());
    TrackedOutput<KO, VO> writer =
        TrackedOutput.ofOldApi(
            attempt.conf(),
            attempt.id().getTaskID().getId(),
            TaskCounter.REDUCE_OUTPUT_RECORDS,
            reporter);
    output = writer;
    checkCutOff();
    boolean reducerClosed = false;
    try {
      OutputCollector<KO, VO> collector =
          (key, value) -> {
            try {
              writer.write(key, value);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              throw new AttemptStoppedException();
            }
            reporter.progress();
          };
      RecordCounter groups = reporter.recordCounter(TaskCounter.REDUCE_INPUT_GROUPS);
      OldValues<KI, VI> values =
          OldValues.of(
              input,
              (RawComparator<KI>) attempt.conf().getOutputValueGroupingComparator(),
              FieldReaders.<KI, VI>of(
                  TaskAttempt.keyClass(attempt.conf(), false),
                  TaskAttempt.valueClass(attempt.conf(), false),
                  attempt.conf(),
                  attempt.job().partialReads()),
              reporter.recordCounter(TaskCounter.REDUCE_INPUT_RECORDS),
              reporter,
              true,
              heavyKeys);
      areKeysKnown = values.groupsBytes();
      while (values.more()) {
        groups.increment(1);
        reducer.reduce(values.key(), values, collector, reporter);
        values.nextGroup();
      }
      reducerClosed = true;
      reducer.close();
      beforeClose.run(writer);
      writer.close();
    } finally {
      TaskAttempt.closeAfterFailure(reducerClosed ? null : reducer);
      TaskAttempt.closeAfterFailure(writer::abandon);
    }
  }
}
