// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Counts the accesses of each file; how the counts become predictions is for others to say. */
abstract class CountingPredictor implements Predictor {
  /** Of each known file. */
  final DoubleColumn counts = new DoubleColumn();

  /** What was predicted at the end of the last period. */
  final DoubleColumn predicted = new DoubleColumn();

  @Override
  public final void created(int file, long timeMillis) {
    counts.set(file, 0);
  }

  @Override
  public final void accessed(int file, long timeMillis, int blocks) {
    double count = counts.get(file);
    counts.set(file, Double.isNaN(count) ? 1 : count + 1);
  }

  @Override
  public final void deleted(int file) {
    counts.clear(file);
    predicted.clear(file);
  }

  @Override
  public final void endOfPeriod(long endMillis) {
    for (int file = 0; file < counts.end(); file++) {
      double count = counts.get(file);
      if (!Double.isNaN(count)) {
        endOfPeriod(file, count);
      }
    }
  }

  /** Predicts the popularity of a file in the next period. */
  abstract void endOfPeriod(int file, double count);

  @Override
  public final double predicted(int file) {
    return predicted.get(file);
  }

  @Override
  public final void write(DataOutput out) throws IOException {
    counts.write(out);
    predicted.write(out);
  }

  @Override
  public final void read(DataInput in) throws IOException {
    counts.read(in, count -> count >= 0);
    predicted.read(in);
  }
}
