// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a {@link Gate} demands; whatever is empty is not demanded.
 *
 * @param slower the share by which the time may grow: 0.05 for 5 %; not negative
 * @param moreEnergy the share by which the energy may grow; not negative
 * @param failedTrials how many trials of a framework with a workload may fail; not negative
 */
public record Limits(OptionalDouble slower, OptionalDouble moreEnergy, OptionalInt failedTrials) {

  public Limits {
    if (slower.orElse(0) < 0 || moreEnergy.orElse(0) < 0 || failedTrials.orElse(0) < 0) {
      throw new IllegalArgumentException("negative limit: " + slower + moreEnergy + failedTrials);
    }
  }

  /** Whether there is a limit. */
  public boolean any() {
    return slower.isPresent() || moreEnergy.isPresent() || failedTrials.isPresent();
  }
}
