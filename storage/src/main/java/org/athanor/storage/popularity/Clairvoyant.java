// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The best that a predictor can be, for evaluations: it is told how often each file will be
 * accessed in the next period. It knows nothing about files that are not known yet, as no predictor
 * does.
 */
public final class Clairvoyant implements Predictor {
  private final DoubleColumn foreseen = new DoubleColumn();
  private final DoubleColumn predicted = new DoubleColumn();

  /**
   * Tells how often a known file will be accessed in the period after the next {@link
   * #endOfPeriod}; 0 if not told.
   */
  public void foresee(int file, double accesses) {
    foreseen.set(file, accesses);
  }

  @Override
  public String name() {
    return "clairvoyant";
  }

  @Override
  public void created(int file, long timeMillis) {
    foreseen.set(file, 0);
  }

  @Override
  public void accessed(int file, long timeMillis, int blocks) {
    if (Double.isNaN(foreseen.get(file))) {
      created(file, timeMillis);
    }
  }

  @Override
  public void deleted(int file) {
    foreseen.clear(file);
    predicted.clear(file);
  }

  @Override
  public void endOfPeriod(long endMillis) {
    for (int file = 0; file < foreseen.end(); file++) {
      double accesses = foreseen.get(file);
      if (!Double.isNaN(accesses)) {
        predicted.set(file, accesses);
        foreseen.set(file, 0);
      }
    }
  }

  @Override
  public double predicted(int file) {
    return predicted.get(file);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    foreseen.write(out);
    predicted.write(out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    foreseen.read(in);
    predicted.read(in);
  }
}
