// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * A permutation of the numbers of so many bits, so that the ids of vertices do not tell their
 * degrees. Immutable, thread-safe.
 */
final class VertexNames {
  private final long mask;
  private final int shift;
  private final long offset;
  private final long first;
  private final long second;

  VertexNames(int bits, long seed, long purpose) {
    SplitMix random = new SplitMix(seed, purpose);
    mask = (1L << bits) - 1;
    shift = (bits + 1) / 2;
    offset = random.next();
    first = random.next() | 1;
    second = random.next() | 1;
  }

  /** Adding, multiplying by an odd number and xoring high bits into low ones have inverses. */
  long of(long vertex) {
    long name = ((vertex + offset) * first) & mask;
    name ^= name >>> shift;
    name = (name * second) & mask;
    return name ^ (name >>> shift);
  }
}
