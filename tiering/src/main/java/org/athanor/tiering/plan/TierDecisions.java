// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.Mark;
import org.athanor.storage.decision.PersistentRegion;
import org.athanor.storage.decision.RegionPlan;
import org.athanor.storage.rules.PlacementKind;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.image.FileRecord;

/**
 * Which files get a copy on a tier of the rules of a NameNode's plug-ins: those that will be read
 * most (DUX's persistent region, K. Ravindranathan, 2015, section 6.1.4), of the files that the
 * rules hold on other tiers. A NameNode places files by directories of its rules, so each such file
 * gets a placement of its own, and loses it when others are more popular. Files in regions, and
 * those that have a placement by somebody else, are left alone.
 */
final class TierDecisions {
  /** So many files at most get a placement of their own: a NameNode reads the rules as a whole. */
  static final int MOST_FILES = 5000;

  /** The placement policies know three tiers of a file. */
  private static final int MOST_TIERS = 3;

  private static final int LEAST_REPLICAS = 2;

  private final Namespace namespace;
  private final PlanSettings settings;
  private final TierBudget budget;

  /** The rules as they would be without plans for this tier. */
  private final StorageRules base;

  private final Map<String, Integer> leftAlone = new TreeMap<>();
  private final Map<String, Draft> drafts = new TreeMap<>();

  /** Placements of plans before that stay, though the files cannot be decided about now. */
  private final Map<String, PlacementRule> kept = new TreeMap<>();

  private long taken;

  /**
   * A file that may get a copy, or has one.
   *
   * @param base the tiers that hold it without a plan
   * @param planned its placement if it has a copy
   * @param isThere whether the rules in force have that placement
   */
  private record Draft(
      int number, FileRecord file, List<Tier> base, PlacementRule planned, boolean isThere) {}

  private TierDecisions(Namespace namespace, PlanSettings settings, TierBudget budget) {
    this.namespace = namespace;
    this.settings = settings;
    this.budget = budget;
    StorageRules now = budget.rules();
    this.base =
        now.with(now.placements().stream().filter(one -> !budget.isPlanned(one.name())).toList());
  }

  /** Decides by what is known of the use of files. */
  static TierPlan plan(
      Namespace namespace, PlanSettings settings, TierBudget budget, FileHistory past) {
    return new TierDecisions(namespace, settings, budget).plan(past);
  }

  /**
   * What plans can decide about.
   *
   * @param files numbers of the files that may get a copy on the tier, or have one by a plan
   * @param bytes of the budget that are left for them
   */
  record Room(BitSet files, long bytes) {}

  static Room room(Namespace namespace, PlanSettings settings, TierBudget budget) {
    TierDecisions decisions = new TierDecisions(namespace, settings, budget);
    decisions.sortOut();
    BitSet movable = new BitSet();
    decisions.drafts.values().forEach(draft -> movable.set(draft.number()));
    return new Room(movable, decisions.free());
  }

  /** What the files leave of the budget that the tier holds whatever is planned. */
  private long free() {
    return Math.max(0, budget.bytes() - taken);
  }

  private void sortOut() {
    for (int number = 0; number < namespace.files().size(); number++) {
      sortOut(number, namespace.files().get(number));
    }
  }

  private TierPlan plan(FileHistory past) {
    sortOut();
    List<Candidate> candidates = new ArrayList<>();
    for (Draft draft : drafts.values()) {
      if (draft.isThere() || isPinned(draft) || past.timesRead(draft.number()) > 0) {
        candidates.add(candidate(draft, past));
      }
    }
    RegionPlan region =
        new PersistentRegion(budget.tier(), free(), 1, Bonus.DEFAULT).decide(candidates);
    List<Candidate> chosen = new ArrayList<>(region.keep());
    int room = Math.max(0, MOST_FILES - kept.size() - chosen.size());
    List<Candidate> load = region.load().subList(0, Math.min(room, region.load().size()));
    chosen.addAll(load);
    List<TierChange> changes = new ArrayList<>();
    load.forEach(one -> changes.add(raised(drafts.get(one.file().path()), past)));
    region.evict().forEach(one -> changes.add(lowered(drafts.get(one.file().path()))));
    changes.sort(Comparator.comparing(TierChange::path));
    return new TierPlan(
        budget,
        free(),
        taken + chosen.stream().mapToLong(one -> one.file().bytes()).sum(),
        changes,
        rules(chosen),
        leftAlone,
        region.degraded().size() + region.load().size() - load.size());
  }

