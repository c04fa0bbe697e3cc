// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A comparator, LRU: the popularity of a file is the time of its last access in milliseconds, or of
 * its creation if it was not accessed.
 */
public final class LeastRecentlyUsed implements Predictor {
  private final DoubleColumn lastMillis = new DoubleColumn();
  private final DoubleColumn predicted = new DoubleColumn();

  @Override
  public String name() {
    return "lru";
  }

  @Override
  public void created(int file, long timeMillis) {
    lastMillis.set(file, timeMillis);
  }

  @Override
  public void accessed(int file, long timeMillis, int blocks) {
    lastMillis.set(file, timeMillis);
  }

  @Override
  public void deleted(int file) {
    lastMillis.clear(file);
    predicted.clear(file);
  }

  @Override
  public void endOfPeriod(long endMillis) {
    for (int file = 0; file < lastMillis.end(); file++) {
      double last = lastMillis.get(file);
      if (!Double.isNaN(last)) {
        predicted.set(file, last);
      }
    }
  }

  @Override
  public double predicted(int file) {
    return predicted.get(file);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    lastMillis.write(out);
    predicted.write(out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    lastMillis.read(in);
    predicted.read(in);
  }
}
