// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.List;
import java.util.Locale;
import org.athanor.storage.tier.Tier;

/** A file while {@link AptPlanner} decides about it. */
final class AptFile {
  private final Candidate candidate;
  private final AptRules rules;
  private final boolean wasPrimary;
  private final boolean wantsPrimary;
  private final int wanted;
  private final String wish;

  private boolean isPrimary;
  private int replicas;
  private boolean surplusKept;

  AptFile(Candidate candidate, AptRules rules, double average) {
    this.candidate = candidate;
    this.rules = rules;
    Tier tier = candidate.tier();
    this.wasPrimary = tier.equals(rules.primary());
    if (!wasPrimary && !tier.equals(rules.secondary())) {
      throw new IllegalArgumentException(
          candidate.file().path()
              + " is on tier "
              + tier.name()
              + ": must be on "
              + rules.primary().name()
              + " or "
              + rules.secondary().name());
    }
    double share = average > 0 ? candidate.popularity() / average : 1;
    double bound = wasPrimary ? rules.bounds().demoteBelow() : rules.bounds().promoteFrom();
    boolean asked = is(Mark.PINNED) || is(Mark.SCHEDULED);
    this.wantsPrimary = asked || share >= bound;
    this.wanted = wantsPrimary ? wanted(share) : 0;
    this.wish = wish(share);
  }

  /** Stays as it is if it would be right for a popularity that differs by less than the bonus. */
  private int wanted(double share) {
    Replication replication = rules.replication();
    double factor = rules.bounds().bonus().factor();
    boolean fits =
        wasPrimary
            && replication.forShare(share / factor) <= current()
            && current() <= replication.forShare(share * factor);
    return fits ? current() : replication.forShare(share);
  }

  private String wish(double share) {
    if (is(Mark.PINNED)) {
      return "pinned";
    }
    if (is(Mark.SCHEDULED)) {
      return "a scheduled job reads it";
    }
    String kind = wanted > rules.replication().usual() ? "popular" : "average";
    return String.format(
        Locale.ROOT,
        "%s: %.2f of the average popularity",
        wantsPrimary ? kind : "unpopular",
        share);
  }

  boolean is(Mark mark) {
    return candidate.is(mark);
  }

  boolean wasPrimary() {
    return wasPrimary;
  }

  double popularity() {
    return candidate.popularity();
  }

  /** The popularity that counts for what it has on the primary tier. */
  double popularityThere() {
    return wasPrimary ? rules.bounds().bonus().of(popularity()) : popularity();
  }

  String path() {
    return candidate.file().path();
  }

  private int current() {
    return candidate.file().replication();
  }

  private long cost(int count) {
    return Math.multiplyExact(candidate.file().bytes(), count);
  }

  /** Takes what rules 1 to 3 leave on the primary tier whatever the budget is. */
  void hold(Budget budget) {
    if (!wasPrimary || !(is(Mark.LOWERED) || is(Mark.PINNED))) {
      return;
    }
    int held = is(Mark.LOWERED) ? current() : Math.min(current(), rules.replication().usual());
    isPrimary = true;
    replicas = Math.max(held, rules.replication().least(rules.primary()));
    budget.charge(cost(replicas));
  }

  /** Takes a place on the primary tier with the usual number of replicas, if it wants one. */
  void takeUsual(Budget budget) {
    if (isPrimary) {
      raise(Math.min(wanted, rules.replication().usual()), budget);
      return;
    }
    if (!wantsPrimary || mayNotRise()) {
      return;
    }
    int usual = Math.min(rules.replication().usual(), most());
    int least = Math.max(usual, rules.replication().least(rules.primary()));
    if (budget.take(cost(least))) {
      isPrimary = true;
      replicas = least;
    }
  }

  /** Takes those of the wanted replicas that it has. */
  void keepWanted(Budget budget) {
    if (isPrimary && wasPrimary) {
      raise(Math.min(wanted, current()), budget);
    }
  }

  /** Takes more replicas if it is popular. */
  void takeWanted(Budget budget) {
    if (isPrimary) {
      raise(wanted, budget);
    }
  }

  /** Keeps replicas that it has and no longer wants. */
  void keepSurplus(Budget budget) {
    if (isPrimary && wasPrimary && current() > replicas) {
      int before = replicas;
      raise(current(), budget);
      surplusKept = replicas > before && replicas > wanted;
    }
  }

  /** Whether rule 2 keeps it on the secondary tier. */
  private boolean mayNotRise() {
    return !wasPrimary && is(Mark.RAISED);
  }

  /** The most replicas that rule 2 allows on the primary tier. */
  private int most() {
    return wasPrimary && is(Mark.RAISED) ? current() : Integer.MAX_VALUE;
  }

  private void raise(int target, Budget budget) {
    int more = Math.min(target, most()) - replicas;
    if (more > 0) {
      int granted = budget.fitting(candidate.file().bytes(), more);
      budget.charge(cost(granted));
      replicas += granted;
    }
  }

  void addUngranted(List<String> degraded) {
    String primary = rules.primary().name();
    if (wantsPrimary && !isPrimary) {
      degraded.add(
          path()
              + " ("
              + wish
              + ") is not on tier "
              + primary
              + ": "
              + (mayNotRise() ? "it was raised in this period" : "the budget is used up"));
    } else if (isPrimary && replicas < wanted) {
      degraded.add(
          path()
              + " ("
              + wish
              + ") has "
              + replicas
              + " replicas on tier "
              + primary
              + ", not "
              + wanted
              + ": "
              + (replicas == most() ? "it was raised in this period" : "the budget is used up"));
    }
  }

  FileDecision decision() {
    if (isPrimary) {
      return new FileDecision(candidate, rules.primary(), replicas, primaryReason());
    }
    int least = rules.replication().least(rules.secondary());
    boolean keeps = !wasPrimary && is(Mark.LOWERED) && current() > least;
    String reason =
        wantsPrimary
            ? wish + ", but there is no place for it on tier " + rules.primary().name()
            : wish;
    return new FileDecision(candidate, rules.secondary(), keeps ? current() : least, reason);
  }

  private String primaryReason() {
    if (!wantsPrimary) {
      return wish + ", but it was lowered in this period";
    }
    return surplusKept ? wish + "; keeps replicas until their space is needed" : wish;
  }
}
