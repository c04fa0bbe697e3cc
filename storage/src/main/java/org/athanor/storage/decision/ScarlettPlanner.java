// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.storage.check.Checks;
import org.athanor.storage.popularity.ConcurrentAccesses;
import org.athanor.storage.view.FileFacts;

/**
 * Scarlett's replication under a budget, a comparator (K. Ravindranathan, 2015, section 5.3.8.1):
 * each file wants max(cf + δ, 3) replicas on its tier. The budget limits the bytes of those above
 * three. It is given out in rounds, one replica for each file that still wants one, those that want
 * most first, so that one file cannot take all.
 */
public final class ScarlettPlanner {
  private final int cushion;
  private final long budgetBytes;

  /**
   * Plans with a budget.
   *
   * @param cushion δ, from 0
   * @param budgetBytes for the replicas above three of each file, from 0
   */
  public ScarlettPlanner(int cushion, long budgetBytes) {
    Checks.atLeast(0, "cushion", cushion);
    Checks.atLeast(0, "budgetBytes", budgetBytes);
    this.cushion = cushion;
    this.budgetBytes = budgetBytes;
  }

  /**
   * Decides about files.
   *
   * @param candidates their popularity is cf, the number of concurrent accesses
   */
  public Plan decide(List<Candidate> candidates) {
    int usual = ConcurrentAccesses.replicas(0, 0);
    Map<Candidate, Integer> given = new HashMap<>();
    List<Candidate> asking = new ArrayList<>();
    for (Candidate candidate : candidates) {
      given.put(candidate, usual);
      if (wanted(candidate) > usual) {
        asking.add(candidate);
      }
    }
    asking.sort(
        Comparator.comparingInt(this::wanted)
            .reversed()
            .thenComparing(candidate -> candidate.file().path()));
    Budget budget = new Budget(budgetBytes);
    List<Candidate> refused = new ArrayList<>();
    while (!asking.isEmpty()) {
      List<Candidate> next = new ArrayList<>();
      for (Candidate candidate : asking) {
        if (!budget.take(candidate.file().bytes())) {
          refused.add(candidate);
        } else if (given.merge(candidate, 1, Integer::sum) < wanted(candidate)) {
          next.add(candidate);
        }
      }
      asking = next;
    }
    List<String> degraded = new ArrayList<>();
    for (Candidate candidate : refused) {
      degraded.add(
          candidate.file().path()
              + " has "
              + given.get(candidate)
              + " replicas, not "
              + wanted(candidate)
              + ": the budget is used up");
    }
    List<FileDecision> decisions = new ArrayList<>(candidates.size());
    for (Candidate candidate : candidates) {
      decisions.add(decision(candidate, given.get(candidate)));
    }
    return new Plan(decisions, budget.used(), degraded);
  }

  private int wanted(Candidate candidate) {
    return ConcurrentAccesses.replicas(Math.max(0, candidate.popularity()), cushion);
  }

  private FileDecision decision(Candidate candidate, int replicas) {
    FileFacts file = candidate.file();
    String reason = Math.round(candidate.popularity()) + " concurrent accesses of " + file.path();
    return new FileDecision(candidate, candidate.tier(), replicas, reason);
  }
}
