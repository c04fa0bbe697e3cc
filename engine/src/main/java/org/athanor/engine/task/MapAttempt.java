// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Partitioner;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus.Phase;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.run.Run;
import org.athanor.engine.sequencefile.SerializedInput;
import org.athanor.engine.sequencefile.SerializedPartitioner;
import org.athanor.engine.worker.WorkArea;

/**
 * An attempt at a map task: reads a split, runs the mapper, and makes sorted runs of its output or,
 * in a job without reduces, writes it with the output format.
 */
public final class MapAttempt extends TaskAttempt {
  private static final float MAP_SHARE = 0.667f;

  private final TaskSplitIndex split;
  private volatile MapOutputCollector<?, ?> sorted; // null without reduces, and before it is made
  private volatile TrackedOutput<?, ?> direct; // null with reduces, and before it is made
  private List<Run> runs = List.of();

  public MapAttempt(
      JobFacts job, TaskAttemptID id, TaskSplitIndex split, CommitPermission permission) {
    super(job, id, reporter(job), permission);
    this.split = split;
  }

  private static AttemptReporter reporter(JobFacts job) {
    return job.reduces() == 0
        ? new AttemptReporter(job, Phase.MAP, 1)
        : new AttemptReporter(job, Phase.MAP, MAP_SHARE, 1);
  }

  /** Returns the sorted output after a successful run; the caller owns it. */
  public List<Run> runs() {
    return runs;
  }

  @Override
  void discard() {
    MapOutputCollector<?, ?> made = sorted;
    if (made != null) {
      made.discard();
    }
  }

  @Override
  public void cutOff() {
    super.cutOff();
    TrackedOutput<?, ?> made = direct;
    if (made != null) {
      made.cutOff();
    }
  }

  @Override
  boolean usesNewApi(JobConf configuration) {
    return configuration.getUseNewMapper();
  }

  @Override
  void runTask(WorkArea work) throws IOException, InterruptedException, ClassNotFoundException {
    countAtZero();
    if (usesNewApi(conf)) {
      runNewApi(work);
    } else {
      runOldApi(work);
    }
  }

  /** Creates counters that Hadoop shows for every map, even if they are 0. */
  private void countAtZero() {
    reporter.getCounter(TaskCounter.SPILLED_RECORDS);
    reporter.getCounter(TaskCounter.FAILED_SHUFFLE);
    reporter.getCounter(TaskCounter.MERGED_MAP_OUTPUTS);
  }

  private <KI, VI, KO, VO> void runNewApi(WorkArea work)
      throws IOException, InterruptedException, ClassNotFoundException {
    TaskAttemptContext taskContext =
        new org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl(conf, id, reporter);
    @SuppressWarnings("unchecked")
    Mapper<KI, VI, KO, VO> mapper =
        (Mapper<KI, VI, KO, VO>) ReflectionUtils.newInstance(taskContext.getMapperClass(), conf);
    boolean identity = mapper.getClass() == Mapper.class;
    boolean serialized = identity && job.reduces() > 0 && SerializedInput.suits(taskContext);
    @SuppressWarnings("unchecked")
    InputFormat<KI, VI> format =
        (InputFormat<KI, VI>)
            (serialized
                ? new SerializedInput()
                : ReflectionUtils.newInstance(taskContext.getInputFormatClass(), conf));
    org.apache.hadoop.mapreduce.InputSplit inputSplit =
        (org.apache.hadoop.mapreduce.InputSplit) readSplit();
    TrackedInput<KI, VI> input = new TrackedInput<>(format, inputSplit, taskContext, reporter);
    NewApiOutput<KO, VO> output = null;
    try {
      output =
          job.reduces() == 0
              ? new DirectOutput<>(taskContext)
              : new SortedOutput<>(taskContext, work, serialized);
      MapContext<KI, VI, KO, VO> mapContext =
          new MapContextImpl<>(conf, id, input, output, committer, reporter, inputSplit);
      Mapper<KI, VI, KO, VO>.Context mapperContext =
          new WrappedMapper<KI, VI, KO, VO>().getMapContext(mapContext);
      input.initialize(inputSplit, mapperContext);
      if (identity) {
        copy(input, output);
      } else {
        mapper.run(mapperContext);
      }
      reporter.enter(Phase.SORT);
      input.close();
      input = null;
      output.finish();
      output = null;
    } finally {
      closeAfterFailure(input);
      closeAfterFailure(output == null ? null : output::abandon);
    }
  }

