// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import org.apache.hadoop.conf.Configuration;

/** Checks the keys of a job that mean the same wherever it runs. Stateless. */
public final class JobKeys {
  private JobKeys() {}

  /**
   * Checks a job's configuration before it is accepted.
   *
   * @throws IllegalArgumentException if a key of the engine is unknown or has a value that is not
   *     allowed; the message names the first one
   */
  public static void check(Configuration conf) {
    UnknownKeys.check(conf);
    IntermediateTier unusedTier = IntermediateTier.of(conf);
    SkewSettings unusedSkew = SkewSettings.of(conf);
    CacheSettings unusedCache = CacheSettings.of(conf);
  }
}
