// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus.Phase;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.merge.MergedPartition;
import org.athanor.engine.meter.RecordCounter;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.sequencefile.SerializedOutput;
import org.athanor.engine.serialization.FieldReaders;
import org.athanor.engine.worker.WorkArea;

/**
 * An attempt at a reduce task: merges one partition of all runs while it reads them, runs the
 * reducer, and writes its output with the output format.
 */
public final class ReduceAttempt extends TaskAttempt {
  private static final String SHUFFLE_ERRORS = "Shuffle Errors";
  private static final List<String> SHUFFLE_ERROR_NAMES =
      List.of("BAD_ID", "CONNECTION", "IO_ERROR", "WRONG_LENGTH", "WRONG_MAP", "WRONG_REDUCE");

  /** Bytes of end marker and checksum that Hadoop adds to a map's output of a partition. */
  private static final int SEGMENT_OVERHEAD = 6;

  private final int partition;
  private final int maps;
  private final Supplier<List<Run>> mapOutput;
  private volatile MergedPartition input; // null before it is made
  private volatile TrackedOutput<?, ?> output; // null before it is made

  /**
   * @param maps number of map tasks whose output the runs are
   * @param mapOutput asked when the attempt begins, for the sorted output of the maps; runs with
   *     blocks on disk are few enough to be merged at once
   */
  public ReduceAttempt(
      JobFacts job,
      TaskAttemptID id,
      int maps,
      Supplier<List<Run>> mapOutput,
      CommitPermission permission) {
    super(job, id, new AttemptReporter(job, Phase.SHUFFLE, 1 / 3f, 2 / 3f, 1), permission);
    this.partition = id.getTaskID().getId();
    this.maps = maps;
    this.mapOutput = mapOutput;
  }

  @Override
  public void cutOff() {
    super.cutOff();
    TrackedOutput<?, ?> made = output;
    if (made != null) {
      made.cutOff();
    }
    MergedPartition read = input;
    if (read != null) {
      read.close(); // No other thread may go on to merge runs that are released soon.
    }
  }

  @Override
  boolean usesNewApi(JobConf configuration) {
    return configuration.getUseNewReducer();
  }

  @Override
  void runTask(WorkArea work) throws IOException, InterruptedException, ClassNotFoundException {
    List<Run> runs = mapOutput.get();
    countShuffle(runs);
    reporter.enter(Phase.SORT);
    KeyOrder order = KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputKeyComparator());
    try (WorkArea.ReadBuffers buffers = work.readBuffers();
        MergedPartition merged =
            new MergedPartition(runs, partition, order, buffers::take, work.idle())) {
      input = merged;
      checkCutOff();
      reporter.enter(Phase.REDUCE);
      if (usesNewApi(conf)) {
        runNewApi(merged, new AttemptScope(job, conf, id, reporter, work));
      } else {
        runOldApi(merged);
      }
    }
  }

  private void countShuffle(List<Run> runs) {
    Counters counters = reporter.counters();
    counters.findCounter(TaskCounter.SHUFFLED_MAPS).increment(maps);
    counters.findCounter(TaskCounter.MERGED_MAP_OUTPUTS).increment(maps);
    counters.findCounter(TaskCounter.FAILED_SHUFFLE);
    counters.findCounter(TaskCounter.SPILLED_RECORDS);
    counters.findCounter(TaskCounter.COMBINE_INPUT_RECORDS);
    counters.findCounter(TaskCounter.COMBINE_OUTPUT_RECORDS);
    long bytes = (long) maps * SEGMENT_OVERHEAD;
    for (Run run : runs) {
      bytes += run.hadoopBytes(partition);
    }
    counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).increment(bytes);
    SHUFFLE_ERROR_NAMES.forEach(name -> counters.findCounter(SHUFFLE_ERRORS, name));
  }

  @SuppressWarnings("unchecked")
  private <KI, VI, KO, VO> void runNewApi(MergedPartition merged, AttemptScope scope)
      throws IOException, InterruptedException, ClassNotFoundException {
    TaskAttemptContext taskContext =
        new org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl(conf, id, reporter);
    Reducer<KI, VI, KO, VO> reducer =
        (Reducer<KI, VI, KO, VO>) ReflectionUtils.newInstance(taskContext.getReducerClass(), conf);
    boolean identity = reducer.getClass() == Reducer.class;
    boolean serialized = identity && SerializedOutput.suits(taskContext);
    Class<KI> keyClass = keyClass(serialized);
    Class<VI> valueClass = valueClass(serialized);
    GroupedRecords<KI, VI> records =
        new GroupedRecords<>(
            merged,
            KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputValueGroupingComparator()),
            FieldReaders.of(keyClass, valueClass, conf, job.partialReads()),
            reporter,
            true);
    ReduceCounters counters =
        new ReduceCounters(
            reporter.recordCounter(TaskCounter.REDUCE_INPUT_GROUPS),
            reporter.recordCounter(TaskCounter.REDUCE_INPUT_RECORDS));
    TrackedOutput<KO, VO> writer =
        TrackedOutput.of(
            serialized ? new SerializedOutput() : outputFormat,
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
            new EngineReduceContext<>(scope, records, valueClass, counters, writer, committer);
        reducer.run(new WrappedReducer<KI, VI, KO, VO>().getReducerContext(reduceContext));
      }
      writer.close();
    } finally {
      closeAfterFailure(writer::abandon);
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

  @SuppressWarnings("unchecked")
  private <KI, VI, KO, VO> void runOldApi(MergedPartition merged)
      throws IOException, InterruptedException {
    org.apache.hadoop.mapred.Reducer<KI, VI, KO, VO> reducer =
        ReflectionUtils.newInstance(conf.getReducerClass(), conf);
    TrackedOutput<KO, VO> writer =
        TrackedOutput.ofOldApi(conf, partition, TaskCounter.REDUCE_OUTPUT_RECORDS, reporter);
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
              merged,
              (RawComparator<KI>) conf.getOutputValueGroupingComparator(),
              FieldReaders.<KI, VI>of(keyClass(false), valueClass(false), conf, job.partialReads()),
              reporter.recordCounter(TaskCounter.REDUCE_INPUT_RECORDS),
              reporter,
              true);
      while (values.more()) {
        groups.increment(1);
        reducer.reduce(values.key(), values, collector, reporter);
        values.nextGroup();
      }
      reducerClosed = true;
      reducer.close();
      writer.close();
    } finally {
      closeAfterFailure(reducerClosed ? null : reducer);
      closeAfterFailure(writer::abandon);
    }
  }
}