  /** Does what the identity mapper does, without calling it. */
  @SuppressWarnings("unchecked")
  private static <KI, VI, KO, VO> void copy(TrackedInput<KI, VI> input, NewApiOutput<KO, VO> output)
      throws IOException, InterruptedException {
    while (input.nextKeyValue()) {
      output.writeExclusively((KO) input.getCurrentKey(), (VO) input.getCurrentValue());
    }
  }

  private <KI, VI, KO, VO> void runOldApi(WorkArea work)
      throws IOException, InterruptedException, ClassNotFoundException {
    InputSplit inputSplit = (InputSplit) readSplit();
    if (inputSplit instanceof FileSplit file) {
      conf.set(MRJobConfig.MAP_INPUT_FILE, file.getPath().toString());
      conf.setLong(MRJobConfig.MAP_INPUT_START, file.getStart());
      conf.setLong(MRJobConfig.MAP_INPUT_PATH, file.getLength());
    }
    reporter.setInputSplit(inputSplit);
    OldTrackedInput<KI, VI> input = new OldTrackedInput<>(inputSplit, conf, reporter);
    TrackedOutput<KO, VO> toFiles = null;
    MapOutputCollector<KO, VO> toReduces = null;
    try {
      OutputCollector<KO, VO> collector;
      if (job.reduces() == 0) {
        toFiles =
            TrackedOutput.ofOldApi(
                conf, id.getTaskID().getId(), TaskCounter.MAP_OUTPUT_RECORDS, reporter);
        direct = toFiles;
        checkCutOff();
        collector = directCollector(toFiles);
      } else {
        Partitioner<KO, VO> partitioner = oldPartitioner();
        toReduces =
            newMapOutput(
                keyClass(conf, false), valueClass(conf, false), nameOf(partitioner), context, work);
        collector = sortingCollector(toReduces, partitioner);
      }
      @SuppressWarnings("unchecked")
      MapRunnable<KI, VI, KO, VO> runner =
          ReflectionUtils.newInstance(conf.getMapRunnerClass(), conf);
      runner.run(input, collector, reporter);
      reporter.enter(Phase.SORT);
      if (toReduces != null) {
        runs = toReduces.finish();
      }
      input.close();
      input = null;
      if (toFiles != null) {
        toFiles.close();
        toFiles = null;
      }
    } finally {
      closeAfterFailure(input);
      closeAfterFailure(toFiles == null ? null : toFiles::abandon);
      closeAfterFailure(toReduces);
    }
  }

  private static <K, V> OutputCollector<K, V> directCollector(TrackedOutput<K, V> output) {
    return (key, value) -> {
      try {
        output.writeFromAnyThread(key, value);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AttemptStoppedException();
      }
    };
  }

  private <K, V> OutputCollector<K, V> sortingCollector(
      MapOutputCollector<K, V> output, Partitioner<K, V> partitioner) {
    int partitions = job.reduces();
    return partitioner == null
        ? (key, value) -> output.collect(key, value, 0)
        : (key, value) ->
            output.collect(key, value, partitioner.getPartition(key, value, partitions));
  }

  @SuppressWarnings("unchecked")
  private <K, V> Partitioner<K, V> oldPartitioner() {
    return job.reduces() > 1
        ? (Partitioner<K, V>) ReflectionUtils.newInstance(conf.getPartitionerClass(), conf)
        : null;
  }

  private static String nameOf(Object partitioner) {
    return partitioner == null ? "none" : partitioner.getClass().getName();
  }

  private <K, V> MapOutputCollector<K, V> newMapOutput(
      Class<K> keyClass,
      Class<V> valueClass,
      String partitioner,
      TaskAttemptContext taskContext,
      WorkArea work)
      throws IOException, ClassNotFoundException {
    AttemptScope scope = new AttemptScope(job, conf, id, reporter, work);
    MapOutputCollector<K, V> output =
        new MapOutputCollector<>(
            scope, keyClass, valueClass, partitioner, Combiner.of(scope, taskContext, committer));
    sorted = output;
    checkCutOff();
    return output;
  }

