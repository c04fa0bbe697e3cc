// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;

/**
 * Finds volumes for the replicas of a block, as the plug-ins of a NameNode do with HDFS's means.
 * HDFS's conditions always hold: a host gets one replica, even if it has several DataNodes; the
 * volume has room; a rack gets at most so many replicas as {@link RackLimit} says; and the node has
 * at most twice the mean load of all, unless the replica is for the writer's own node, or {@link
 * #chooseAlsoBusy busy nodes count as others}. A replica is placed whenever there is such a volume;
 * what its rule wishes is given up step by step:
 *
 * <ol>
 *   <li>For the first place of the rule: the tiers without a replica of the block ({@link
 *       TierUse#UNUSED_FIRST}), then all tiers of the rule, then any device.
 *   <li>If the place only makes access faster (the writer's node or rack, the rack of another
 *       replica), the next places are tried before other tiers: the tiers of a file matter more,
 *       because a tier shall have all its blocks.
 *   <li>If the place protects the data (another rack, a region), the next places are tried after
 *       all tiers and devices.
 * </ol>
 *
 * <p>Each of the volumes that are equally good is as likely as any other. A draw may use the only
 * host of a tier that a later replica needs; so a block is drawn again, up to {@link #DRAWS} times,
 * if a replica is not on the tiers, or not in the rack or region for the safety of data, that its
 * rule wants.
 */
public final class NodeChooser {
  /** How often a block is drawn at most. */
  public static final int DRAWS = 3;

  /** After so many busy nodes, those that are not busy are listed. */
  private static final int BUSY_NODES = 20;

  private static final long MEGABYTE = 1L << 20;

  private final VolumeIndex volumes;
  private final VolumeSearch search;
  private final List<ReplicaRule> rules;
  private final PlacementRequest request;
  private final Fulfilment fulfilment;
  private final boolean alsoBusy;

  private NodeChooser(
      VolumeIndex volumes, List<ReplicaRule> rules, PlacementRequest request, boolean alsoBusy) {
    this.volumes = volumes;
    this.alsoBusy = alsoBusy;
    this.search = new VolumeSearch(volumes, request.blockBytes(), volumes.rackLimit(rules.size()));
    this.rules = rules;
    this.request = request;
    this.fulfilment = Fulfilment.of(rules, request.existing(), volumes.tiers(), volumes.regions());
  }

  /**
   * Chooses volumes for the replicas that a block lacks.
   *
   * @param rules of the block, as many as it shall have replicas
   * @param seed of all chance: equal arguments give equal decisions
   * @return as many volumes as the block lacks replicas, or as there are eligible hosts
   */
  public static PlacementDecision choose(
      ClusterView view, List<ReplicaRule> rules, PlacementRequest request, long seed) {
    return choose(new VolumeIndex(view), rules, request, seed);
  }

  /**
   * Chooses volumes for the replicas that a block lacks. Takes time in proportion to the racks, and
   * only as far as volumes have no room to all volumes.
   *
   * @param volumes of the cluster
   * @param rules of the block, as many as it shall have replicas
   * @param seed of all chance: equal arguments give equal decisions, the same as by a view of these
   *     volumes
   * @return as many volumes as the block lacks replicas, or as there are eligible hosts
   */
  public static PlacementDecision choose(
      VolumeIndex volumes, List<ReplicaRule> rules, PlacementRequest request, long seed) {
    return new NodeChooser(volumes, rules, request, false).choose(seed);
  }

  /**
   * Chooses as {@link #choose(VolumeIndex, List, PlacementRequest, long)} does, whatever the load
   * of nodes. For who cannot ask again when loads have changed.
   *
   * @param volumes of the cluster
   * @param rules of the block, as many as it shall have replicas
   * @param seed of all chance
   */
  public static PlacementDecision chooseAlsoBusy(
      VolumeIndex volumes, List<ReplicaRule> rules, PlacementRequest request, long seed) {
    return new NodeChooser(volumes, rules, request, true).choose(seed);
  }

  private PlacementDecision choose(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    Draw best = draw(random);
    for (int i = 1; i < DRAWS && best.isDegraded(); i++) {
      Draw next = draw(random);
      if (next.isBetterThan(best)) {
        best = next;
      }
    }
    return best.decision();
  }

  private Draw draw(RandomGenerator random) {
    Layout layout = new Layout(rules.size(), volumes.tiers(), volumes.regions(), request.writer());
    for (int i = 0; i < rules.size(); i++) {
      if (fulfilment.byRule().get(i).isPresent()) {
        layout.take(i, fulfilment.byRule().get(i).get());
      }
    }
    fulfilment.others().forEach(layout::addOther);

    List<Volume> chosen = new ArrayList<>();
    List<String> degraded = new ArrayList<>();
    int misplaced = 0;
    int lacking = Math.max(0, rules.size() - request.existing().size());
    for (int rule : fulfilment.missing().subList(0, lacking)) {
      Optional<Choice> choice = choose(rules.get(rule), layout, random);
      if (choice.isEmpty()) {
        degraded.add(tooFewHosts(chosen.size(), lacking));
        break;
      }
      Volume volume = choice.get().volume();
      degraded.addAll(complaints(rule, choice.get()));
      misplaced += choice.get().isMisplaced() ? 1 : 0;
      chosen.add(volume);
      layout.take(rule, new Replica(volume.node(), volume.device()));
    }
    return new Draw(new PlacementDecision(chosen, degraded), lacking, misplaced);
  }

