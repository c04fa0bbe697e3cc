// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.util.ArrayList;
import java.util.List;

/** A JVM that retains 20 MB, collects five times, and is busy long enough to be sampled. */
final class Collecting {

  private static final long BUSY_NANOS = 4_500_000_000L;

  private Collecting() {}

  public static void main(String[] arguments) {
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      kept.add(new byte[1_000_000]);
    }
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    long end = System.nanoTime() + BUSY_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    System.out.println("collected, " + kept.size() + " MB kept");
  }
}
