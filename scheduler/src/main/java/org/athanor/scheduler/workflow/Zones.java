// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.DateTimeException;
import java.time.ZoneId;
import org.athanor.yaml.text.Nearest;

/** Time zones as users write them. */
final class Zones {
  private Zones() {}

  /**
   * Parses a name such as {@code Europe/Madrid}.
   *
   * @throws IllegalArgumentException with a message for the user if there is no such zone
   */
  static ZoneId parse(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException unknown) {
      throw new IllegalArgumentException(
          "unknown zone "
              + name
              + "; must be one such as UTC or Europe/Madrid"
              + Nearest.hint(name, ZoneId.getAvailableZoneIds()),
          unknown);
    }
  }
}
