// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What has happened, as lines in their order, and a way to wait for a line. Thread-safe. */
public final class Events {
  private static final long SECONDS = 40;

  private final List<String> lines = new ArrayList<>();
  private final List<String> notAwaited = new ArrayList<>();

  public synchronized void add(String line) {
    lines.add(line);
    notAwaited.add(line);
    notifyAll();
  }

  /** Waits for a line that begins so, and that no other call has returned; returns it. */
  public synchronized String await(String begin) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (true) {
      for (int i = 0; i < notAwaited.size(); i++) {
        if (notAwaited.get(i).startsWith(begin)) {
          return notAwaited.remove(i);
        }
      }
      long left = end - System.nanoTime();
      assertThat(left).as("waits for \"%s\" after %s", begin, lines).isPositive();
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  public synchronized List<String> all() {
    return List.copyOf(lines);
  }
}
