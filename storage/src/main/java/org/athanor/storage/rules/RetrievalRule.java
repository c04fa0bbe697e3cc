// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.List;
import org.athanor.storage.retrieval.HybridRetrieval;
import org.athanor.storage.retrieval.NetworkRetrieval;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.retrieval.RandomRetrieval;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.retrieval.TierRetrieval;
import org.athanor.storage.tier.Tiers;

/** How readers choose replicas. */
public sealed interface RetrievalRule {
  /** The names of all policies. */
  List<String> IDS = List.of("network", "tier", "hybrid", "random");

  /** The name in the text of rules, one of {@link #IDS}. */
  String id();

  /** The policy for a cluster. */
  RetrievalPolicy policy(Tiers tiers);

  /**
   * Near replicas first.
   *
   * @param step as of {@link NetworkRetrieval}
   */
  record Network(double step) implements RetrievalRule {
    public Network {
      NetworkRetrieval.checkStep(step);
    }

    @Override
    public String id() {
      return "network";
    }

    @Override
    public RetrievalPolicy policy(Tiers tiers) {
      return new NetworkRetrieval(step);
    }
  }

  /** Fast devices first. */
  record Tier() implements RetrievalRule {
    @Override
    public String id() {
      return "tier";
    }

    @Override
    public RetrievalPolicy policy(Tiers tiers) {
      return new TierRetrieval(tiers);
    }
  }

  /** Short times of devices and paths together first. */
  record Hybrid(PathSpeeds paths) implements RetrievalRule {
    @Override
    public String id() {
      return "hybrid";
    }

    @Override
    public RetrievalPolicy policy(Tiers tiers) {
      return new HybridRetrieval(tiers, paths);
    }
  }

  /** Any order. */
  record Random() implements RetrievalRule {
    @Override
    public String id() {
      return "random";
    }

    @Override
    public RetrievalPolicy policy(Tiers tiers) {
      return new RandomRetrieval();
    }
  }
}
