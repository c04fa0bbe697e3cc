// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

/**
 * Stable least-significant-digit radix sort of unsigned 64-bit keys with an int each, 8 bits a
 * pass; passes over bytes that all keys share are skipped. Arrays are reused between calls. One
 * thread.
 */
final class RadixSort {
  private static final int DIGITS = Long.BYTES;
  private static final int VALUES = 256;
  private static final int INSERTION_LIMIT = 48;

  private final int[] histogram = new int[DIGITS * VALUES];

  /** What {@link #sort} sorts, first {@code n} elements; afterwards sorted. */
  long[] keys = new long[0];

  int[] items = new int[0];
  private long[] otherKeys = new long[0];
  private int[] otherItems = new int[0];

  /** Makes room for n elements; the arrays' content is lost. */
  void ensure(int n) {
    if (keys.length < n) {
      keys = new long[n];
      items = new int[n];
      otherKeys = new long[n];
      otherItems = new int[n];
    }
  }

  /** Scratch space of at least n ints, until the next call of {@link #sort}. */
  int[] scratch() {
    return otherItems;
  }

  void sort(int n) {
    if (n <= INSERTION_LIMIT) {
      insertionSort(n);
      return;
    }
    countDigits(n);
    for (int digit = 0; digit < DIGITS; digit++) {
      if (histogram[digit * VALUES + digitOf(keys[0], digit)] != n) {
        pass(n, digit);
      }
    }
  }

  private static int digitOf(long key, int digit) {
    return (int) (key >>> (8 * digit)) & 0xff;
  }

  private void countDigits(int n) {
    java.util.Arrays.fill(histogram, 0);
    for (int i = 0; i < n; i++) {
      long key = keys[i];
      for (int digit = 0; digit < DIGITS; digit++) {
        histogram[digit * VALUES + digitOf(key, digit)]++;
      }
    }
  }

  private void pass(int n, int digit) {
    int base = digit * VALUES;
    int sum = 0;
    for (int v = 0; v < VALUES; v++) {
      int c = histogram[base + v];
      histogram[base + v] = sum;
      sum += c;
    }
    long[] fromKeys = keys;
    int[] fromItems = items;
    long[] toKeys = otherKeys;
    int[] toItems = otherItems;
    int bits = 8 * digit;
    for (int i = 0; i < n; i++) {
      long key = fromKeys[i];
      int to = histogram[base + ((int) (key >>> bits) & 0xff)]++;
      toKeys[to] = key;
      toItems[to] = fromItems[i];
    }
    keys = toKeys;
    items = toItems;
    otherKeys = fromKeys;
    otherItems = fromItems;
  }

  private void insertionSort(int n) {
    for (int i = 1; i < n; i++) {
      long key = keys[i];
      int item = items[i];
      int j = i;
      for (; j > 0 && Long.compareUnsigned(keys[j - 1], key) > 0; j--) {
        keys[j] = keys[j - 1];
        items[j] = items[j - 1];
      }
      keys[j] = key;
      items[j] = item;
    }
  }
}
