// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

/**
 * The place of a Worker among those of one session on its machine, which divide the machine (R.
 * Expósito et al., 2020, section 4.2).
 *
 * @param index from 0; no two Workers that run have the same
 * @param count how many there are to be, more than the index
 */
public record Seat(int index, int count) {
  /** Of a Worker that has its machine for itself. */
  public static final Seat ALONE = new Seat(0, 1);

  public Seat {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("Worker " + index + " of " + count + " on a machine");
    }
  }

  /** Reads what {@link #toString} has written. */
  public static Seat parse(String text) {
    String[] numbers = text.split("/", -1);
    if (numbers.length != 2) {
      throw new IllegalArgumentException(text + ": must be a number, a slash, a number");
    }
    return new Seat(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
