// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * Pages of the web, numbered by their popularity from 0 on. The rank of page k is proportional to
 * (k + 1)^−s, rounded down, from 1 to {@value #LARGEST_RANK}. All addresses are different and have
 * {@value #URL_LENGTH} bytes. Immutable, thread-safe.
 */
final class Pages {
  /** Bytes of an address. */
  static final int URL_LENGTH = 41;

  private static final int LARGEST_RANK = 1_000_000;
  private static final long PURPOSE = -3;

  private final long count;
  private final double exponent;
  private final long offset;

  /**
   * Some pages.
   *
   * @param count number of pages, at least 1
   * @param exponent s, at least 0
   */
  Pages(long count, double exponent, long seed) {
    this.count = count;
    this.exponent = exponent;
    offset = new SplitMix(seed, PURPOSE).next();
  }

  long count() {
    return count;
  }

  double exponent() {
    return exponent;
  }

  /** Returns the rank of a page. */
  long rank(long page) {
    return Math.max(1, (long) (LARGEST_RANK * StrictMath.pow(page + 1.0, -exponent)));
  }

  /** Appends the address of a page. */
  void putUrl(long page, RecordBuffer out) {
    // A bijection, so that addresses differ.
    long name = SplitMix.mix(page + offset);
    out.putText("http://www.");
    putHexadecimal(name >>> 32, out);
    out.putText(".example/");
    putHexadecimal(name, out);
    out.putText(".html");
  }

  /** Appends the lowest 32 bits in eight digits. */
  private static void putHexadecimal(long bits, RecordBuffer out) {
    for (int shift = 28; shift >= 0; shift -= 4) {
      out.put((byte) Character.forDigit((int) (bits >>> shift) & 0xF, 16));
    }
  }
}
