// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.util.List;

/** Decisions as short texts: {@code j: LOCAL on a}, {@code j: wait 30 s}. */
final class Decisions {
  private Decisions() {}

  static List<String> of(Policy policy, View view) {
    return policy.decide(view, Views.NOW, 1).stream().map(Decisions::text).toList();
  }

  private static String text(Decision decision) {
    String what =
        switch (kind(decision)) {
          case "Start" -> {
            Decision.Start start = (Decision.Start) decision;
            yield start.access() + " on " + start.cluster();
          }
          case "Stage" -> "copy to " + ((Decision.Stage) decision).cluster();
          case "Wait" ->
              "wait "
                  + Duration.between(Views.NOW, ((Decision.Wait) decision).until()).toSeconds()
                  + " s";
          default -> "defer";
        };
    return decision.job() + ": " + what;
  }

  private static String kind(Decision decision) {
    return decision.getClass().getSimpleName();
  }
}
