// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.testing;

import java.util.Optional;
import org.athanor.topology.HwlocLibrary;
import org.junit.jupiter.api.Assumptions;

/** Skips tests on machines without what they need, and says what to install. */
public final class Needs {
  private Needs() {}

  public static void library() {
    need(HwlocLibrary.unavailableReason());
  }

  /** The library, and hwloc's tools of the same machine. */
  public static void tools() {
    library();
    need(HwlocTools.unavailableReason());
  }

  private static void need(Optional<String> unavailable) {
    if (unavailable.isPresent()) {
      System.out.println("SKIPPED: " + unavailable.get());
      Assumptions.abort(unavailable.get());
    }
  }
}
