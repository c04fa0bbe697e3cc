// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.athanor.tiering.image.FileRecord;

/**
 * An order of all files, by which those with the same value are ordered. Sorts numbers, not
 * objects, because all files of a namespace are ranked several times for each period. Immutable; 4
 * bytes a file.
 */
final class FileOrder {
  /** The files, first the first one. */
  private final int[] files;

  private FileOrder(int[] files) {
    this.files = files;
  }

  /** By path, the least one first. */
  static FileOrder byPath(List<FileRecord> files) {
    return new FileOrder(
        IntStream.range(0, files.size())
            .boxed()
            .sorted(Comparator.comparing(file -> files.get(file).path()))
            .mapToInt(Integer::intValue)
            .toArray());
  }

  /** By a value that is no NaN, the highest first; files with the same value as in this order. */
  FileOrder thenBy(IntToDoubleFunction value) {
    BitSet all = new BitSet();
    all.set(0, files.length);
    return new FileOrder(highestFirst(all, value));
  }

  /**
   * Orders some files by a value that is no NaN, the highest first; those with the same value as in
   * this order.
   */
  int[] highestFirst(BitSet some, IntToDoubleFunction value) {
    int[] numbers = inThisOrder(some);
    long[] values = new long[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      values[i] = descending(value.applyAsDouble(numbers[i]));
    }
    long[] distinct = distinct(values);
    int[] ranks = new int[numbers.length];
    int[] nextPlaces = new int[distinct.length + 1];
    for (int i = 0; i < numbers.length; i++) {
      ranks[i] = Arrays.binarySearch(distinct, values[i]);
      nextPlaces[ranks[i] + 1]++;
    }
    for (int rank = 1; rank < nextPlaces.length; rank++) {
      nextPlaces[rank] += nextPlaces[rank - 1];
    }
    int[] ordered = new int[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      ordered[nextPlaces[ranks[i]]++] = numbers[i];
    }
    return ordered;
  }

  private int[] inThisOrder(BitSet some) {
    int[] numbers = new int[some.cardinality()];
    int count = 0;
    for (int file : files) {
      if (some.get(file)) {
        numbers[count++] = file;
      }
    }
    return numbers;
  }

  /** The different values, the least one first. */
  private static long[] distinct(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int count = 0;
    for (long value : sorted) {
      if (count == 0 || value != sorted[count - 1]) {
        sorted[count++] = value;
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  /** A number that is the lesser the higher the value is, by {@link Double#compare}. */
  private static long descending(double value) {
    long bits = Double.doubleToLongBits(value);
    return ~(bits ^ (bits >> 63 & Long.MAX_VALUE));
  }
}
