// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.storage.decision.AptPlanner;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.FileDecision;
import org.athanor.storage.decision.PersistentRegion;
import org.athanor.storage.decision.RegionPlan;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;

/**
 * What the daemon {@code athanor storage serve} decides at the end of a period: one decision after
 * the other, as module {@code tiering} makes them of the same planners. One use, by one thread.
 */
final class ServeDecisions {
  private final Planning.Serve rules;
  private final Map<String, Draft> drafts = new HashMap<>();

  /** What is decided so far about a file. */
  private static final class Draft {
    private final ManagedFile file;
    private Tier tier;
    private int replicas;

    Draft(ManagedFile file) {
      this.file = file;
      tier = file.candidate().tier();
      replicas = file.candidate().file().replication();
    }

    Candidate as(Tier seen, double popularity) {
      return new Candidate(file.candidate().file(), seen, popularity, Set.of());
    }
  }

  private ServeDecisions(Planning.Serve rules, List<ManagedFile> files) {
    this.rules = rules;
    for (ManagedFile file : files) {
      if (file.candidate().file().bytes() > 0) {
        drafts.put(file.candidate().file().path(), new Draft(file));
      }
    }
  }

  /**
   * Decides about files; those that stay as they are, are left out.
   *
   * @param files all of them, each on the tier that was decided for it
   * @param latestSeconds when any file was opened last, from the beginning
   */
  static List<Decisions.Decision> decide(
      Planning.Serve rules, List<ManagedFile> files, double latestSeconds) {
    ServeDecisions decisions = new ServeDecisions(rules, files);
    rules
        .archive()
        .filter(archive -> latestSeconds >= archive.afterSeconds())
        .ifPresent(archive -> decisions.archive(archive, latestSeconds));
    rules.extraBytes().ifPresent(decisions::replicate);
    rules.ssd().ifPresent(decisions::cache);
    return files.stream()
        .map(file -> decisions.drafts.get(file.candidate().file().path()))
        .filter(draft -> draft != null && decisions.changes(draft))
        .map(decisions::decision)
        .toList();
  }

  private boolean isArchived(Tier tier) {
    return rules.archive().filter(archive -> archive.tier().equals(tier)).isPresent();
  }

  private void archive(Planning.Archive archive, double latestSeconds) {
    double before = latestSeconds - archive.afterSeconds();
    for (Draft draft : drafts.values()) {
      boolean idle = draft.file.lastUseSeconds() < before;
      if (idle && !isArchived(draft.tier)) {
        draft.tier = archive.tier();
        draft.replicas = Math.min(draft.replicas, rules.replication().least(archive.tier()));
      } else if (!idle && isArchived(draft.tier)) {
        draft.tier = rules.home();
        draft.replicas = Math.max(draft.replicas, rules.replication().usual());
      }
    }
  }

  private void replicate(long extraBytes) {
    Replication replication = rules.replication();
    List<Candidate> candidates = new ArrayList<>();
    long budget = extraBytes;
    for (Draft draft : drafts.values()) {
      int now = draft.file.candidate().file().replication();
      if (!isArchived(draft.tier)
          && !isArchived(draft.file.candidate().tier())
          && now >= replication.usual()
          && now <= replication.maximum()) {
        candidates.add(draft.as(rules.home(), draft.file.replicaPopularity()));
        budget += draft.file.candidate().file().bytes() * replication.usual();
      }
    }
    candidates.sort(Comparator.comparing(candidate -> candidate.file().path()));
    AptRules apt =
        new AptRules(rules.home(), unused(), replication, AptRules.Bounds.NEVER, budget, false);
    for (FileDecision decision : new AptPlanner(apt).decide(candidates).decisions()) {
      if (decision.changes()) {
        drafts.get(decision.candidate().file().path()).replicas = decision.replicas();
      }
    }
  }

  /** A second tier, which the planner of replicas asks for and gives nothing. */
  private static Tier unused() {
    return new Tier("unused", EnumSet.of(DeviceType.ARCHIVE), "", 1, 1, 1, false);
  }

  private void cache(Planning.Ssd ssd) {
    List<Candidate> candidates = new ArrayList<>();
    for (Draft draft : drafts.values()) {
      boolean isThere = draft.tier.equals(ssd.tier());
      if (!isArchived(draft.tier) && (isThere || draft.file.isOpened())) {
        Tier seen = isThere ? ssd.tier() : rules.home();
        candidates.add(draft.as(seen, draft.file.candidate().popularity()));
      }
    }
    RegionPlan plan =
        new PersistentRegion(ssd.tier(), ssd.capacityBytes(), 1, Bonus.DEFAULT).decide(candidates);
    plan.load().forEach(file -> drafts.get(file.file().path()).tier = ssd.tier());
    plan.evict().forEach(file -> drafts.get(file.file().path()).tier = rules.home());
  }

  private boolean changes(Draft draft) {
    Candidate before = draft.file.candidate();
    return !draft.tier.equals(before.tier()) || draft.replicas != before.file().replication();
  }

  /** A file with a copy on SSD has one replica there, and the others where it had all. */
  private Decisions.Decision decision(Draft draft) {
    Map<Tier, Integer> replicas = new HashMap<>();
    if (rules.ssd().filter(ssd -> ssd.tier().equals(draft.tier)).isPresent()) {
      replicas.put(draft.tier, 1);
      if (draft.replicas > 1) {
        replicas.put(rules.home(), draft.replicas - 1);
      }
    } else {
      replicas.put(draft.tier, draft.replicas);
    }
    return new Decisions.Decision(
        draft.file.candidate(), draft.tier, draft.replicas, Map.copyOf(replicas));
  }
}
