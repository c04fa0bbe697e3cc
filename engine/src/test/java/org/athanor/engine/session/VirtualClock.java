// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.engine.thread.Clock;

/** Time that passes when a test says so. */
final class VirtualClock implements Clock {
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  private final AtomicLong nanos = new AtomicLong(TimeUnit.HOURS.toNanos(1));

  void advance(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public long currentTimeMillis() {
    return EPOCH_MILLIS + TimeUnit.NANOSECONDS.toMillis(nanos.get());
  }
}
