// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs peers that are refused, in one line each, but only {@value #MAX_LINES} in a minute: anybody
 * who reaches the port can cause them. Thread-safe.
 */
final class RefusalLog {
  static final int MAX_LINES = 10;

  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private long begin;

  @GuardedBy("lock")
  private int lines;

  @GuardedBy("lock")
  private long omitted;

  RefusalLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
  }

  void refused(String peer, String reason) {
    long before;
    synchronized (lock) {
      long now = nanoTime.getAsLong();
      if (now - begin >= INTERVAL_NANOS) {
        begin = now;
        lines = 0;
      }
      if (lines == MAX_LINES) {
        omitted++;
        return;
      }
      lines++;
      before = omitted;
      omitted = 0;
    }
    String more = before == 0 ? "" : " (" + before + " refused before are not logged)";
    LOG.warn("refused a connection from {}: {}{}", peer, reason, more);
  }
}
