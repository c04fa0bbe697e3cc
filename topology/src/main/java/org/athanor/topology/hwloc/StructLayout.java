// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

/**
 * Computes the offsets of a C structure's fields on a 64-bit system, where every scalar is aligned
 * to its own size. Each method adds a field and returns its offset in bytes.
 */
final class StructLayout {
  private int end;
  private int alignment = 1;

  int u8() {
    return scalar(1);
  }

  int u16() {
    return scalar(2);
  }

  int i32() {
    return scalar(4);
  }

  int f32() {
    return scalar(4);
  }

  int i64() {
    return scalar(8);
  }

  int pointer() {
    return scalar(8);
  }

  /** Adds a nested structure. */
  int struct(int bytes, int itsAlignment) {
    int offset = roundUp(end, itsAlignment);
    end = offset + bytes;
    alignment = Math.max(alignment, itsAlignment);
    return offset;
  }

  /** Returns the structure's {@code sizeof}. */
  int bytes() {
    return roundUp(end, alignment);
  }

  private int scalar(int bytes) {
    return struct(bytes, bytes);
  }

  private static int roundUp(int offset, int to) {
    return (offset + to - 1) / to * to;
  }
}