  @SuppressWarnings("unchecked")
  private Object readSplit() throws IOException {
    Path file = new Path(split.getSplitLocation());
    try (FSDataInputStream in = file.getFileSystem(conf).open(file)) {
      in.seek(split.getStartOffset());
      String className = Text.readString(in);
      Class<Object> type;
      try {
        type = (Class<Object>) conf.getClassByName(className);
      } catch (ClassNotFoundException e) {
        throw new IOException("Split class " + className + " not found", e);
      }
      Deserializer<Object> deserializer = new SerializationFactory(conf).getDeserializer(type);
      deserializer.open(in);
      Object inputSplit = deserializer.deserialize(null);
      reporter
          .getCounter(TaskCounter.SPLIT_RAW_BYTES)
          .increment(in.getPos() - split.getStartOffset());
      return inputSplit;
    }
  }

  /** The output of a new-API mapper. */
  private abstract static class NewApiOutput<K, V> extends RecordWriter<K, V> {
    /** Writes a record when no other thread writes. */
    abstract void writeExclusively(K key, V value) throws IOException, InterruptedException;

    /** Ends the output successfully. */
    abstract void finish() throws IOException, InterruptedException;

    /** Ends it after a failure. */
    abstract void abandon() throws IOException, InterruptedException;

    @Override
    public final void close(TaskAttemptContext unused) throws IOException, InterruptedException {
      finish();
    }
  }

  private final class DirectOutput<K, V> extends NewApiOutput<K, V> {
    private final TrackedOutput<K, V> output;

    DirectOutput(TaskAttemptContext taskContext) throws IOException, InterruptedException {
      output =
          TrackedOutput.of(outputFormat, taskContext, TaskCounter.MAP_OUTPUT_RECORDS, reporter);
      direct = output;
      checkCutOff();
    }

    @Override
    public void write(K key, V value) throws IOException, InterruptedException {
      output.writeFromAnyThread(key, value);
    }

    @Override
    void writeExclusively(K key, V value) throws IOException, InterruptedException {
      output.write(key, value);
    }

    @Override
    void finish() throws IOException, InterruptedException {
      output.close();
    }

    @Override
    void abandon() throws IOException, InterruptedException {
      output.abandon();
    }
  }

  private final class SortedOutput<K, V> extends NewApiOutput<K, V> {
    private final int partitions = job.reduces();
    private final org.apache.hadoop.mapreduce.Partitioner<K, V> partitioner;
    private final MapOutputCollector<K, V> output;

    @SuppressWarnings("unchecked")
    SortedOutput(TaskAttemptContext taskContext, WorkArea work, boolean serialized)
        throws IOException, ClassNotFoundException {
      Class<?> type = partitions > 1 ? taskContext.getPartitionerClass() : null;
      if (type != null && serialized) {
        partitioner =
            (org.apache.hadoop.mapreduce.Partitioner<K, V>)
                SerializedPartitioner.of(conf.getMapOutputKeyClass());
      } else if (type != null) {
        partitioner =
            (org.apache.hadoop.mapreduce.Partitioner<K, V>) ReflectionUtils.newInstance(type, conf);
      } else {
        partitioner = null;
      }
      output =
          newMapOutput(
              keyClass(conf, serialized),
              valueClass(conf, serialized),
              nameOf(partitioner),
              taskContext,
              work);
    }

    @Override
    public void write(K key, V value) throws IOException {
      output.collect(key, value, partition(key, value));
    }

    @Override
    void writeExclusively(K key, V value) throws IOException {
      output.collectExclusively(key, value, partition(key, value));
    }

    private int partition(K key, V value) {
      return partitioner == null ? 0 : partitioner.getPartition(key, value, partitions);
    }

    @Override
    void finish() throws IOException {
      runs = output.finish();
    }

    @Override
    void abandon() {
      output.close();
    }
  }
}
