// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import java.util.Arrays;

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

  /** The keys that {@link #sort} sorts. */
  long[] keys = new long[0];

  /** One item per key, moved together with it. */
  int[] items = new int[0];

  private int size;
  private long[] otherKeys = new long[0];
  private int[] otherItems = new int[0];

  /** Makes room for n elements. The content of the arrays is lost. */
  void begin(int n) {
    size = n;
    if (keys.length < n) {
      keys = new long[n];
      items = new int[n];
      otherKeys = new long[n];
      otherItems = new int[n];
    }
  }

  /** Returns scratch space of the same size, valid until the next call of {@link #sort}. */
  int[] scratch() {
    return otherItems;
  }

  /** Sorts the elements of a range. May replace the arrays. */
  void sort(int from, int to) {
    if (to - from <= INSERTION_LIMIT) {
      insertionSort(from, to);
      return;
    }
    countDigits(from, to);
    boolean inOther = false;
    for (int digit = 0; digit < DIGITS; digit++) {
      long any = inOther ? otherKeys[from] : keys[from];
      if (histogram[digit * VALUES + digitOf(any, digit)] == to - from) {
        continue;
      }
      if (inOther) {
        pass(from, to, digit, otherKeys, otherItems, keys, items);
      } else {
        pass(from, to, digit, keys, items, otherKeys, otherItems);
      }
      inOther = !inOther;
    }
    if (inOther) {
      takeFromOther(from, to);
    }
  }

  private void takeFromOther(int from, int to) {
    if (to - from < size) {
      System.arraycopy(otherKeys, from, keys, from, to - from);
      System.arraycopy(otherItems, from, items, from, to - from);
      return;
    }
    long[] sortedKeys = otherKeys;
    int[] sortedItems = otherItems;
    otherKeys = keys;
    otherItems = items;
    keys = sortedKeys;
    items = sortedItems;
  }

  private static int digitOf(long key, int digit) {
    return (int) (key >>> (8 * digit)) & 0xff;
  }

  private void countDigits(int from, int to) {
    Arrays.fill(histogram, 0);
    for (int i = from; i < to; i++) {
      long key = keys[i];
      for (int digit = 0; digit < DIGITS; digit++) {
        histogram[digit * VALUES + digitOf(key, digit)]++;
      }
    }
  }

  private void pass(
      int from, int to, int digit, long[] fromKeys, int[] fromItems, long[] toKeys, int[] toItems) {
    int base = digit * VALUES;
    int sum = from;
    for (int v = 0; v < VALUES; v++) {
      int c = histogram[base + v];
      histogram[base + v] = sum;
      sum += c;
    }
    int bits = 8 * digit;
    for (int i = from; i < to; i++) {
      long key = fromKeys[i];
      int target = histogram[base + ((int) (key >>> bits) & 0xff)]++;
      toKeys[target] = key;
      toItems[target] = fromItems[i];
    }
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int item = items[i];
      int j = i;
      for (; j > from && Long.compareUnsigned(keys[j - 1], key) > 0; j--) {
        keys[j] = keys[j - 1];
        items[j] = items[j - 1];
      }
      keys[j] = key;
      items[j] = item;
    }
  }
}
