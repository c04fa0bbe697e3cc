// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * A permutation of the numbers with a given number of bits, so that the id of a vertex does not
 * depend on its degree, nor the address of a visitor on its number. Immutable, thread-safe.
 */
final class Permutation {
  private final long mask;
  private final int shift;
  private final long offset;
  private final long first;
  private final long second;

  Permutation(int bits, long seed, long purpose) {
    SplitMix random = new SplitMix(seed, purpose);
    mask = (1L << bits) - 1;
    shift = (bits + 1) / 2;
    offset = random.next();
    first = random.next() | 1;
    second = random.next() | 1;
  }

  /**
   * Addition, multiplication by an odd number and XOR of high bits into low bits are invertible.
   */
  long of(long number) {
    long name = ((number + offset) * first) & mask;
    name ^= name >>> shift;
    name = (name * second) & mask;
    return name ^ (name >>> shift);
  }
}
