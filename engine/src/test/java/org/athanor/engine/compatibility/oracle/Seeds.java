// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.util.Random;

/** The seed of all inputs: {@code -Dathanor.test.seed=N} replays a run. */
public final class Seeds {
  private static final long SEED = Long.getLong("athanor.test.seed", 1L);

  private Seeds() {}

  public static long seed() {
    return SEED;
  }

  /** A generator that depends on the seed and the case, not on which cases ran before. */
  static Random of(String caseName) {
    return new Random(SEED * 31 + caseName.hashCode());
  }
}
