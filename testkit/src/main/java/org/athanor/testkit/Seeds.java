// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import java.util.Random;

/** Seeds of random tests: the same in each run, unless athanor.test.seed is set. */
public final class Seeds {
  private static final long SEED = Long.getLong("athanor.test.seed", 1L);

  private Seeds() {}

  /** Returns the seed of this run, for messages of tests that fail. */
  public static long seed() {
    return SEED;
  }

  /** Returns a generator that depends on the seed and the name, not on tests that ran before. */
  public static Random of(String name) {
    return new Random(SEED * 1_000_003 + name.hashCode());
  }
}
