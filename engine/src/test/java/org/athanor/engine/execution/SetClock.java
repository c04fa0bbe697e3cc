// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.engine.thread.Clock;

/** A clock that a test advances, and whose time of day it sets. Thread-safe. */
final class SetClock implements Clock {
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  private final AtomicLong millis = new AtomicLong();
  private final AtomicLong jumped = new AtomicLong();

  /**
   * @param time milliseconds since the test began
   */
  void set(long time) {
    millis.set(time);
  }

  /** Sets the time of day, as an administrator does. */
  void jump(long byMillis) {
    jumped.addAndGet(byMillis);
  }

  @Override
  public long nanoTime() {
    return TimeUnit.MILLISECONDS.toNanos(millis.get());
  }

  @Override
  public long currentTimeMillis() {
    return EPOCH_MILLIS + jumped.get() + millis.get();
  }
}
