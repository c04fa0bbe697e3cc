// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.time.Duration;
import org.athanor.engine.netty.TransportSettings;

/**
 * Limits of a Worker's process.
 *
 * @param transport those of its connections; frames may be larger than in other processes
 * @param commitLease an attempt commits only if that begins within this time of its question
 *     whether it may
 * @param grace from telling code to stop until its thread is abandoned
 */
public record WorkerLimits(TransportSettings transport, Duration commitLease, Duration grace) {
  private static final Duration COMMIT_LEASE = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(5);

  /**
   * Returns the usual limits.
   *
   * @param silence of a peer until it is lost
   */
  public static WorkerLimits of(Duration silence) {
    return new WorkerLimits(TransportSettings.forMapOutput(silence), COMMIT_LEASE, GRACE);
  }
}
