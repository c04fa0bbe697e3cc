// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;

/** What is known about the electricity of clusters, which may change with time. */
@FunctionalInterface
public interface ElectricitySource {
  /** What is known at a moment, not before the last one. Called once for each decision. */
  Electricity at(Instant now);
}
