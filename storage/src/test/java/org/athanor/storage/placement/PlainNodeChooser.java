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

/** What {@link NodeChooser} does, by looking at each volume for each draw. */
final class PlainNodeChooser {
  private static final int DRAWS = 4;

  /**
   * A decision.
   *
   * @param complaints number of wishes that were not granted
   */
  record Decision(List<Volume> volumes, int complaints) {}

  private final ClusterView view;
  private final List<ReplicaRule> rules;
  private final PlacementRequest request;
  private final Fulfilment fulfilment;

  private PlainNodeChooser(ClusterView view, List<ReplicaRule> rules, PlacementRequest request) {
    this.view = view;
    this.rules = rules;
    this.request = request;
    this.fulfilment = Fulfilment.of(rules, request.existing(), view.tiers(), view.regions());
  }

  static Decision choose(
      ClusterView view, List<ReplicaRule> rules, PlacementRequest request, long seed) {
    PlainNodeChooser chooser = new PlainNodeChooser(view, rules, request);
    RandomGenerator random = new SplittableRandom(seed);
    Decision best = chooser.draw(random);
    for (int i = 1; i < DRAWS && best.complaints() > 0; i++) {
      Decision next = chooser.draw(random);
      best = next.complaints() < best.complaints() ? next : best;
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
    int lacking = Math.max(0, rules.size() - request.existing().size());
    for (int rule : fulfilment.missing().subList(0, lacking)) {
      List<PlaceFilter> places = layout.filters(rules.get(rule));
      List<List<Tier>> steps = layout.tierSteps(rules.get(rule));
      Optional<int[]> way = Optional.empty();
      List<Volume> found = List.of();
      for (int[] next : ways(places, steps.size())) {
        found = among(places.get(next[0]), steps.get(next[1]), rules.get(rule).use(), layout);
        if (!found.isEmpty()) {
          way = Optional.of(next);
          break;
        }
      }
      if (way.isEmpty()) {
        complaints++;
        break;
      }
      Volume one = found.get(random.nextInt(found.size()));
      Volume other = found.get(random.nextInt(found.size()));
      Volume volume = other.load() < one.load() ? other : one;
      chosen.add(volume);
      complaints += (way.get()[0] > 0 ? 1 : 0) + (way.get()[1] > 0 ? 1 : 0);
      layout.take(rule, new Replica(volume.node(), volume.device()));
    }
    return new Decision(chosen, complaints);
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

  private List<Volume> among(PlaceFilter place, List<Tier> tiers, TierUse use, Layout layout) {
    if (tiers.isEmpty() || use == TierUse.ANY_OF) {
      return among(place, tiers, layout);
    }
    return tiers.stream()
        .map(tier -> among(place, List.of(tier), layout))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private List<Volume> among(PlaceFilter place, List<Tier> tiers, Layout layout) {
    return view.volumes().stream()
        .filter(volume -> volume.freeBytes() >= request.blockBytes())
        .filter(volume -> !layout.hosts().contains(volume.node().host()))
        .filter(volume -> tiers.isEmpty() || tier(volume).filter(tiers::contains).isPresent())
        .filter(volume -> place.accepts(volume.node()))
        .toList();
  }

  private Optional<Tier> tier(Volume volume) {
    return view.tiers().of(volume.device(), volume.node().label());
  }
}