  /** Tries the combinations of places and tiers in the order that the class describes. */
  private Optional<Choice> choose(ReplicaRule rule, Layout layout, RandomGenerator random) {
    List<PlaceFilter> filters = layout.filters(rule);
    List<List<Tier>> steps = layout.tierSteps(rule);
    for (int from = 0; from < filters.size(); ) {
      int to = from + 1;
      while (to < filters.size() && !filters.get(to - 1).protects()) {
        to++;
      }
      for (int step = 0; step < steps.size(); step++) {
        for (int place = from; place < to; place++) {
          Optional<Volume> found =
              draw(layout, filters.get(place), steps.get(step), rule.use(), random);
          if (found.isPresent()) {
            return Optional.of(
                new Choice(
                    found.get(),
                    filters.get(0),
                    place > 0,
                    steps.get(0),
                    step > 0,
                    step > 0 || from > 0));
          }
        }
      }
      from = to;
    }
    return Optional.empty();
  }

  private Optional<Volume> draw(
      Layout layout, PlaceFilter filter, List<Tier> tiers, TierUse use, RandomGenerator random) {
    if (tiers.isEmpty() || use == TierUse.ANY_OF) {
      return draw(layout, filter, tiers, random);
    }
    for (Tier tier : tiers) {
      Optional<Volume> found = draw(layout, filter, List.of(tier), random);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Draws from the volumes of these tiers; from all volumes if there are no tiers. */
  private Optional<Volume> draw(
      Layout layout, PlaceFilter filter, List<Tier> tiers, RandomGenerator random) {
    int found = search.find(filter, tiers, layout);
    if (found == 0) {
      return Optional.empty();
    }
    for (int i = 0; i < BUSY_NODES; i++) {
      Volume volume = volumes.volume(search.found(random.nextInt(found)));
      if (alsoBusy || filter.host().isPresent() || !volumes.isBusy(volume)) {
        return Optional.of(volume);
      }
    }
    List<Volume> left = new ArrayList<>();
    for (int i = 0; i < found; i++) {
      Volume volume = volumes.volume(search.found(i));
      if (!volumes.isBusy(volume)) {
        left.add(volume);
      }
    }
    return left.isEmpty() ? Optional.empty() : Optional.of(left.get(random.nextInt(left.size())));
  }

  private List<String> complaints(int rule, Choice choice) {
    Volume volume = choice.volume();
    List<String> complaints = new ArrayList<>();
    if (choice.isOtherTier()) {
      complaints.add(
          "replica "
              + (rule + 1)
              + ": no other host has a volume of tier "
              + String.join(" or ", choice.wantedTiers().stream().map(Tier::name).toList())
              + " with "
              + text(request.blockBytes())
              + " free where the replica may be: "
              + volumes
                  .tiers()
                  .of(volume.device(), volume.node().label())
                  .map(tier -> "tier " + tier.name())
                  .orElse("a " + volume.device() + " of no tier")
              + " was taken");
    }
    if (choice.isOtherPlace()) {
      complaints.add(
          "replica "
              + (rule + 1)
              + ": no volume "
              + choice.wantedPlace().text()
              + " can take it: node "
              + volume.node().name()
              + " in rack "
              + volume.node().location()
              + " was taken");
    }
    return complaints;
  }

  private String tooFewHosts(int placed, int lacking) {
    return "only "
        + placed
        + " of "
        + lacking
        + " new replicas: no other host without a replica has "
        + text(request.blockBytes())
        + " free, fewer than "
        + search.rackLimit()
        + " replicas in its rack"
        + (alsoBusy ? "" : ", and at most twice the mean load");
  }

  private static String text(long bytes) {
    return bytes % MEGABYTE == 0 ? bytes / MEGABYTE + " MiB" : bytes + " bytes";
  }

  /** A volume, and what the rule wanted. */
  private record Choice(
      Volume volume,
      PlaceFilter wantedPlace,
      boolean isOtherPlace,
      List<Tier> wantedTiers,
      boolean isOtherTier,
      boolean isMisplaced) {}

  /**
   * A decision.
   *
   * @param lacking number of volumes that were wanted
   * @param misplaced of the replicas, those that are on other tiers, or not in the rack or region
   *     for the safety of data, than their rules want
   */
  private record Draw(PlacementDecision decision, int lacking, int misplaced) {
    boolean isDegraded() {
      return misplaced > 0 || decision.volumes().size() < lacking;
    }

    boolean isBetterThan(Draw other) {
      int more = decision.volumes().size() - other.decision.volumes().size();
      return more > 0 || (more == 0 && misplaced < other.misplaced);
    }
  }
}
