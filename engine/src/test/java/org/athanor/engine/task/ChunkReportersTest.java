// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.TaskStatus.Phase;
import org.assertj.core.data.Offset;
import org.athanor.engine.failure.AttemptStoppedException;
import org.junit.jupiter.api.Test;

/** An attempt and its chunks are one to those who look after attempts. */
class ChunkReportersTest {
  private static final long LITTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Offset<Float> SMALL = Offset.offset(1e-5f);

  private final JobFacts job = JobFactsForTest.make();
  private final AttemptReporter attempt =
      new AttemptReporter(job, Phase.SHUFFLE, 1 / 3f, 2 / 3f, 1);
  private final AttemptReporter chunk = new AttemptReporter(job, Phase.REDUCE, 1);

  private static void passTime() {
    long end = System.nanoTime() + LITTLE_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void progressIsThatOfAllChunksAndNeverDecreases() throws IOException {
    attempt.enter(Phase.SORT);
    attempt.addChunk(chunk);
    assertThat(attempt.lastProgress()).isEqualTo(1 / 3f, SMALL);
    chunk.update(0.5f); // before the attempt itself reduces
    assertThat(attempt.lastProgress()).isEqualTo(1 / 3f, SMALL);
    attempt.enter(Phase.REDUCE);
    // Half of one of two chunks: a quarter of the last third.
    assertThat(attempt.lastProgress()).isEqualTo(2 / 3f + 1 / 12f, SMALL);
    attempt.update(1);
    assertThat(attempt.lastProgress()).isEqualTo(2 / 3f + 3 / 12f, SMALL);
    chunk.complete();
    assertThat(attempt.lastProgress()).isEqualTo(1, SMALL);
    attempt.complete();
    attempt.end();
    assertThat(attempt.lastProgress()).isEqualTo(1);
  }

  @Test
  void anAttemptThatWaitsIsAsSilentAsItsChunks() {
    attempt.addChunk(chunk);
    chunk.runsAsChunk(true); // Its code need not have begun.
    attempt.awaitsChunks(true);
    attempt.tick();
    passTime();
    chunk.progress();
    assertThat(attempt.tick()).isLessThan(LITTLE_NANOS);
    passTime();
    assertThat(attempt.tick()).isGreaterThanOrEqualTo(LITTLE_NANOS);
    chunk.end(); // Its output may still be aborted.
    assertThat(attempt.tick()).isGreaterThanOrEqualTo(LITTLE_NANOS);
    chunk.runsAsChunk(false);
    assertThat(attempt.tick()).as("a chunk that has ended does not count").isLessThan(LITTLE_NANOS);
  }

  @Test
  void stopsChunksAlsoThoseThatComeLater() {
    attempt.addChunk(chunk);
    attempt.stop();
    AttemptReporter later = new AttemptReporter(job, Phase.REDUCE, 1);
    attempt.addChunk(later);
    for (AttemptReporter stopped : new AttemptReporter[] {chunk, later}) {
      assertThatExceptionOfType(AttemptStoppedException.class).isThrownBy(() -> stopped.update(0));
    }
  }

  @Test
  void endsAtItsNextRecordIfAChunkHasFailed() {
    attempt.addChunk(chunk);
    attempt.chunkFailed();
    assertThat(attempt.wantsUpdate()).isTrue();
    assertThat(attempt.isStopped()).isFalse();
    assertThatThrownBy(attempt::emits).hasMessage("another chunk of the partition has failed");
    assertThatThrownBy(() -> attempt.update(0))
        .hasMessage("another chunk of the partition has failed");
  }

  @Test
  void stopsAllChunksIfOneHasFailed() {
    attempt.addChunk(chunk);
    passTime();
    attempt.chunkFailed();
    AttemptReporter later = new AttemptReporter(job, Phase.REDUCE, 1);
    attempt.addChunk(later);
    for (AttemptReporter stopped : new AttemptReporter[] {chunk, later}) {
      assertThatExceptionOfType(AttemptStoppedException.class).isThrownBy(() -> stopped.update(0));
    }
    chunk.runsAsChunk(true);
    assertThat(attempt.tick()).as("it is silent since the stop only").isLessThan(LITTLE_NANOS);
  }
}
