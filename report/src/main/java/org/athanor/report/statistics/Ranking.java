// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.athanor.results.Study;

/**
 * The frameworks ordered by their time for a workload, with the caveats about the order.
 *
 * @param ranked by median time, fastest first; only groups with a verified trial
 * @param lead speed-up of the first over the second; empty if there is no second
 * @param caveats sentences without a full stop
 */
public record Ranking(
    String workload, int nodes, List<Group> ranked, Optional<SpeedUp> lead, List<String> caveats) {

  /** With fewer trials a result needs a warning. */
  public static final int FEW = 5;

  public Ranking {
    ranked = List.copyOf(ranked);
    caveats = List.copyOf(caveats);
  }

  /**
   * The groups of one workload that are compared.
   *
   * @param all in the order of the experiment
   * @param ranked those with a verified trial, fastest first
   */
  record Rivals(String workload, int nodes, List<Group> all, List<Group> ranked) {
    static Rivals of(String workload, int nodes, List<Group> all) {
      List<Group> ranked =
          all.stream()
              .filter(group -> !group.counted().isEmpty())
              .sorted(Comparator.comparingDouble(Ranking::medianTime))
              .toList();
      return new Rivals(workload, nodes, all, ranked);
    }

    /** The times of the second (the baseline) and the first; empty if there is no second. */
    Optional<Times> lead(Study study) {
      return ranked.size() < 2 ? Optional.empty() : Times.of(study, ranked.get(1), ranked.get(0));
    }
  }

  /**
   * @param lead corrected for all leads that are shown together
   */
  static Ranking of(Rivals rivals, Optional<SpeedUp> lead) {
    return new Ranking(
        rivals.workload(),
        rivals.nodes(),
        rivals.ranked(),
        lead,
        caveats(rivals.all(), rivals.ranked(), lead));
  }

  /** The fastest group; empty if no framework has a verified trial. */
  public Optional<Group> first() {
    return ranked.stream().findFirst();
  }

  /** Whether the first is significantly faster than the second, or there is no second. */
  public boolean clear() {
    return !ranked.isEmpty()
        && lead.map(speedUp -> speedUp.verdict() == Verdict.FASTER).orElse(true);
  }

  private static List<String> caveats(
      List<Group> rivals, List<Group> ranked, Optional<SpeedUp> lead) {
    List<String> caveats = new ArrayList<>();
    lead.ifPresent(
        speedUp -> {
          String second = ranked.get(1).framework();
          if (speedUp.verdict() == Verdict.NOISE) {
            caveats.add("no difference to " + second + " is shown");
          } else if (speedUp.verdict() == Verdict.TOO_FEW) {
            caveats.add("too few repetitions to distinguish it from " + second);
          } else if (speedUp.verdict() == Verdict.UNCORRECTED) {
            caveats.add("its lead over " + second + " is not significant after correction");
          }
        });
    if (ranked.size() == 1 && rivals.size() > 1) {
      caveats.add("no other framework has a verified trial");
    }
    for (Group group : rivals) {
      int measured = group.counted().size() + group.failures();
      if (group.counted().isEmpty() && measured > 0) {
        caveats.add(group.framework() + ": all " + measured + " trials failed");
      } else if (group.failures() > 0) {
        caveats.add(
            group.framework() + ": " + group.failures() + " of " + measured + " trials failed");
      }
      if (group.disturbed() > 0) {
        caveats.add(
            group.framework()
                + ": "
                + group.disturbed()
                + (group.disturbed() == 1 ? " trial was" : " trials were")
                + " disturbed");
      }
    }
    int fewest =
        ranked.stream().mapToInt(group -> group.counted().size()).min().orElse(Integer.MAX_VALUE);
    if (fewest < FEW) {
      caveats.add(
          "a framework has only " + fewest + (fewest == 1 ? " repetition" : " repetitions"));
    }
    return caveats;
  }

  private static double medianTime(Group group) {
    return times(group).median();
  }

  private static Sample times(Group group) {
    return group.sample(Quantity.TIME).orElseThrow();
  }
}
