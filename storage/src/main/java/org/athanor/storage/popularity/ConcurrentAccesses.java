// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.athanor.storage.check.Checks;

/**
 * Scarlett's popularity, a comparator (K. Ravindranathan, 2015, section 5.3.8.1): cf, the largest
 * number of concurrent accesses in the period before, which is its learning window.
 *
 * <p>A log of opened files does not say when a reader ends. Accesses in the same slot of time are
 * taken as concurrent; the length of a slot should be that of a usual task.
 */
public final class ConcurrentAccesses implements Predictor {
  /** Scarlett never has fewer replicas. */
  private static final int LEAST_REPLICAS = 3;

  private final long slotMillis;
  private final LongColumn slots = new LongColumn();
  private final DoubleColumn inSlot = new DoubleColumn();
  private final DoubleColumn most = new DoubleColumn();
  private final DoubleColumn predicted = new DoubleColumn();

  /**
   * Knows no file yet.
   *
   * @param slotMillis accesses in the same slot of this length are concurrent, from 1
   */
  public ConcurrentAccesses(long slotMillis) {
    this.slotMillis = Checks.atLeast(1, "slotMillis", slotMillis);
  }

  /**
   * The replicas that Scarlett wants: max(cf + δ, 3).
   *
   * @param concurrent cf, from 0
   * @param cushion δ, against predictions that are too low, from 0
   */
  public static int replicas(double concurrent, int cushion) {
    return Math.max((int) Math.min(Short.MAX_VALUE, concurrent + cushion), LEAST_REPLICAS);
  }

  @Override
  public String name() {
    return "scarlett";
  }

  @Override
  public void created(int file, long timeMillis) {
    inSlot.set(file, 0);
    most.set(file, 0);
    slots.set(file, Math.floorDiv(timeMillis, slotMillis));
  }

  @Override
  public void accessed(int file, long timeMillis, int blocks) {
    if (Double.isNaN(most.get(file))) {
      created(file, timeMillis);
    }
    long slot = Math.floorDiv(timeMillis, slotMillis);
    double count = slot == slots.get(file) ? inSlot.get(file) + 1 : 1;
    slots.set(file, slot);
    inSlot.set(file, count);
    most.set(file, Math.max(most.get(file), count));
  }

  @Override
  public void deleted(int file) {
    inSlot.clear(file);
    most.clear(file);
    predicted.clear(file);
  }

  @Override
  public void endOfPeriod(long endMillis) {
    for (int file = 0; file < most.end(); file++) {
      double concurrent = most.get(file);
      if (!Double.isNaN(concurrent)) {
        predicted.set(file, concurrent);
        most.set(file, 0);
        inSlot.set(file, 0);
      }
    }
  }

  @Override
  public double predicted(int file) {
    return predicted.get(file);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    slots.write(out);
    inSlot.write(out);
    most.write(out);
    predicted.write(out);
  }

  @Override
  public void read(DataInput in) throws IOException {
    slots.read(in);
    inSlot.read(in);
    most.read(in);
    predicted.read(in);
  }
}
