// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.List;
import java.util.Optional;
import org.athanor.results.Study;

/**
 * The times of two groups that are compared.
 *
 * @param rounds quotients of both times of each round; empty if the times were not measured in
 *     rounds
 */
record Times(Sample baseline, Sample other, List<Double> rounds) {

  Times {
    rounds = List.copyOf(rounds);
  }

  /** The times of groups without common rounds, such as those of two experiments. */
  static Optional<Times> unrelated(Group baseline, Group other) {
    return of(baseline, other, List.of());
  }

  /** The times of two groups of a study. */
  static Optional<Times> of(Study study, Group baseline, Group other) {
    boolean together =
        study.source(baseline.framework()) == study.source(other.framework())
            && baseline.nodes() == other.nodes();
    return of(baseline, other, together ? Rounds.quotients(baseline, other) : List.of());
  }

  private static Optional<Times> of(Group baseline, Group other, List<Double> rounds) {
    return baseline
        .sample(Quantity.TIME)
        .flatMap(slow -> other.sample(Quantity.TIME).map(fast -> new Times(slow, fast, rounds)));
  }
}
