// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;

/** What {@link NodeChooser} does, by looking at each volume for each draw. */
final class PlainNodeChooser {
  private static final int BUSY_NODES = 20;

  /**
   * A decision.
   *
   * @param complaints number of wishes that were not granted
   * @param misplaced replicas on another tier, or where data are less safe
   */
  record Decision(List<Volume> volumes, int complaints, int misplaced) {
    private boolean isBetterThan(Decision other) {
      return volumes.size() != other.volumes.size()
          ? volumes.size() > other.volumes.size()
          : misplaced < other.misplaced;
    }
  }

  private final ClusterView view;
  private final List<ReplicaRule> rules;
  private final PlacementRequest request;
  private final Fulfilment fulfilment;
  private final int rackLimit;
  private final double meanLoad;

  private PlainNodeChooser(ClusterView view, List<ReplicaRule> rules, PlacementRequest request) {
    this.view = view;
    this.rules = rules;
    this.request = request;
    this.fulfilment = Fulfilment.of(rules, request.existing(), view.tiers(), view.regions());
    this.rackLimit = rackLimit();
    this.meanLoad = meanLoad();
  }

  static Decision choose(
      ClusterView view, List<ReplicaRule> rules, PlacementRequest request, long seed) {
    PlainNodeChooser chooser = new PlainNodeChooser(view, rules, request);
    RandomGenerator random = new SplittableRandom(seed);
    Decision best = chooser.draw(random);
    int lacking = Math.max(0, rules.size() - request.existing().size());
    for (int i = 1;
        i < NodeChooser.DRAWS && (best.misplaced() > 0 || best.volumes().size() < lacking);
        i++) {
      Decision next = chooser.draw(random);
      best = next.isBetterThan(best) ? next : best;
    }
    return best;
  }

  private Decision draw(RandomGenerator random) {
    Layout layout = new Layout(rules.size(), view.tiers(), view.regions(), request.writer());
    for (int i = 0; i < rules.size(); i++) {
      if (fulfilment.byRule().get(i).isPresent()) {
        layout.take(i, fulfilment.byRule().get(i).get());
      }
    }
    fulfilment.others().forEach(layout::addOther);
    List<Volume> chosen = new ArrayList<>();
    int complaints = 0;
    int misplaced = 0;
    int lacking = Math.max(0, rules.size() - request.existing().size());
    for (int rule : fulfilment.missing().subList(0, lacking)) {
      List<PlaceFilter> places = layout.filters(rules.get(rule));
      List<List<Tier>> steps = layout.tierSteps(rules.get(rule));
      Optional<int[]> way = Optional.empty();
      Optional<Volume> found = Optional.empty();
      for (int[] next : ways(places, steps.size())) {
        found =
            draw(places.get(next[0]), steps.get(next[1]), rules.get(rule).use(), layout, random);
        if (found.isPresent()) {
          way = Optional.of(next);
          break;
        }
      }
      if (way.isEmpty()) {
        complaints++;
        break;
      }
      Volume volume = found.get();
      chosen.add(volume);
      complaints += (way.get()[0] > 0 ? 1 : 0) + (way.get()[1] > 0 ? 1 : 0);
      boolean passedSafety =
          places.subList(0, way.get()[0]).stream().anyMatch(PlaceFilter::protects);
      misplaced += way.get()[1] > 0 || passedSafety ? 1 : 0;
      layout.take(rule, new Replica(volume.node(), volume.device()));
    }
    return new Decision(chosen, complaints, misplaced);
  }

  /** Pairs of a place and a step, in the order in which they are tried. */
  private static List<int[]> ways(List<PlaceFilter> places, int steps) {
    List<int[]> ways = new ArrayList<>();
    for (int from = 0; from < places.size(); ) {
      int to = from + 1;
      while (to < places.size() && !places.get(to - 1).protects()) {
        to++;
      }
      for (int step = 0; step < steps; step++) {
        for (int place = from; place < to; place++) {
          ways.add(new int[] {place, step});
        }
      }
      from = to;
    }
    return ways;
  }

  private Optional<Volume> draw(
      PlaceFilter place, List<Tier> tiers, TierUse use, Layout layout, RandomGenerator random) {
    if (tiers.isEmpty() || use == TierUse.ANY_OF) {
      return draw(place, among(place, tiers, layout), random);
    }
    for (Tier tier : tiers) {
      Optional<Volume> found = draw(place, among(place, List.of(tier), layout), random);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** HDFS takes no busy node but the writer's. */
  private Optional<Volume> draw(PlaceFilter place, List<Volume> found, RandomGenerator random) {
    for (int i = 0; i < BUSY_NODES && !found.isEmpty(); i++) {
      Volume volume = found.get(random.nextInt(found.size()));
      if (place.host().isPresent() || !isBusy(volume)) {
        return Optional.of(volume);
      }
    }
    List<Volume> from = found.stream().filter(some -> !isBusy(some)).toList();
    return from.isEmpty() ? Optional.empty() : Optional.of(from.get(random.nextInt(from.size())));
  }

  private List<Volume> among(PlaceFilter place, List<Tier> tiers, Layout layout) {
    return view.volumes().stream()
        .filter(volume -> volume.freeBytes() >= request.blockBytes())
        .filter(volume -> !layout.hosts().contains(volume.node().host()))
        .filter(volume -> !layout.racksWith(rackLimit).contains(volume.node().location()))
        .filter(volume -> tiers.isEmpty() || tier(volume).filter(tiers::contains).isPresent())
        .filter(volume -> place.accepts(volume.node()))
        .toList();
  }

  private int rackLimit() {
    List<Node> nodes = view.volumes().stream().map(Volume::node).toList();
    return RackLimit.of(
        rules.size(),
        (int) nodes.stream().map(Node::name).distinct().count(),
        (int) nodes.stream().map(Node::location).distinct().count());
  }

  private double meanLoad() {
    Map<Node, Integer> loads = new HashMap<>();
    view.volumes().forEach(some -> loads.put(some.node(), some.load()));
    return loads.values().stream().mapToInt(load -> load).average().orElse(0);
  }

  private boolean isBusy(Volume volume) {
    return meanLoad > 0 && volume.load() > 2 * meanLoad;
  }

  private Optional<Tier> tier(Volume volume) {
    return view.tiers().of(volume.device(), volume.node().label());
  }
}
