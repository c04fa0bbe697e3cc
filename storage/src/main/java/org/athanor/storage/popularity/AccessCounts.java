// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Two comparators that count accesses: of the period before, and of all time. */
public final class AccessCounts implements Predictor {
  private final String name;
  private final boolean startAgain;
  private final DoubleColumn counts = new DoubleColumn();
  private final DoubleColumn predicted = new DoubleColumn();

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
  public void created(int file, long timeMillis) {
    counts.set(file, 0);
  }

  @Override
  public void accessed(int file, long timeMillis, int blocks) {
    double count = counts.get(file);
    counts.set(file, Double.isNaN(count) ? 1 : count + 1);
  }

  @Override
  public void deleted(int file) {
    counts.clear(file);
    predicted.clear(file);
  }

  @Override
  public void endOfPeriod(long endMillis) {
    for (int file = 0; file < counts.end(); file++) {
      double count = counts.get(file);
      if (!Double.isNaN(count)) {
        predicted.set(file, count);
        if (startAgain) {
          counts.set(file, 0);
        }
      }
    }
  }

  @Override
  public double predicted(int file) {
    return predicted.get(file);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    counts.write(out);
    predicted.write(out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    counts.read(in);
    predicted.read(in);
  }
}
