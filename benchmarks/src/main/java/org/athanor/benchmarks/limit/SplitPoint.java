// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the first key of the second output file. Samples the same 100,000 rows as Hadoop's TeraSort
 * (the first rows of ten input splits of 32 MiB), so that both write equal files.
 */
final class SplitPoint {
  private static final long BLOCK_BYTES = 32L << 20;
  private static final double LAST_SPLIT_SLOP = 1.1;
  private static final int SAMPLED_ROWS = 100_000;
  private static final int SAMPLED_SPLITS = 10;

  private SplitPoint() {}

  /** Returns the number of a row that has the split key. */
  static int rowOf(RowInput input) {
    int[] sampled = sampledRows(splits(input.fileBytes()));
    long[] prefixes = new long[sampled.length];
    for (int i = 0; i < sampled.length; i++) {
      prefixes[i] = input.prefix(sampled[i]) ^ Long.MIN_VALUE;
    }
    Arrays.sort(prefixes);
    int middle = Math.min(prefixes.length - 1, Math.round(prefixes.length / 2f));
    long prefix = prefixes[middle];
    int first = middle;
    while (first > 0 && prefixes[first - 1] == prefix) {
      first--;
    }
    return Arrays.stream(sampled)
        .filter(row -> (input.prefix(row) ^ Long.MIN_VALUE) == prefix)
        .boxed()
        .sorted(input::compareKeys)
        .skip(middle - first)
        .findFirst()
        .orElseThrow();
  }

  private static int[] sampledRows(List<int[]> splits) {
    int sampledSplits = Math.min(SAMPLED_SPLITS, splits.size());
    int rowsPerSplit = SAMPLED_ROWS / sampledSplits;
    int step = splits.size() / sampledSplits;
    int[] rows = new int[sampledSplits * rowsPerSplit];
    int count = 0;
    for (int i = 0; i < sampledSplits; i++) {
      int[] split = splits.get(i * step);
      for (int row = split[0]; row < Math.min(split[1], split[0] + rowsPerSplit); row++) {
        rows[count++] = row;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  /**
   * Returns first row and end row of each of Hadoop's splits. A row belongs to the split that has
   * its first byte.
   */
  private static List<int[]> splits(long[] fileBytes) {
    List<int[]> splits = new ArrayList<>();
    long fileRow = 0;
    for (long size : fileBytes) {
      long at = 0;
      while (at < size) {
        long left = size - at;
        long length = left > BLOCK_BYTES * LAST_SPLIT_SLOP ? BLOCK_BYTES : left;
        splits.add(new int[] {(int) (fileRow + rowAt(at)), (int) (fileRow + rowAt(at + length))});
        at += length;
      }
      fileRow += size / RowInput.ROW_BYTES;
    }
    return splits;
  }

  private static long rowAt(long offset) {
    return (offset + RowInput.ROW_BYTES - 1) / RowInput.ROW_BYTES;
  }
}
