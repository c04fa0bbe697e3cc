// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.job.WorkerView;

/**
 * What a Worker has told about itself in the last {@value #WINDOW_SECONDS} s, from which follow
 * rates. It tells nothing while nothing changes. Thread-safe.
 */
final class WorkerActivity {
  private static final int WINDOW_SECONDS = 5;
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(WINDOW_SECONDS);

  private final LongSupplier nanoTime;

  @GuardedBy("this")
  private final Deque<Told> told = new ArrayDeque<>(); // oldest first

  /** A status, and when it came in ns. */
  private record Told(long time, WorkerStatus status) {}

  WorkerActivity(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  synchronized void told(WorkerStatus status) {
    told.addLast(new Told(nanoTime.getAsLong(), status));
    forgetOld();
  }

  /** Keeps one that is older than the window, from which the first rate in it follows. */
  @GuardedBy("this")
  private void forgetOld() {
    long begin = nanoTime.getAsLong() - WINDOW_NANOS;
    Told removed = null;
    while (!told.isEmpty() && told.peekFirst().time() - begin < 0) {
      removed = told.removeFirst();
    }
    if (removed != null) {
      told.addFirst(removed);
    }
  }

  /** Returns the last status and the rates; empty before the first status. */
  synchronized Optional<WorkerView.Activity> last() {
    if (told.isEmpty()) {
      return Optional.empty();
    }
    forgetOld();
    return Optional.of(
        new WorkerView.Activity(
            told.peekLast().status(),
            rate(WorkerStatus::spilledBytes),
            rate(WorkerStatus::pushedBytes),
            rate(WorkerStatus::receivedBytes)));
  }

  @GuardedBy("this")
  private double rate(ToLongFunction<WorkerStatus> bytes) {
    Told first = told.peekFirst();
    long moved = bytes.applyAsLong(told.peekLast().status()) - bytes.applyAsLong(first.status());
    long nanos = Math.min(WINDOW_NANOS, nanoTime.getAsLong() - first.time());
    return nanos <= 0 ? 0 : (double) moved * TimeUnit.SECONDS.toNanos(1) / nanos;
  }
}
