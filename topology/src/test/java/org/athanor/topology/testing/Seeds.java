// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.testing;

import java.util.Random;

/** Where random tests take their randomness from: the same each time, unless told otherwise. */
public final class Seeds {
  private static final long SEED = Long.getLong("athanor.test.seed", 1L);

  static {
    System.out.println("random tests use the seed: -Dathanor.test.seed=" + SEED);
  }

  private Seeds() {}

  /** A generator that depends on the seed and the name, not on which tests ran before. */
  public static Random of(String name) {
    return new Random(SEED * 1_000_003 + name.hashCode());
  }
}
