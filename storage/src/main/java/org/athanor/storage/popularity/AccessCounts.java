// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

/** Two comparators that count accesses: of the period before, and of all time. */
public final class AccessCounts extends CountingPredictor {
  private final String name;
  private final boolean startAgain;

  private AccessCounts(String name, boolean startAgain) {
    this.name = name;
    this.startAgain = startAgain;
  }

  /** Last value: each file is accessed as often as in the period before. */
  public static AccessCounts lastValue() {
    return new AccessCounts("last-value", true);
  }

  /** LFU, least frequently used: popularity is the number of accesses since the file is known. */
  public static AccessCounts leastFrequentlyUsed() {
    return new AccessCounts("lfu", false);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  void endOfPeriod(int file, double count) {
    predicted.set(file, count);
    if (startAgain) {
      counts.set(file, 0);
    }
  }
}
