// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

/** Searches in a part of a buffer, {@code from} inclusive and {@code to} exclusive. */
final class Bytes {
  private Bytes() {}

  /** The index of a byte's first occurrence, -1 if there is none. */
  static int indexOf(byte[] buffer, int from, int to, byte wanted) {
    for (int i = from; i < to; i++) {
      if (buffer[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** The index of the first occurrence of some bytes, at least one; -1 if there is none. */
  static int indexOf(byte[] buffer, int from, int to, byte[] wanted) {
    byte first = wanted[0];
    int last = to - wanted.length;
    for (int i = from; i <= last; i++) {
      if (buffer[i] == first && startsWith(buffer, i, to, wanted)) {
        return i;
      }
    }
    return -1;
  }

  static boolean startsWith(byte[] buffer, int from, int to, byte[] prefix) {
    if (to - from < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (buffer[from + i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
