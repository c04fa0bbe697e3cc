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
 * objects, because all files of a namespace are ranked several times for each period. Immutable; 8
 * bytes a file.
 */
final class FileOrder {
  /** The files, first the first one. */
  private final int[] files;

  /** The place of each file in that. */
  private final int[] places;

  private FileOrder(int[] files) {
    this.files = files;
    this.places = new int[files.length];
    for (int place = 0; place < files.length; place++) {
      places[files[place]] = place;
    }
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
    int[] numbers = some.stream().toArray();
    long[] values = new long[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      values[i] = descending(value.applyAsDouble(numbers[i]));
    }
    long[] distinct = Arrays.stream(values).sorted().distinct().toArray();
    // The value's rank, then the place; both are below 2^31.
    long[] keys = new long[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      keys[i] = (long) Arrays.binarySearch(distinct, values[i]) << 32 | places[numbers[i]];
    }
    Arrays.sort(keys);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = files[(int) keys[i]];
    }
    return numbers;
  }

  /** A number that is the lesser the higher the value is, by {@link Double#compare}. */
  private static long descending(double value) {
    long bits = Double.doubleToLongBits(value);
    return ~(bits ^ (bits >> 63 & Long.MAX_VALUE));
  }
}
