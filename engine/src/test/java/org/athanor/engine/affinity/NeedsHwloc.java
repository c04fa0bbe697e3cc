// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import java.util.Optional;
import org.athanor.topology.HwlocLibrary;
import org.junit.jupiter.api.Assumptions;

/** Skips tests on machines without libhwloc, and names the package to install. */
final class NeedsHwloc {
  private NeedsHwloc() {}

  static void check() {
    Optional<String> unavailable = HwlocLibrary.unavailableReason();
    if (unavailable.isPresent()) {
      System.out.println("SKIPPED: " + unavailable.get());
      Assumptions.abort(unavailable.get());
    }
  }
}
