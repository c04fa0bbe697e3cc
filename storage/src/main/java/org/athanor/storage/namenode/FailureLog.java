// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;

/**
 * Logs a failure that may occur for each block: at most once in a minute, with the number of those
 * that were not logged. Thread-safe, without a lock.
 */
final class FailureLog {
  private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Logger log;
  private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong unreported = new AtomicLong();

  FailureLog(Logger log) {
    this.log = log;
  }

  /**
   * Reports a failure.
   *
   * @param what happened, and what is done instead
   */
  void warn(String what, Throwable cause) {
    long now = System.nanoTime();
    long next = nextNanos.get();
    if (now - next < 0 || !nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
      unreported.incrementAndGet();
      return;
    }
    log.warn("{} ({} such failures since the last message)", what, unreported.getAndSet(0), cause);
  }
}
