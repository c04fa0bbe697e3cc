// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.Replica;

/** The replicas that a block has so far, and the rules that they take. Used by one thread. */
final class Layout {
  private final Tiers tiers;
  private final Regions regions;
  private final Optional<Writer> writer;

  /** The replica that takes each rule; null if none does yet. */
  private final Replica[] byRule;

  /** All replicas, with those that take no rule. */
  private final List<Replica> all = new ArrayList<>();

  Layout(int rules, Tiers tiers, Regions regions, Optional<Writer> writer) {
    this.byRule = new Replica[rules];
    this.tiers = tiers;
    this.regions = regions;
    this.writer = writer;
  }

  void take(int rule, Replica replica) {
    byRule[rule] = replica;
    all.add(replica);
  }

  /** Takes back the last {@link #take}. */
  void undo(int rule) {
    byRule[rule] = null;
    all.remove(all.size() - 1);
  }

  /** Adds a replica that takes no rule. */
  void addOther(Replica replica) {
    all.add(replica);
  }

  /** The hosts that have a replica. */
  List<String> hosts() {
    List<String> hosts = new ArrayList<>();
    all.forEach(replica -> hosts.add(replica.node().host()));
    return hosts;
  }

  /**
   * The racks that have so many replicas or more.
   *
   * @param count from 1
   */
  Set<String> racksWith(int count) {
    Set<String> racks = new LinkedHashSet<>();
    if (all.size() < count) {
      return racks;
    }
    for (Replica replica : all) {
      String rack = replica.node().location();
      if (all.stream().filter(other -> other.node().location().equals(rack)).count() >= count) {
        racks.add(rack);
      }
    }
    return racks;
  }

  Optional<Tier> tierOf(Replica replica) {
    return tiers.of(replica.device(), replica.node().label());
  }

  /**
   * The lists of tiers that a rule tries, one after the other. Those of the first list fulfil it.
   * An empty list allows any device.
   */
  List<List<Tier>> tierSteps(ReplicaRule rule) {
    List<List<Tier>> steps = new ArrayList<>();
    if (rule.use() == TierUse.UNUSED_FIRST) {
      List<Tier> unused = new ArrayList<>(rule.tiers());
      all.forEach(replica -> tierOf(replica).ifPresent(unused::remove));
      if (!unused.isEmpty() && unused.size() < rule.tiers().size()) {
        steps.add(unused);
      }
    }
    steps.add(rule.tiers());
    steps.add(List.of());
    return steps;
  }

  /** The places of a rule, in the order of preference; the last accepts all nodes. */
  List<PlaceFilter> filters(ReplicaRule rule) {
    List<PlaceFilter> filters = new ArrayList<>();
    rule.places().forEach(place -> filters.add(filter(place)));
    if (!(rule.places().get(rule.places().size() - 1) instanceof Place.Anywhere)) {
      filters.add(PlaceFilter.ANYWHERE);
    }
    return filters;
  }

  /** Whether a replica is as a rule wants it, next to the replicas that are here. */
  boolean fulfils(Replica replica, ReplicaRule rule) {
    Optional<Tier> tier = tierOf(replica);
    if (tier.isEmpty() || !tierSteps(rule).get(0).contains(tier.get())) {
      return false;
    }
    for (PlaceFilter filter : filters(rule)) {
      if (filter.accepts(replica.node())) {
        return true;
      }
      if (filter.protects()) {
        return false;
      }
    }
    return false;
  }

  private PlaceFilter filter(Place place) {
    if (place instanceof Place.LocalNode) {
      return writer
          .map(at -> PlaceFilter.onHost(at.host(), "on the writer's host " + at.host()))
          .orElse(PlaceFilter.NOWHERE);
    } else if (place instanceof Place.LocalRack) {
      return writer
          .map(
              at ->
                  PlaceFilter.speeds(
                      at.location()::equals, "in the writer's rack " + at.location()))
          .orElse(PlaceFilter.NOWHERE);
    } else if (place instanceof Place.OtherRackThan other) {
      return otherRack(byRule[other.replica()]);
    } else if (place instanceof Place.SameRackAs same) {
      return sameRack(same);
    } else if (place instanceof Place.InRegion in) {
      return inRegion(in);
    }
    return PlaceFilter.ANYWHERE;
  }

  private PlaceFilter otherRack(Replica than) {
    if (than != null) {
      return otherRackThan(than.node().location());
    }
    Set<String> racks = racks(all);
    return racks.size() == 1 ? otherRackThan(racks.iterator().next()) : PlaceFilter.ANYWHERE;
  }

  private static PlaceFilter otherRackThan(String rack) {
    return PlaceFilter.protects(location -> !location.equals(rack), "in another rack than " + rack);
  }

  private PlaceFilter sameRack(Place.SameRackAs same) {
    Set<String> racks = racks(all);
    if (racks.size() == 1 && all.size() > 1) {
      return otherRackThan(racks.iterator().next());
    }
    List<Replica> near = new ArrayList<>();
    for (int rule : same.replicas()) {
      if (byRule[rule] != null) {
        near.add(byRule[rule]);
      }
    }
    Set<String> wanted = racks(near);
    return wanted.isEmpty()
        ? PlaceFilter.ANYWHERE
        : PlaceFilter.speeds(wanted::contains, "in the rack " + String.join(" or ", wanted));
  }

  private PlaceFilter inRegion(Place.InRegion in) {
    Set<String> racks = racks(all);
    if (in.newRack()) {
      return PlaceFilter.speeds(
          location -> isIn(in.region(), location) && !racks.contains(location),
          "in region " + in.region() + " in a rack without a replica");
    }
    return PlaceFilter.protects(
        location -> isIn(in.region(), location), "in region " + in.region());
  }

  private boolean isIn(String region, String location) {
    return regions.of(location).map(Region::name).filter(region::equals).isPresent();
  }

  private static Set<String> racks(List<Replica> replicas) {
    Set<String> racks = new LinkedHashSet<>();
    replicas.forEach(replica -> racks.add(replica.node().location()));
    return racks;
  }
}
