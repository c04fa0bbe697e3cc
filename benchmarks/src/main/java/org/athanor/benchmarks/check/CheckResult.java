// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.check;

import java.util.Locale;

/** Counts of a checked output. Not thread-safe. */
final class CheckResult {
  private long records;
  private long outOfOrder;

  /** Sum of the CRC-32 of every record, modulo 2^64. */
  private long checksum;

  void add(long crc, boolean inOrder) {
    records++;
    checksum += crc;
    if (!inOrder) {
      outOfOrder++;
    }
  }

  long records() {
    return records;
  }

  String toJson() {
    return String.format(
        Locale.ROOT,
        "{\"records\": %d, \"out_of_order\": %d, \"checksum\": \"%x\"}",
        records,
        outOfOrder,
        checksum);
  }
}
