// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A result that a program writes while records arrive: the totals of all records so far, and how
 * many of them came from each partition of the input. Since a partition keeps its order, these
 * counts tell which records are in the result. In text: {@code count,min,max,sum,count0,count1,…}.
 */
final class RunningResult {
  private static final int FIRST_PARTITION = 4;

  private final Totals totals;
  private final long[] ofPartitions;

  private RunningResult(Totals totals, long[] ofPartitions) {
    this.totals = totals;
    this.ofPartitions = ofPartitions;
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if it is not such a text, or has another number of partitions
   */
  static RunningResult parse(String text, int partitions) {
    String[] fields = text.split(",", -1);
    if (fields.length != FIRST_PARTITION + partitions) {
      throw malformed(text, partitions, null);
    }
    try {
      long[] numbers = Arrays.stream(fields).mapToLong(Long::parseLong).toArray();
      return new RunningResult(
          new Totals(numbers[0], numbers[1], numbers[2], numbers[3]),
          Arrays.copyOfRange(numbers, FIRST_PARTITION, numbers.length));
    } catch (NumberFormatException e) {
      throw malformed(text, partitions, e);
    }
  }

  private static IllegalArgumentException malformed(
      String text, int partitions, NumberFormatException cause) {
    return new IllegalArgumentException(
        "result \""
            + text
            + "\": must be count,min,max,sum and the counts of "
            + partitions
            + " partitions",
        cause);
  }

  Totals totals() {
    return totals;
  }

  /** The number of records of a partition that are in the result. */
  long of(int partition) {
    return ofPartitions[partition];
  }

  static String text(Totals totals, long[] ofPartitions) {
    StringJoiner text = new StringJoiner(",");
    text.add(Long.toString(totals.count())).add(Long.toString(totals.min()));
    text.add(Long.toString(totals.max())).add(Long.toString(totals.sum()));
    for (long count : ofPartitions) {
      text.add(Long.toString(count));
    }
    return text.toString();
  }
}
