// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.Set;

/** What carbon allows a job. */
sealed interface Allowed {

  /** Whatever the other policy wants: the slack is used up, or nothing is known. */
  record All() implements Allowed {}

  /**
   * A start on some clusters.
   *
   * @param until when more clusters are allowed, or others; {@link Instant#MAX} if not known
   */
  record Now(Set<String> clusters, Instant until, String reason) implements Allowed {}

  /** A later start. */
  record Later(Instant time, String reason) implements Allowed {}
}
