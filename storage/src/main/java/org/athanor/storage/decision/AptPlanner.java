// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * AptStore's decision engine (K. Ravindranathan, 2015, section 5.2.4): popular files get more
 * replicas on the primary tier, average files the usual number there, unpopular files go to the
 * secondary tier with the fewest replicas that are safe there. The text moves them there with one
 * replica; that is done only if the tier is durable.
 *
 * <p>Precedence, from the first rule on:
 *
 * <ol>
 *   <li>No file has fewer replicas than {@link Replication#least} allows on its tier.
 *   <li>A file moves at most once per period and direction: one marked RAISED gets no more replicas
 *       and no faster tier, one marked LOWERED no fewer and no slower one.
 *   <li>A pinned file is not moved from the primary tier, and keeps the usual number of replicas.
 *   <li>The budget: the primary tier takes pinned files first, then those of scheduled jobs, then
 *       the most popular. All get the usual number before any gets more. Replicas that are there
 *       have a {@link Bonus} before those that would come, and their number stays if it is right
 *       for a popularity that differs by less than the bonus. What does not fit goes to, or stays
 *       on, the secondary tier. If the files that rules 1 to 3 hold there need more than the
 *       budget, nothing else is on the primary tier, and {@link Plan#degraded()} says so.
 *   <li>With lazy deletion, replicas that are no longer wanted stay while there is budget.
 * </ol>
 *
 * <p>The secondary tier has no budget here: who moves a file must check that there is space.
 */
public final class AptPlanner {
  private final AptRules rules;

  /** Plans by rules. */
  public AptPlanner(AptRules rules) {
    this.rules = rules;
  }

  /**
   * Decides about all files of the cluster, because AVG is the average of the candidates.
   *
   * @throws IllegalArgumentException if a file is on neither of the two tiers
   */
  public Plan decide(List<Candidate> candidates) {
    double average = candidates.stream().mapToDouble(Candidate::popularity).average().orElse(0);
    List<AptFile> files = new ArrayList<>(candidates.size());
    for (Candidate candidate : candidates) {
      files.add(new AptFile(candidate, rules, average));
    }
    Budget budget = new Budget(rules.budgetBytes());
    List<String> degraded = new ArrayList<>();
    hold(files, budget, degraded);

    List<AptFile> inOrder =
        files.stream()
            .map(file -> new Claim(file, file.wasPrimary()))
            .sorted(Claim.ORDER)
            .map(Claim::file)
            .toList();
    for (AptFile file : inOrder) {
      file.takeUsual(budget);
    }
    files.stream()
        .flatMap(file -> Stream.of(new Claim(file, true), new Claim(file, false)))
        .sorted(Claim.ORDER)
        .forEach(claim -> claim.takeReplicas(budget));
    if (rules.lazyDeletion()) {
      for (AptFile file : inOrder) {
        file.keepSurplus(budget);
      }
    }
    for (AptFile file : inOrder) {
      file.addUngranted(degraded);
    }
    return new Plan(files.stream().map(AptFile::decision).toList(), budget.used(), degraded);
  }

  /**
   * What a file asks for: to keep what it has on the primary tier, or to get more there. The first
   * goes before the second, also of the same file.
   */
  private record Claim(AptFile file, boolean isThere) {
    static final Comparator<Claim> ORDER =
        Comparator.comparing((Claim claim) -> !claim.file.is(Mark.PINNED))
            .thenComparing(claim -> !claim.file.is(Mark.SCHEDULED))
            .thenComparing(Comparator.comparingDouble(Claim::popularity).reversed())
            .thenComparing(claim -> !claim.isThere)
            .thenComparing(claim -> claim.file.path());

    private double popularity() {
      return isThere ? file.popularityThere() : file.popularity();
    }

    void takeReplicas(Budget budget) {
      if (isThere) {
        file.keepWanted(budget);
      } else {
        file.takeWanted(budget);
      }
    }
  }

  private void hold(List<AptFile> files, Budget budget, List<String> degraded) {
    for (AptFile file : files) {
      file.hold(budget);
    }
    if (budget.used() > rules.budgetBytes()) {
      degraded.add(
          "files that may not leave tier "
              + rules.primary().name()
              + " need "
              + budget.used()
              + " bytes: the budget is "
              + rules.budgetBytes());
    }
  }
}
