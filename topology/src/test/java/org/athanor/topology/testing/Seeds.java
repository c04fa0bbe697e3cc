// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.testing;

import java.util.Random;

/** Random generators for tests. The seed is fixed unless a system property sets another one. */
public final class Seeds {
  private static final long SEED = Long.getLong("athanor.test.seed", 1L);

  static {
    System.out.println("random tests use the seed: -Dathanor.test.seed=" + SEED);
  }

  private Seeds() {}

  /** Returns a generator that depends only on the seed and the name. */
  public static Random of(String name) {
    return new Random(SEED * 1_000_003 + name.hashCode());
  }
}
