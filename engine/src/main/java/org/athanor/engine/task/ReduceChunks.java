// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.merge.PartitionCutter;
import org.athanor.engine.merge.PartitionSlice;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.skew.HeavyKeys;
import org.athanor.engine.worker.WorkArea;

/**
 * The chunks of one attempt beside the first slice of its partition, which the attempt reduces
 * itself (Flame-MR's load balancing mode, thesis §4.3.3). They are offered to other threads; those
 * that no thread has begun when the attempt has reduced its slice, it runs itself. It ends when all
 * have ended. Used by the attempt's thread, but for {@link #cutOff} and {@link #partFailed}.
 */
final class ReduceChunks {
  private final JobFacts job;
  private final TaskAttempt attempt;
  private final ChunkThreads threads;
  private final List<ReduceChunk> chunks = new CopyOnWriteArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>(); // the first

  ReduceChunks(JobFacts job, TaskAttempt attempt, ChunkThreads threads) {
    this.job = job;
    this.attempt = attempt;
    this.threads = threads;
  }

  /**
   * Cuts the partition, and offers each slice but the first as soon as it is known.
   *
   * @return the first slice; empty if the partition has one slice only
   */
  Optional<PartitionSlice> cut(PartitionCutter cutter, List<Run> runs) throws IOException {
    Optional<PartitionSlice> first = Optional.empty();
    while (true) {
      Optional<PartitionSlice> next = cutter.next(attempt.reporter::reportActivity);
      if (next.isEmpty()) {
        return chunks.isEmpty() ? Optional.empty() : first;
      }
      if (first.isEmpty()) {
        first = next;
      } else {
        offer(next.get(), runs);
      }
    }
  }

  private void offer(PartitionSlice slice, List<Run> runs) {
    ReduceChunk chunk =
        new ReduceChunk(job, attempt, chunks.size() + 1, slice, runs, this::partFailed);
    attempt.reporter.addChunk(chunk.reporter());
    chunks.add(chunk);
    threads.offer(chunk);
  }

  /**
   * Runs the chunks that no thread has begun, waits for the others, and adds files and counters of
   * all to the attempt's.
   */
  void finish(WorkArea work, ChunkFiles files, TrackedOutput<?, ?> output)
      throws IOException, InterruptedException {
    List<ReduceChunk> here = new ArrayList<>();
    for (ReduceChunk chunk : chunks) {
      checkEnd();
      if (chunk.claim()) {
        here.add(chunk);
        awaiting(() -> runHere(chunk, work));
      }
    }
    checkEnd();
    int number = 1;
    for (ReduceChunk chunk : chunks) {
      awaiting(chunk::awaitEnd);
      boolean joined = files.take(number, chunk.workPath(), output);
      count(chunk.counters(here.contains(chunk)), joined);
      number++;
    }
  }

  /**
   * Fails if the attempt must end. Forgets an interrupt: unless it was to end the attempt, code of
   * the job has left it, and it would end a wait for other code.
   */
  private void checkEnd() throws IOException {
    Thread.interrupted();
    attempt.reporter.reportActivity();
  }

  /** Runs a chunk as on a thread of its own, whatever the attempt's code has done to this one. */
  private void runHere(ReduceChunk chunk, WorkArea work) throws Exception {
    Throwable thrown = null;
    try {
      Thread.currentThread().setContextClassLoader(attempt.loader);
      chunk.run(work, attempt.loader);
    } catch (Throwable e) {
      thrown = e;
      throw e;
    } finally {
      chunk.ended(thrown);
    }
  }

  private interface Wait {
    void run() throws Exception;
  }

  private void awaiting(Wait wait) throws IOException, InterruptedException {
    attempt.reporter.awaitsChunks(true);
    try {
      wait.run();
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    } finally {
      attempt.reporter.awaitsChunks(false);
    }
  }

  private void count(Counters chunk, boolean joined) {
    if (joined) {
      chunk.findCounter(FileOutputFormatCounter.BYTES_WRITTEN).setValue(0);
    }
    attempt.reporter.counters().incrAllCounters(chunk);
  }

  /**
   * Ends what is left of the chunks: no code of them runs afterwards, unless they were cut off, and
   * what they have written, and was not taken, is removed.
   */
  void close() {
    Thread.interrupted(); // It was meant for the attempt's code, which has ended.
    threads.withdraw();
    boolean anyRuns = false;
    for (ReduceChunk chunk : chunks) {
      if (chunk.claim()) {
        chunk.ended(null); // It has not begun, and never will.
      } else if (!chunk.hasEnded()) {
        chunk.reporter().stop();
        anyRuns = true;
      }
    }
    if (anyRuns) {
      threads.interrupt();
    }
    for (ReduceChunk chunk : chunks) {
      attempt.reporter.awaitsChunks(true);
      chunk.awaitEndInAnyCase();
      attempt.reporter.awaitsChunks(false);
      chunk.abort();
      attempt.reporter.progress();
    }
  }

  /**
   * A chunk, or the attempt's own slice, has failed or was told to stop: the others end. Any
   * thread.
   */
  void partFailed(Throwable thrown) {
    if (!(thrown instanceof AttemptStoppedException)) {
      failure.compareAndSet(null, thrown);
    }
    attempt.reporter.chunkFailed();
    Throwable first = failure.get();
    if (first != null && !chunks.isEmpty()) {
      threads.partFailed(Failure.of(first));
    }
  }

  /** Returns why the first part has failed that did so by itself; empty if none has. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Cuts off all chunks, see {@link TaskAttempt#cutOff}. Any thread. */
  void cutOff() {
    chunks.forEach(ReduceChunk::cutOff);
  }

  /**
   * Adds the groups with the most records in the chunks.
   *
   * @param grouping makes the order by which keys belong together, of the job's comparator; not
   *     called if there are no chunks
   */
  void addHeavyKeysTo(HeavyKeys keys, Supplier<KeyOrder> grouping) {
    if (chunks.isEmpty()) {
      return;
    }
    KeyOrder order = grouping.get();
    for (ReduceChunk chunk : chunks) {
      keys.addAll(
          chunk.heavyKeys(),
          (one, other) -> order.compare(one, 0, one.length, other, 0, other.length) == 0);
    }
  }

  /** Returns how long each chunk ran, in milliseconds. */
  List<Long> millis() {
    return chunks.stream().map(ReduceChunk::millis).toList();
  }
}
