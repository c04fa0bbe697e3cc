// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.testing;

import java.util.Optional;
import org.athanor.topology.HwlocLibrary;
import org.junit.jupiter.api.Assumptions;

/** Skips tests where libhwloc or its tools are missing, and prints what to install. */
public final class Needs {
  private Needs() {}

  public static void library() {
    need(HwlocLibrary.unavailableReason());
  }

  /** Requires the library and hwloc's tools. */
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