  private void sortOut(int number, FileRecord file) {
    Optional<PlacementRule> placement = base.placementOf(file.path());
    if (placement.isEmpty() || !hasDefaultPolicy(file)) {
      return; // placed by HDFS
    }
    if (placement.get().kind() == PlacementKind.REGION) {
      leftAlone.merge("placed by the rules in regions", 1, Integer::sum);
      return;
    }
    List<Tier> holders = List.copyOf(holders(placement.get(), file));
    if (holders.isEmpty() || file.bytes() == 0) {
      return;
    }
    if (holders.contains(budget.tier())) {
      taken += file.bytes();
      return;
    }
    Optional<String> reason = reasonToLeave(file, placement.get(), holders);
    Optional<PlacementRule> own =
        budget
            .rules()
            .placementOf(file.path())
            .filter(one -> one.path().equals(file.path()) && budget.isPlanned(one.name()));
    if (reason.isEmpty()) {
      PlacementRule planned = own.orElseGet(() -> planned(file, placement.get(), holders));
      drafts.put(file.path(), new Draft(number, file, holders, planned, own.isPresent()));
      return;
    }
    leftAlone.merge(reason.get(), 1, Integer::sum);
    if (own.isPresent()) {
      kept.put(file.path(), own.get());
      taken += file.bytes();
    }
  }

  private PlacementRule planned(FileRecord file, PlacementRule placement, List<Tier> holders) {
    List<Tier> tiers = new ArrayList<>(List.of(budget.tier()));
    tiers.addAll(holders);
    PlacementKind kind =
        placement.kind() == PlacementKind.TIER ? PlacementKind.TIER : PlacementKind.HYBRID;
    return new PlacementRule(budget.nameOf(0), file.path(), kind, names(tiers));
  }

  private boolean hasDefaultPolicy(FileRecord file) {
    int own = file.storagePolicy();
    int id = own > FileRecord.INHERITED ? own : namespace.inheritedPolicy(file.path());
    return id == StoragePolicy.HOT.id();
  }

  private Set<Tier> holders(PlacementRule placement, FileRecord file) {
    return placement.holders(base.tiers(), base.regions(), file.path(), file.replication());
  }

  private Optional<String> reasonToLeave(
      FileRecord file, PlacementRule placement, List<Tier> holders) {
    Optional<String> excluded = Exclusion.of(file).map(Exclusion::text);
    if (excluded.isPresent() || file.replication() < LEAST_REPLICAS) {
      return Optional.of(excluded.orElse(Exclusion.ONE_REPLICA.text()));
    }
    if (placement.path().equals(file.path())) {
      return Optional.of("has a placement of its own in the rules");
    }
    if (!PlacementRule.isPath(file.path())) {
      return Optional.of("has a path that rules cannot have");
    }
    // Which replica goes if there are more tiers than replicas, the NameNode would decide.
    if (holders.size() >= Math.min(MOST_TIERS, file.replication())) {
      return Optional.of("has no replica to spare for another tier");
    }
    return holders.stream().anyMatch(tier -> tier.devices().contains(DeviceType.DISK))
        ? Optional.empty()
        : Optional.of("placed by the rules on no disks, to which it could come back");
  }

  private boolean isPinned(Draft draft) {
    return settings.pins(draft.file().path());
  }

  private Candidate candidate(Draft draft, FileHistory past) {
    FileRecord file = draft.file();
    double popularity = past.predicted(draft.number());
    return new Candidate(
        new FileFacts(
            file.path(),
            file.id(),
            file.bytes(),
            file.blocks(),
            file.blockBytes(),
            file.replication(),
            file.modified()),
        draft.isThere() ? budget.tier() : draft.base().get(0),
        Double.isNaN(popularity) ? 0 : popularity,
        isPinned(draft) ? EnumSet.of(Mark.PINNED) : EnumSet.noneOf(Mark.class));
  }

  private TierChange raised(Draft draft, FileHistory past) {
    String reason =
        isPinned(draft) ? "pinned" : Decisions.timesRead(past.timesRead(draft.number()));
    return change(draft, names(draft.base()), draft.planned().tiers(), reason);
  }

  private TierChange lowered(Draft draft) {
    String reason = "others are more popular, and the budget of tier " + budget.tier().name();
    return change(draft, draft.planned().tiers(), names(draft.base()), reason + " is used up");
  }

  private static TierChange change(Draft draft, List<String> from, List<String> to, String reason) {
    FileRecord file = draft.file();
    return new TierChange(
        file.path(),
        file.id(),
        file.bytes(),
        file.modified(),
        file.replication(),
        from,
        to,
        reason);
  }

  private static List<String> names(List<Tier> tiers) {
    return tiers.stream().map(Tier::name).toList();
  }

  /** The placements of others, and one for each file, numbered in the order of paths. */
  private StorageRules rules(List<Candidate> chosen) {
    Map<String, PlacementRule> planned = new TreeMap<>(kept);
    for (Candidate one : chosen) {
      planned.put(one.file().path(), drafts.get(one.file().path()).planned());
    }
    List<PlacementRule> all = new ArrayList<>(base.placements());
    int number = 0;
    for (PlacementRule one : planned.values()) {
      number++;
      all.add(new PlacementRule(budget.nameOf(number), one.path(), one.kind(), one.tiers()));
    }
    StorageRules now = budget.rules();
    return Set.copyOf(all).equals(Set.copyOf(now.placements())) ? now : now.with(all);
  }
}
