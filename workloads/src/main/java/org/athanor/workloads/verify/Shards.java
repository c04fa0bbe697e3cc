// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A table in several pieces that threads fill together: each key belongs to the piece of its hash,
 * so the memory does not depend on the number of threads. Whoever uses a piece while others fill
 * the table holds the piece's lock.
 *
 * @param <T> a piece, which is not thread-safe
 */
final class Shards<T> {
  private static final int BITS = 6;

  private final List<T> pieces;

  Shards(Supplier<T> empty) {
    pieces = Stream.generate(empty).limit(1 << BITS).toList();
  }

  /** Returns the piece of a key. */
  T of(byte[] bytes, int offset, int length) {
    // The highest bits: the pieces use the lowest.
    return pieces.get(ByteCounts.hash(bytes, offset, length) >>> (Integer.SIZE - BITS));
  }

  List<T> all() {
    return pieces;
  }
}
