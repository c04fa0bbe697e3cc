// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a nested workflow with rules is.
 *
 * @param retries used since the submission, a user's retry, or a retry of what nests it
 * @param began when its first job could start, in this attempt; empty before
 * @param ending why all of its jobs end; empty if they need not
 */
public record NestedState(int retries, Optional<Instant> began, Optional<String> ending) {
  /** Before it begins. */
  public static final NestedState NONE = new NestedState(0, Optional.empty(), Optional.empty());

  NestedState beginning(Instant now) {
    return new NestedState(retries, Optional.of(began.orElse(now)), ending);
  }

  NestedState endingFor(String reason) {
    return new NestedState(retries, began, Optional.of(reason));
  }

  NestedState again() {
    return new NestedState(retries + 1, Optional.empty(), Optional.empty());
  }
}
