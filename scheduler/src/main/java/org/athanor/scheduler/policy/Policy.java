// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.List;

/** Decides which jobs start, and where. */
public interface Policy {

  /**
   * Decides what to do with each job that is ready, once for each. Jobs that are started fit
   * together into what is free.
   *
   * @param seed of all chance: the same arguments give the same decisions
   */
  List<Decision> decide(View view, Instant now, long seed);
}
