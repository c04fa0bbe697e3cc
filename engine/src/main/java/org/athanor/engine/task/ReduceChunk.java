// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus.Phase;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.athanor.engine.merge.MergedPartition;
import org.athanor.engine.merge.PartitionSlice;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.skew.HeavyKeys;
import org.athanor.engine.worker.WorkArea;

/**
 * A part of an attempt at a reduce: a slice of its partition, with a reducer and a record writer of
 * its own. To the job's code it is another attempt at the same task, so that files have the same
 * names in another directory of the output committer. It is never committed: the attempt takes its
 * files ({@link ChunkFiles}) and commits them as its own. Whoever {@linkplain #claim claims} a
 * chunk runs it, on one thread.
 */
public final class ReduceChunk extends TaskAttempt {
  /**
   * Number of attempts from one chunk to the next. Attempts have smaller numbers: a master numbers
   * its own from a multiple of 1000.
   */
  private static final int ATTEMPTS = 1_000_000;

  private final TaskAttempt attempt;
  private final Consumer<Throwable> failed;
  private PartitionSlice slice; // null once it has run, as are runs
  private List<Run> runs;
  private final AtomicBoolean claimed = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile ReducerCall call; // null before it is made
  private volatile Throwable failure; // null unless it has failed
  private volatile HeavyKeys heavyKeys = new HeavyKeys();
  private volatile long millis; // how long it has run

  /**
   * @param attempt whose part it is
   * @param number of the chunk, from 1; the attempt itself reduces the first slice
   * @param slice of the runs' partition
   * @param failed is told what the chunk has thrown, before it counts as ended
   */
  ReduceChunk(
      JobFacts job,
      TaskAttempt attempt,
      int number,
      PartitionSlice slice,
      List<Run> runs,
      Consumer<Throwable> failed) {
    super(
        job,
        new TaskAttemptID(attempt.id.getTaskID(), attempt.id.getId() + number * ATTEMPTS),
        new AttemptReporter(job, Phase.REDUCE, 1),
        unused -> false);
    this.attempt = attempt;
    this.slice = slice;
    this.runs = runs;
    this.failed = failed;
  }

  /** Returns the attempt whose part it is. */
  public TaskAttemptID attempt() {
    return attempt.id;
  }

  /**
   * Returns true to the first caller only. It runs the chunk, if it wants to, and calls {@link
   * #ended}, whatever happens.
   */
  public boolean claim() {
    boolean isFirst = claimed.compareAndSet(false, true);
    if (isFirst) {
      reporter.runsAsChunk(true);
    }
    return isFirst;
  }

  /**
   * Notes that the chunk does not run any more.
   *
   * @param thrown what it has thrown; null if it has succeeded
   */
  public void ended(Throwable thrown) {
    try {
      failure = thrown;
      if (thrown != null) {
        failed.accept(thrown);
      }
    } finally {
      reporter.runsAsChunk(false);
      ended.countDown();
    }
  }

  /** Returns whether the chunk does not run any more. */
  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /**
   * Waits until the chunk has ended, and throws what it has thrown.
   *
   * @throws org.athanor.engine.failure.AttemptStoppedException if it was cut off
   */
  void awaitEnd() throws Exception {
    ended.await();
    checkCutOff();
    if (failure instanceof Exception e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    }
  }

  /** Waits until a chunk that was claimed has ended or was cut off, also if interrupted. */
  void awaitEndInAnyCase() {
    boolean interrupted = false;
    while (true) {
      try {
        ended.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void cutOff() {
    super.cutOff();
    ReducerCall made = call;
    if (made != null) {
      made.cutOff();
    }
    ended.countDown(); // Nobody waits for code that was abandoned.
  }

  @Override
  boolean usesNewApi(JobConf configuration) {
    return configuration.getUseNewReducer();
  }

  @Override
  void runTask(WorkArea work) throws IOException, InterruptedException, ClassNotFoundException {
    try {
      reduce(work);
    } finally {
      release();
    }
  }

  private void reduce(WorkArea work)
      throws IOException, InterruptedException, ClassNotFoundException {
    long begin = job.clock().nanoTime();
    KeyOrder order = KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputKeyComparator());
    try (WorkArea.ReadBuffers buffers = work.readBuffers();
        MergedPartition merged =
            new MergedPartition(
                runs, id.getTaskID().getId(), slice, order, buffers::take, work.idle())) {
      ReducerCall made = new ReducerCall(new AttemptScope(job, conf, id, reporter, work), merged);
      call = made;
      checkCutOff();
      if (usesNewApi(conf)) {
        made.runNewApi(outputFormat, committer, ReducerCall.BeforeClose.NOTHING);
      } else {
        made.runOldApi(ReducerCall.BeforeClose.NOTHING);
      }
    }
    millis = TimeUnit.NANOSECONDS.toMillis(job.clock().nanoTime() - begin);
  }

  /**
   * Lets go of what only its code needs, because a chunk is kept until its attempt ends. For
   * Hadoop's committer of the new API the attempt's configuration does instead of its own; that of
   * the old API reads the chunk's work path from it.
   */
  private void release() {
    ReducerCall made = call;
    if (made != null) {
      heavyKeys = made.heavyKeys();
    }
    call = null;
    slice = null;
    runs = null;
    conf = null;
    outputFormat = null;
    if (committer.getClass() == FileOutputCommitter.class) {
      context = new AttemptContext(attempt.conf, id, reporter);
    }
  }

  /** Does nothing: the attempt commits. */
  @Override
  void commit() {}

  /** Counts nothing: the resources of the process are the attempt's. */
  @Override
  void countResources(long gcBefore) {}

  /** Returns how long its reducer ran. */
  long millis() {
    return millis;
  }

  /** Returns the keys with the most records in it. */
  HeavyKeys heavyKeys() {
    return heavyKeys;
  }

  /** Returns where the committer lets it write; null if it has no files. */
  Path workPath() throws IOException {
    return workPath(this);
  }

  /** Returns where the committer lets an attempt write; null if it has no files. */
  static Path workPath(TaskAttempt of) throws IOException {
    if (of.committer instanceof org.apache.hadoop.mapred.FileOutputCommitter old) {
      return old.getTaskAttemptPath(of.context);
    }
    return of.committer instanceof FileOutputCommitter files ? files.getWorkPath() : null;
  }

  /**
   * Returns the counters of a chunk that has ended.
   *
   * @param ranHere whether it ran on the attempt's own thread, whose files are counted there
   */
  Counters counters(boolean ranHere) {
    Counters counters = reporter.counters();
    if (ranHere) {
      for (Counters.Counter counter : counters.getGroup(FileSystemCounter.class.getName())) {
        counter.setValue(0);
      }
    }
    return counters;
  }
}
