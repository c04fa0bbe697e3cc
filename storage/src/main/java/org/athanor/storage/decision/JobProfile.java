// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What is known about an application from its runs (K. Ravindranathan, 2015, section 6.1.5).
 *
 * @param seconds how long it takes in each configuration in which it ran, above 0
 * @param intermediate how much intermediate data it writes
 */
public record JobProfile(Map<StorageConfiguration, Double> seconds, IntermediateData intermediate) {
  public JobProfile {
    EnumMap<StorageConfiguration, Double> copy = new EnumMap<>(StorageConfiguration.class);
    copy.putAll(seconds);
    copy.forEach(
        (configuration, value) -> {
          if (!(value > 0) || value.isInfinite()) {
            throw new IllegalArgumentException(
                "seconds in " + configuration + "=" + value + ": must be above 0 and finite");
          }
        });
    seconds = Collections.unmodifiableMap(copy);
  }
}
