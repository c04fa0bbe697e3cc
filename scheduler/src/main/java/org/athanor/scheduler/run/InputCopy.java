// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Instant;

/**
 * A copy of a job's input to the region of a cluster: ahead of an attempt there, or as its first
 * step.
 *
 * @param cluster in whose region it shall be
 * @param since when it was asked for
 * @param reason why it failed; else empty
 */
public record InputCopy(String cluster, State state, Instant since, String reason) {
  /** How far it is. */
  public enum State {
    /** It is being made, or to be made again after a restart. */
    UNDER_WAY,
    /** The region holds the whole input. */
    DONE,
    /** The input stays where it is, and is read from there. */
    FAILED
  }

  /** A copy that begins. */
  static InputCopy begun(String cluster, Instant now) {
    return new InputCopy(cluster, State.UNDER_WAY, now, "");
  }

  InputCopy ended(String failure) {
    return new InputCopy(cluster, failure.isEmpty() ? State.DONE : State.FAILED, since, failure);
  }
}
