// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** A number for each file. Grows as files are numbered higher; costs 8 bytes a file. */
final class DoubleColumn {
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

  void read(DataInput in) throws IOException {
    double[] read = new double[Growth.checked(in.readInt())];
    for (int i = 0; i < read.length; i++) {
      read[i] = in.readDouble();
    }
    values = read;
  }
}
