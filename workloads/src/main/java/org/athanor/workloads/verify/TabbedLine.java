// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.io.Text;

/** A line with tabs between its values. Refers to the line's bytes. Not thread-safe. */
final class TabbedLine {
  private byte[] bytes = {};
  private int[] ends = new int[16];
  private int count;

  /** Takes a line, until the next call; returns this. */
  TabbedLine of(Text line) {
    bytes = line.getBytes();
    count = 0;
    for (int i = 0; i < line.getLength(); i++) {
      if (bytes[i] == '\t') {
        end(i);
      }
    }
    end(line.getLength());
    return this;
  }

  private void end(int offset) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = offset;
  }

  /** Returns the number of values, at least 1. */
  int count() {
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns the offset of a value. */
  int start(int index) {
    return index == 0 ? 0 : ends[index - 1] + 1;
  }

  /** Returns the length of a value. */
  int length(int index) {
    return ends[index] - start(index);
  }

  String text(int index) {
    return new String(bytes, start(index), length(index), StandardCharsets.UTF_8);
  }

  /** Returns a value as a number; NaN if it is none. */
  double number(int index) {
    try {
      return Double.parseDouble(text(index));
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }
}
