// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * How long a client waits for a master that does not answer. If the master's node is lost, the
 * ResourceManager goes on to say that the master runs until its own limit has passed, which it
 * looks at three times in that time; then the next master needs a container.
 *
 * @param next for the next master of a session whose job's end is not known
 */
record MasterPatience(Duration next) {
  /** For more about a job whose end is known. */
  static final Duration AFTER_END = Duration.ofSeconds(60);

  private static final Duration CONTAINER = Duration.ofMinutes(3);

  /** Derives the patience from the limits of the ResourceManager, as the client knows them. */
  static MasterPatience of(Configuration conf) {
    long expiry =
        Math.max(
            conf.getLong(
                YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS,
                YarnConfiguration.DEFAULT_RM_NM_EXPIRY_INTERVAL_MS),
            conf.getLong(
                YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS,
                YarnConfiguration.DEFAULT_RM_AM_EXPIRY_INTERVAL_MS));
    return new MasterPatience(Duration.ofMillis(expiry + expiry / 3).plus(CONTAINER));
  }

  /**
   * Returns whether the client has waited for long enough.
   *
   * @param endIsKnown that of the job
   */
  boolean isOver(Duration waited, boolean endIsKnown) {
    return waited.compareTo(endIsKnown ? AFTER_END : next) > 0;
  }
}
