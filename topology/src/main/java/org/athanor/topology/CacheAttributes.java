// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.OptionalInt;

/**
 * A cache, memory-side caches included.
 *
 * @param sizeBytes size in bytes, 0 if unknown
 * @param level 1 for L1; 0 or 1 for a memory-side cache
 * @param lineBytes size of a line in bytes; empty if unknown
 * @param associativity ways; {@link #FULLY_ASSOCIATIVE}; empty if unknown
 * @param type the kind of content
 */
public record CacheAttributes(
    long sizeBytes, int level, OptionalInt lineBytes, OptionalInt associativity, Type type)
    implements ObjectAttributes {
  /** The associativity of a fully associative cache. */
  public static final int FULLY_ASSOCIATIVE = -1;

  /** Kinds of content of a cache. */
  public enum Type {
    UNIFIED,
    DATA,
    INSTRUCTION;

    /** Returns the type with hwloc's number. */
    static Type ofNumber(int number) {
      return switch (number) {
        case 1 -> DATA;
        case 2 -> INSTRUCTION;
        default -> UNIFIED;
      };
    }
  }
}
