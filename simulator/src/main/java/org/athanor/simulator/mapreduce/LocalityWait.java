// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/**
 * How long a job has waited for a slot near its input, since it refused one (delay scheduling, M.
 * Zaharia et al., EuroSys 2010). Times are in nanoseconds.
 */
final class LocalityWait {
  private static final long NOT_YET = -1;

  private final long forRack;
  private final long forAny;
  private long since = NOT_YET;

  /**
   * Creates a wait that has not begun.
   *
   * @param forRack until the job takes a slot in the rack of its input
   * @param forAny until it takes any, in all
   */
  LocalityWait(long forRack, long forAny) {
    this.forRack = forRack;
    this.forAny = forAny;
  }

  /** How far from its input the job takes a slot. */
  Locality takes(long now) {
    long waited = since == NOT_YET ? 0 : now - since;
    if (waited >= forAny) {
      return Locality.ANY;
    }
    return waited >= forRack ? Locality.RACK : Locality.NODE;
  }

  /** The job refuses a slot. */
  void refused(long now) {
    if (since == NOT_YET) {
      since = now;
    }
  }

  /** The job has got a slot on a node with its input, or has got all that it needs. */
  void over() {
    since = NOT_YET;
  }

  boolean hasBegun() {
    return since != NOT_YET;
  }

  /** When {@link #takes} changes next; called while the job waits and does not take any. */
  long next(long now) {
    return since + (takes(now) == Locality.RACK ? forAny : forRack);
  }
}
