// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import java.util.Random;

/**
 * Where random tests take their randomness from: the same each time, unless {@code
 * -Dathanor.test.seed=N} replays another run. The build prints the seed.
 */
public final class Seeds {
  private static final long SEED = Long.getLong("athanor.test.seed", 1L);

  private Seeds() {}

  /** The seed of this run, for messages of tests that fail. */
  public static long seed() {
    return SEED;
  }

  /** A generator that depends on the seed and the name, not on which tests ran before. */
  public static Random of(String name) {
    return new Random(SEED * 1_000_003 + name.hashCode());
  }
}
