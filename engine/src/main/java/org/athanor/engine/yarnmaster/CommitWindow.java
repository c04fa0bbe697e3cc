// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.fleet.CommitGate;

/**
 * Lets output be committed only for a while after the ResourceManager has answered this master, as
 * Hadoop's ApplicationMaster does. The ResourceManager starts another master when it has not heard
 * of this one for minutes. Thread-safe.
 */
final class CommitWindow implements CommitGate {
  /** The first answer after a call may be that to an older question. */
  private static final int ANSWERS_OF_PROOF = 2;

  private final long nanos;
  private final LongSupplier nanoTime;

  @GuardedBy("this")
  private long answers;

  @GuardedBy("this")
  private long answeredAt; // if there was an answer

  CommitWindow(Duration window, LongSupplier nanoTime) {
    this.nanos = window.toNanos();
    this.nanoTime = nanoTime;
  }

  /**
   * Returns a window of the length that Hadoop's setting says, 10 s by default, but at least twice
   * the time from one answer to the next.
   */
  static CommitWindow of(Configuration conf) {
    return of(conf, System::nanoTime);
  }

  static CommitWindow of(Configuration conf, LongSupplier nanoTime) {
    return new CommitWindow(
        Duration.ofMillis(
            Math.max(
                2 * CallPace.USUAL_MILLIS,
                conf.getLong(
                    MRJobConfig.MR_AM_COMMIT_WINDOW_MS,
                    MRJobConfig.DEFAULT_MR_AM_COMMIT_WINDOW_MS))),
        nanoTime);
  }

  /** The ResourceManager has just answered this master. */
  synchronized void answered() {
    answers++;
    answeredAt = nanoTime.getAsLong();
    notifyAll();
  }

  @Override
  public synchronized boolean isOpen() {
    return answers > 0 && nanoTime.getAsLong() - answeredAt <= nanos;
  }

  @Override
  public synchronized void awaitOpen() throws InterruptedException {
    while (!isOpen()) {
      wait();
    }
  }

  @Override
  public synchronized void awaitProof() throws InterruptedException {
    long enough = answers + ANSWERS_OF_PROOF;
    while (answers < enough) {
      wait();
    }
  }
}
