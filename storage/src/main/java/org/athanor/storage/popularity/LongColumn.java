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

  void read(DataInput in) throws IOException {
    long[] read = new long[Growth.checked(in.readInt())];
    for (int i = 0; i < read.length; i++) {
      read[i] = in.readLong();
    }
    values = read;
  }
}
