// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.DoublePredicate;

/** A number for each file. Grows as files are numbered higher; costs 8 bytes a file. */
final class DoubleColumn {
  /** Larger values are not read, so that no sum of those that are is infinite. */
  private static final double MOST = 1e100;

  private double[] values = new double[0];

  /** The value of a file; NaN if it has none. */
  double get(int file) {
    return file < values.length ? values[file] : Double.NaN;
  }

  void set(int file, double value) {
    if (file >= values.length) {
      int old = values.length;
      values = Arrays.copyOf(values, Growth.of(old, file));
      Arrays.fill(values, old, values.length, Double.NaN);
    }
    values[file] = value;
  }

  void clear(int file) {
    if (file < values.length) {
      values[file] = Double.NaN;
    }
  }

  /** One more than the highest number that a file with a value may have. */
  int end() {
    return values.length;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if a value is infinite, or not in a range
   */
  void read(DataInput in, DoublePredicate range) throws IOException {
    int length = Growth.checked(in.readInt());
    double[] read = new double[0];
    for (int i = 0; i < length; i++) {
      if (i == read.length) {
        read = Arrays.copyOf(read, Growth.filling(i, length));
      }
      double value = in.readDouble();
      read[i] = Double.isNaN(value) ? Double.NaN : checked(value, range);
    }
    values = read;
  }

  /** Reads what {@link #write} wrote; all values of a usual size may be. */
  void read(DataInput in) throws IOException {
    read(in, value -> true);
  }

  /** A value that was read, which must not be NaN. */
  static double checked(double value, DoublePredicate range) throws IOException {
    if (!(Math.abs(value) <= MOST && range.test(value))) {
      throw Growth.damaged("a value of " + value);
    }
    return value;
  }
}
