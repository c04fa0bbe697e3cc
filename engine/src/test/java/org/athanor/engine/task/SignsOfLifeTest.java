// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.TaskStatus;
import org.athanor.engine.failure.AttemptStoppedException;
import org.junit.jupiter.api.Test;

class SignsOfLifeTest {
  private static final long LITTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final AttemptReporter reporter =
      new AttemptReporter(JobFactsForTest.make(), TaskStatus.Phase.MAP, 1);

  /** Waits until a sign of life of before would be seen to be old. */
  private void passTime() {
    long end = System.nanoTime() + LITTLE_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private long silence() {
    reporter.tick();
    passTime();
    return reporter.tick();
  }

  @Test
  void anAttemptThatDoesNothingIsSilent() {
    assertThat(silence()).isGreaterThanOrEqualTo(LITTLE_NANOS);
  }

  @Test
  void aRecordThatIsEmittedIsASignOfLife() throws IOException {
    reporter.tick();
    passTime();
    reporter.emits();
    assertThat(reporter.tick()).isLessThan(LITTLE_NANOS);
  }

  @Test
  void aRecordThatIsEmittedDoesNotReplaceAnUpdateOfTheProgress() throws IOException {
    reporter.tick();
    reporter.emits();
    assertThat(reporter.wantsUpdate()).isTrue();
    reporter.update(0.5f);
    assertThat(reporter.wantsUpdate()).isFalse();
  }

  @Test
  void anAttemptThatWasToldToStopEmitsNothingMore() {
    reporter.stop();
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(AttemptStoppedException.class).isThrownBy(reporter::emits);
    }
  }
}
