// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import java.util.Arrays;
import java.util.List;

/**
 * What some reads took together.
 *
 * @param reads number of files that were read, each counted as often as it was
 * @param bytes sum of their lengths
 * @param meanSeconds the mean time of a read
 * @param medianSeconds the median; the mean of the two in the middle if the number is even
 * @param bytesPerSecond all bytes, by the time from the first request to the last byte
 * @param ssdShare the share of the bytes that SSDs served, from 0 to 1
 */
public record LoadSummary(
    int reads,
    long bytes,
    double meanSeconds,
    double medianSeconds,
    double bytesPerSecond,
    double ssdShare) {

  /**
   * Sums up reads.
   *
   * @param reads one or more, of one or more bytes together
   * @param seconds from the first request to the last byte, above 0
   */
  public static LoadSummary of(List<MeasuredRead> reads, double seconds) {
    long bytes = reads.stream().mapToLong(MeasuredRead::bytes).sum();
    if (bytes < 1 || !(seconds > 0)) {
      throw new IllegalArgumentException(
          bytes + " bytes in " + seconds + " s: both must be above 0");
    }
    double[] times = reads.stream().mapToDouble(MeasuredRead::seconds).sorted().toArray();
    int middle = times.length / 2;
    return new LoadSummary(
        times.length,
        bytes,
        Arrays.stream(times).sum() / times.length,
        times.length % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2,
        bytes / seconds,
        (double) reads.stream().mapToLong(MeasuredRead::ssdBytes).sum() / bytes);
  }
}
