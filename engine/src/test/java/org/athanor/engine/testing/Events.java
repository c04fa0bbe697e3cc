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
  private int awaited; // how many lines were looked at

  public synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  /** Waits for a line that begins so, after those that were awaited before; returns it. */
  public synchronized String await(String begin) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (true) {
      while (awaited < lines.size()) {
        String line = lines.get(awaited++);
        if (line.startsWith(begin)) {
          return line;
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
