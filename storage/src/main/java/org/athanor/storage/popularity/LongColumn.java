// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** An integer for each file, 0 at first. Grows as {@link DoubleColumn}; costs 8 bytes a file. */
final class LongColumn {
  private long[] values = new long[0];

  long get(int file) {
    return file < values.length ? values[file] : 0;
  }

  void set(int file, long value) {
    if (file >= values.length) {
      values = Arrays.copyOf(values, Growth.of(values.length, file));
    }
    values[file] = value;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (long value : values) {
      out.writeLong(value);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if a value is not from {@code least} to {@code most}
   */
  void read(DataInput in, long least, long most) throws IOException {
    int length = Growth.checked(in.readInt());
    long[] read = new long[0];
    for (int i = 0; i < length; i++) {
      if (i == read.length) {
        read = Arrays.copyOf(read, Growth.filling(i, length));
      }
      read[i] = in.readLong();
      if (read[i] < least || read[i] > most) {
        throw Growth.damaged("a number of " + read[i]);
      }
    }
    values = read;
  }

  /** Reads what {@link #write} wrote; all values may be. */
  void read(DataInput in) throws IOException {
    read(in, Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
