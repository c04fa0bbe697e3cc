// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Divides the pairs into segments, so that each segment is in one section of the first mates and in
 * one section of the second mates. Sections have as many bytes, but not as many reads: a segment
 * begins where a section of either kind begins. So the two files of each segment, each written by
 * one map, have the same pairs in the same order, as a map-side join needs it.
 *
 * <pre>
 *  first mates    |---- section 0 ----|---- section 1 ----|
 *  second mates   |-- section 2 --|------ section 3 ------|
 *  segments       |------ 0 ------|-1-|-------- 2 --------|
 * </pre>
 */
final class Segments {
  private Segments() {}

  /**
   * Numbers the reads of the sections.
   *
   * @param sections in the order of their indices
   * @param counts reads in each section
   */
  static void number(List<MateSplit> sections, long[] counts) {
    long[] firsts = new long[counts.length];
    TreeSet<Long> starts = new TreeSet<>();
    long number = 0;
    for (int i = 0; i < firsts.length; i++) {
      if (i > 0 && sections.get(i).second() != sections.get(i - 1).second()) {
        number = 0;
      }
      firsts[i] = number;
      if (counts[i] > 0) {
        starts.add(number);
      }
      number += counts[i];
    }
    long[] sorted = starts.stream().mapToLong(Long::longValue).toArray();
    for (int i = 0; i < firsts.length; i++) {
      if (counts[i] > 0) {
        int segment = Arrays.binarySearch(sorted, firsts[i]);
        int end = Arrays.binarySearch(sorted, firsts[i] + counts[i]);
        int after = end < 0 ? -end - 1 : end;
        sections.get(i).number(firsts[i], segment, Arrays.copyOfRange(sorted, segment + 1, after));
      }
    }
  }
}
