// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus.Phase;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.config.SkewSettings;
import org.athanor.engine.merge.MergedPartition;
import org.athanor.engine.merge.PartitionCutter;
import org.athanor.engine.merge.PartitionSlice;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.HeavyKey;
import org.athanor.engine.skew.HeavyKeys;
import org.athanor.engine.skew.LargePartition;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.worker.WorkArea;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt at a reduce task: merges one partition of all runs while it reads them, runs the
 * reducer, and writes its output with the output format. If the job allows it, a large partition is
 * cut, and other threads help with {@linkplain ReduceChunk chunks} of it.
 */
public final class ReduceAttempt extends TaskAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(ReduceAttempt.class);

  private static final String BASE_OUTPUT_NAME = "mapreduce.output.basename";
  private static final String SHUFFLE_ERRORS = "Shuffle Errors";
  private static final List<String> SHUFFLE_ERROR_NAMES =
      List.of("BAD_ID", "CONNECTION", "IO_ERROR", "WRONG_LENGTH", "WRONG_MAP", "WRONG_REDUCE");

  /** Bytes of end marker and checksum that Hadoop adds to a map's output of a partition. */
  private static final int SEGMENT_OVERHEAD = 6;

  private final int partition;
  private final int maps;
  private final long mapOutputBytes;
  private final Supplier<List<Run>> mapOutput;
  private final ChunkThreads threads;
  private final ReduceChunks chunks;
  private volatile ReducerCall call; // null before it is made

  /**
   * @param maps number of map tasks whose output the runs are
   * @param mapOutputBytes of all partitions of the job
   * @param mapOutput asked when the attempt begins, for the sorted output of the maps; runs with
   *     blocks on disk are few enough to be merged at once
   * @param threads that may run chunks of the partition
   */
  public ReduceAttempt(
      JobFacts job,
      TaskAttemptID id,
      int maps,
      long mapOutputBytes,
      Supplier<List<Run>> mapOutput,
      CommitPermission permission,
      ChunkThreads threads) {
    super(job, id, new AttemptReporter(job, Phase.SHUFFLE, 1 / 3f, 2 / 3f, 1), permission);
    this.partition = id.getTaskID().getId();
    this.maps = maps;
    this.mapOutputBytes = mapOutputBytes;
    this.mapOutput = mapOutput;
    this.threads = threads;
    this.chunks = new ReduceChunks(job, this, threads);
  }

  @Override
  public void cutOff() {
    super.cutOff();
    ReducerCall made = call;
    if (made != null) {
      made.cutOff();
    }
    chunks.cutOff();
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
    int most = mostChunks(runs);
    if (most < 2) {
      reduce(runs, Optional.empty(), work);
      return;
    }
    try {
      reduce(runs, cut(runs, most, work), work);
    } catch (Throwable e) {
      chunks.partFailed(e);
      rethrowOfChunk(e);
      throw e;
    } finally {
      chunks.close();
    }
  }

  /** Throws what a chunk has thrown, if that is why the attempt has. */
  private void rethrowOfChunk(Throwable thrown) throws IOException, InterruptedException {
    Throwable reason = chunks.failure().orElse(thrown);
    if (reason == thrown) {
      return;
    }
    reason.addSuppressed(thrown);
    if (reason instanceof IOException e) {
      throw e;
    } else if (reason instanceof InterruptedException e) {
      throw e;
    } else if (reason instanceof RuntimeException e) {
      throw e;
    } else if (reason instanceof Error e) {
      throw e;
    }
    throw new IOException(reason);
  }

  /**
   * Returns into how many chunks the partition may be cut; 1 if it must not be, or is not large.
   */
  private int mostChunks(List<Run> runs) throws ClassNotFoundException {
    SkewSettings settings = SkewSettings.of(conf);
    int most = settings.chunks(threads.threads());
    if (most < 2) {
      return 1;
    }
    long bytes = runs.stream().mapToLong(run -> run.hadoopBytes(partition)).sum();
    if (!LargePartition.is(bytes, mapOutputBytes, job.reduces(), threads.threads())) {
      return 1;
    }
    Optional<String> obstacle = CutRules.obstacle(this, settings.mode());
    if (obstacle.isPresent()) {
      if (job.saysNotCut()) {
        LOG.warn(
            "{}: partition {} has {} of {} bytes, and is not cut, although athanor.skew.mode={} is"
                + " set: {}",
            job.id(),
            partition,
            bytes,
            mapOutputBytes,
            settings.mode().name().toLowerCase(Locale.ROOT),
            obstacle.get());
      }
      return 1;
    }
    return most;
  }

  private Optional<PartitionSlice> cut(List<Run> runs, int most, WorkArea work) throws IOException {
    Optional<KeyOrder> grouping =
        SkewSettings.of(conf).mode() == SkewSettings.Mode.FREE
            ? Optional.empty()
            : Optional.of(grouping());
    try (WorkArea.ReadBuffers buffers = work.readBuffers()) {
      return chunks.cut(
          new PartitionCutter(runs, partition, order(), grouping, most, buffers::take), runs);
    }
  }

  private KeyOrder order() {
    return KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputKeyComparator());
  }

  private KeyOrder grouping() {
    return KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputValueGroupingComparator());
  }

  /**
   * @param slice the attempt's own; empty if the partition is not cut
   */
  private void reduce(List<Run> runs, Optional<PartitionSlice> slice, WorkArea work)
      throws IOException, InterruptedException, ClassNotFoundException {
    long begin = job.clock().nanoTime();
    try (WorkArea.ReadBuffers buffers = work.readBuffers();
        MergedPartition merged =
            slice.isPresent()
                ? new MergedPartition(
                    runs, partition, slice.get(), order(), buffers::take, work.idle())
                : new MergedPartition(runs, partition, order(), buffers::take, work.idle())) {
      ReducerCall made = new ReducerCall(new AttemptScope(job, conf, id, reporter, work), merged);
      call = made;
      checkCutOff();
      reporter.enter(Phase.REDUCE);
      long[] own = new long[1]; // milliseconds of the first slice
      // Before the reducer runs, because Hadoop's MultipleOutputs changes the configuration.
      ChunkFiles files = slice.isEmpty() ? null : chunkFiles();
      ReducerCall.BeforeClose beforeClose =
          slice.isEmpty()
              ? ReducerCall.BeforeClose.NOTHING
              : output -> {
                own[0] = TimeUnit.NANOSECONDS.toMillis(job.clock().nanoTime() - begin);
                giveBack(merged, buffers);
                chunks.finish(work, files, output);
              };
      if (usesNewApi(conf)) {
        made.runNewApi(outputFormat, committer, beforeClose);
      } else {
        made.runOldApi(beforeClose);
      }
      setShape(made, slice.isPresent() ? Optional.of(own[0]) : Optional.empty());
    }
  }

  /** Gives back what a reducer has read from, since the thread needs the buffers for chunks. */
  private static void giveBack(MergedPartition merged, WorkArea.ReadBuffers buffers) {
    merged.close();
    buffers.close();
  }

  private ChunkFiles chunkFiles() throws IOException {
    boolean newApi = usesNewApi(conf);
    Object format = newApi ? outputFormat : conf.getOutputFormat();
    String unique = FileOutputFormat.getUniqueFile(context, "", "");
    String name =
        newApi
            ? FileOutputFormat.getUniqueFile(context, conf.get(BASE_OUTPUT_NAME, "part"), "")
            : TrackedOutput.partName(partition);
    return new ChunkFiles(
        conf,
        ReduceChunk.workPath(this),
        name,
        CutRules.joins(format, conf),
        newApi ? unique : name.substring(name.lastIndexOf('-')),
        reporter);
  }

  private void setShape(ReducerCall made, Optional<Long> ownMillis) {
    List<Long> millis =
        ownMillis
            .map(own -> Stream.concat(Stream.of(own), chunks.millis().stream()).toList())
            .orElse(List.of());
    reporter.setShape(new ReduceLoad.Shape(heavyKeys(made), millis, cuts()));
  }

  /**
   * Returns the keys with the most records, in all chunks; empty if they are not known. That the
   * job's comparator fails for them is no failure of the reduce, which has ended.
   */
  private Optional<List<HeavyKey>> heavyKeys(ReducerCall made) {
    if (!made.areKeysKnown()) {
      return Optional.empty();
    }
    HeavyKeys keys = made.heavyKeys();
    try {
      chunks.addHeavyKeysTo(keys, this::grouping);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      LOG.warn(
          "{}: the keys of partition {} with the most records are not shown, because the job's"
              + " comparator has failed for them: {}",
          job.id(),
          partition,
          e.toString());
      return Optional.empty();
    }
    return Optional.of(keys.keys(conf.getMapOutputKeyClass().getName()));
  }

  private Cuts cuts() {
    return switch (SkewSettings.of(conf).mode()) {
      case OFF -> Cuts.OFF;
      case COHERENT -> Cuts.COHERENT;
      case FREE -> Cuts.FREE;
    };
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
}
