// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * The linear congruential generator of gensort and TeraGen: x′ = a·x + c modulo 2¹²⁸, from 0. Not
 * thread-safe.
 */
final class Lcg128 {
  private static final long A_HIGH = 0x2360ED051FC65DA4L;
  private static final long A_LOW = 0x4385DF649FCCF645L;
  private static final long C_HIGH = 0x4A696D4772617952L;
  private static final long C_LOW = 0x4950202020202001L;

  /** The 64 high and the 64 low bits of x. */
  long high;

  long low;

  /** Starts after this many numbers, a 128-bit count. */
  Lcg128(long skippedHigh, long skippedLow) {
    // The affine map of one step, then of 2, 4, 8 … steps.
    Lcg128 a = new Lcg128();
    a.high = A_HIGH;
    a.low = A_LOW;
    Lcg128 c = new Lcg128();
    c.high = C_HIGH;
    c.low = C_LOW;
    for (int bit = 0; bit < 128; bit++) {
      long word = bit < 64 ? skippedLow : skippedHigh;
      if ((word >>> (bit & 63) & 1) != 0) {
        multiplyAdd(a.high, a.low, c.high, c.low);
      }
      long aHigh = a.high;
      long aLow = a.low;
      c.multiplyAdd(aHigh, aLow, c.high, c.low);
      a.multiplyAdd(aHigh, aLow, 0, 0);
    }
  }

  private Lcg128() {}

  void next() {
    multiplyAdd(A_HIGH, A_LOW, C_HIGH, C_LOW);
  }

  private void multiplyAdd(long aHigh, long aLow, long cHigh, long cLow) {
    // Java 17 has no unsigned multiplyHigh; this corrects the signed result.
    long carry = Math.multiplyHigh(low, aLow) + ((low >> 63) & aLow) + ((aLow >> 63) & low);
    long newHigh = carry + high * aLow + low * aHigh;
    long newLow = low * aLow + cLow;
    high = newHigh + cHigh + (Long.compareUnsigned(newLow, cLow) < 0 ? 1 : 0);
    low = newLow;
  }
}
