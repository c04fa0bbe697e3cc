// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.storage.decision.AptPlanner;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.FileDecision;
import org.athanor.storage.decision.PersistentRegion;
import org.athanor.storage.decision.RegionPlan;
import org.athanor.storage.decision.ScarlettPlanner;
import org.athanor.storage.tier.Tier;

/** Asks a planner of module {@code storage}. */
final class Decisions {
  private static final int ONE_COPY = 1;

  /**
   * What a file should become.
   *
   * @param candidate the file as it was
   * @param tier that counts as the file's from now on
   * @param usual number of its replicas, without a copy in a cache
   * @param replicas on each tier
   */
  record Decision(Candidate candidate, Tier tier, int usual, Map<Tier, Integer> replicas) {}

  private Decisions() {}

  /** Decides about files; those that stay as they are, are left out. */
  static List<Decision> decide(Planning planning, List<Candidate> candidates) {
    if (planning instanceof Planning.AptStore apt) {
      return changes(new AptPlanner(apt.rules()).decide(candidates).decisions());
    } else if (planning instanceof Planning.Scarlett scarlett) {
      ScarlettPlanner planner = new ScarlettPlanner(scarlett.cushion(), scarlett.budgetBytes());
      double most = scarlett.most() - scarlett.cushion();
      List<Candidate> possible =
          candidates.stream().map(one -> one.popularity() <= most ? one : with(one, most)).toList();
      return changes(planner.decide(possible).decisions());
    }
    return region((Planning.Region) planning, candidates);
  }

  private static Candidate with(Candidate candidate, double popularity) {
    return new Candidate(candidate.file(), candidate.tier(), popularity, candidate.marks());
  }

  private static List<Decision> changes(List<FileDecision> all) {
    return all.stream().filter(FileDecision::changes).map(Decisions::decision).toList();
  }

  private static Decision decision(FileDecision one) {
    Map<Tier, Integer> replicas = Map.of(one.tier(), one.replicas());
    return new Decision(one.candidate(), one.tier(), one.replicas(), replicas);
  }

  private static List<Decision> region(Planning.Region region, List<Candidate> candidates) {
    PersistentRegion cached =
        new PersistentRegion(region.cache(), region.capacityBytes(), ONE_COPY, region.bonus());
    RegionPlan plan = cached.decide(candidates);
    List<Decision> decisions = new ArrayList<>();
    for (Candidate candidate : plan.evict()) {
      int usual = candidate.file().replication();
      decisions.add(new Decision(candidate, region.home(), usual, Map.of(region.home(), usual)));
    }
    for (Candidate candidate : plan.load()) {
      int usual = candidate.file().replication();
      Map<Tier, Integer> replicas = Map.of(region.home(), usual, region.cache(), ONE_COPY);
      decisions.add(new Decision(candidate, region.cache(), usual, replicas));
    }
    return decisions;
  }
}
