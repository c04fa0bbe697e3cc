// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.athanor.storage.placement.Fulfilment;
import org.athanor.storage.placement.Place;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.TierUse;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.Replica;

/**
 * Finds targets for the replicas that a block lacks, by the rules of its file and with HDFS's own
 * means: one part of the network and one storage type at a time. Rules are relaxed in the order of
 * {@link org.athanor.storage.placement.NodeChooser}, which does the same with a view of the whole
 * cluster: tiers before places that only make access faster, places that protect data before tiers.
 * One use, by one thread.
 */
final class TargetSearch {

  /** HDFS's means to choose a target. Each adds it to the results of the call. */
  interface Targets {
    /**
     * Chooses a node in a part of the network.
     *
     * @param scope a location; {@code ~location} for all nodes outside; empty for all nodes
     * @param avoided locations whose nodes are left out
     * @return empty if no node there has such a storage that can take the block
     */
    Optional<Replica> choose(String scope, Set<String> avoided, StorageType type);

    /** Chooses a node on the writer's host. */
    Optional<Replica> chooseAtWriter(StorageType type);

    /**
     * Number of nodes that {@link #choose} would look at with the same arguments, without those
     * that have a replica already, or are in a rack with as many as it may have; a positive number
     * if unknown.
     */
    int nodesWith(String scope, Set<String> avoided, StorageType type);
  }

  private final ActiveRules active;
  private final List<ReplicaRule> wanted;
  private final Optional<Writer> writer;
  private final Targets targets;
  private final Random random;

  /** The replica that takes each rule; null if none does yet. */
  private final Replica[] byRule;

  /** All replicas, with those that take no rule. */
  private final List<Replica> all = new ArrayList<>();

  private final List<Integer> missing = new ArrayList<>();
  private int degraded;

  /**
   * Prepares a search.
   *
   * @param wanted the rules, as many as the block shall have replicas
   * @param existing replicas that the block has, or for which targets were chosen
   */
  TargetSearch(
      ActiveRules active,
      List<ReplicaRule> wanted,
      List<Replica> existing,
      Optional<Writer> writer,
      Targets targets,
      Random random) {
    this.active = active;
    this.wanted = wanted;
    this.writer = writer;
    this.targets = targets;
    this.random = random;
    this.byRule = new Replica[wanted.size()];
    Fulfilment fulfilment = Fulfilment.of(wanted, existing, active.tiers(), active.regions());
    for (int i = 0; i < byRule.length; i++) {
      byRule[i] = fulfilment.byRule().get(i).orElse(null);
    }
    all.addAll(existing);
    missing.addAll(fulfilment.missing());
  }

  /**
   * Chooses targets for the first rules that no replica takes. May be called again after it found
   * too few, with other {@link Targets} in effect.
   *
   * @param lacking number of targets to choose
   * @return number of targets that were chosen
   */
  int find(int lacking) {
    int found = 0;
    List<Integer> rules = List.copyOf(missing);
    for (int rule : rules) {
      if (found == lacking) {
        break;
      }
      Optional<Replica> target = find(wanted.get(rule));
      if (target.isPresent()) {
        byRule[rule] = target.get();
        all.add(target.get());
        missing.remove(Integer.valueOf(rule));
        found++;
      }
    }
    return found;
  }

  /** Number of targets on another tier, or not in the rack or region, than their rules want. */
  int degraded() {
    return degraded;
  }

  private Optional<Replica> find(ReplicaRule rule) {
    List<PlaceSearch> searches = searches(rule);
    List<List<List<StorageType>>> steps = steps(rule);
    int last = steps.size();
    for (int from = 0; from < searches.size(); ) {
      int to = from + 1;
      while (to < searches.size() && !searches.get(to - 1).protects()) {
        to++;
      }
      for (int step = 0; step <= last; step++) {
        if (step == steps.size()) {
          steps.add(List.of(others(rule)));
        }
        for (PlaceSearch search : searches.subList(from, to)) {
          Optional<Replica> target = find(search, steps.get(step));
          if (target.isPresent()) {
            degraded += step > 0 || from > 0 ? 1 : 0;
            return target;
          }
        }
      }
      from = to;
    }
    return Optional.empty();
  }

  private Optional<Replica> find(PlaceSearch search, List<List<StorageType>> tiers) {
    for (List<StorageType> types : tiers) {
      Optional<Replica> target =
          search.kind() == PlaceSearch.Kind.WRITER ? atWriter(types) : inScopes(search, types);
      if (target.isPresent()) {
        return target;
      }
    }
    return Optional.empty();
  }

  private Optional<Replica> atWriter(List<StorageType> types) {
    List<StorageType> inAnyOrder = new ArrayList<>(types);
    Collections.shuffle(inAnyOrder, random);
    for (StorageType type : inAnyOrder) {
      Optional<Replica> target = targets.chooseAtWriter(type);
      if (target.isPresent()) {
        return target;
      }
    }
    return Optional.empty();
  }

  /**
   * Chooses among the nodes of all scopes with any of the types. HDFS searches one scope for one
   * type, which are drawn in proportion to the nodes there: each device is as likely as any other,
   * unless HDFS refuses some for want of room or for their load.
   */
  private Optional<Replica> inScopes(PlaceSearch search, List<StorageType> types) {
    List<Part> left = new ArrayList<>();
    int sum = 0;
    for (String scope : search.scopes()) {
      for (StorageType type : types) {
        int nodes = targets.nodesWith(scope, search.avoided(), type);
        if (nodes > 0) {
          left.add(new Part(scope, type, nodes));
          sum += nodes;
        }
      }
    }
    while (!left.isEmpty()) {
      int chance = left.size() == 1 ? 0 : random.nextInt(sum);
      int index = 0;
      while (chance >= left.get(index).nodes()) {
        chance -= left.get(index++).nodes();
      }
      Part part = left.remove(index);
      sum -= part.nodes();
      Optional<Replica> target = targets.choose(part.scope(), search.avoided(), part.type());
      if (target.isPresent()) {
        return target;
      }
    }
    return Optional.empty();
  }

  /** The nodes in a part of the network that have storages of a type. */
  private record Part(String scope, StorageType type, int nodes) {}

  /**
   * What a rule tries, one step after the other: tiers without a replica, and its tiers. A last
   * step, any storage, is only made if it is needed. A step has groups of types; of the types of a
   * group, each device is as good as any other. A type is in one step only.
   */
  private List<List<List<StorageType>>> steps(ReplicaRule rule) {
    List<List<List<StorageType>>> steps = new ArrayList<>();
    List<Tier> unused = new ArrayList<>(rule.tiers());
    all.forEach(replica -> tierOf(replica).ifPresent(unused::remove));
    List<Tier> used = new ArrayList<>(rule.tiers());
    if (rule.use() == TierUse.UNUSED_FIRST && !unused.isEmpty() && unused.size() < used.size()) {
      steps.add(groups(unused, rule.use()));
      used.removeAll(unused);
    }
    steps.add(groups(used, rule.use()));
    return steps;
  }

  private List<StorageType> others(ReplicaRule rule) {
    List<StorageType> others = new ArrayList<>(StorageTypes.persistent());
    rule.tiers().forEach(tier -> others.removeAll(active.types(tier)));
    return others;
  }

  private List<List<StorageType>> groups(List<Tier> tiers, TierUse use) {
    if (use == TierUse.ANY_OF) {
      List<StorageType> types = new ArrayList<>();
      tiers.forEach(tier -> types.addAll(active.types(tier)));
      return List.of(types);
    }
    List<List<StorageType>> groups = new ArrayList<>();
    tiers.forEach(tier -> groups.add(active.types(tier)));
    return groups;
  }

  private Optional<Tier> tierOf(Replica replica) {
    return active.tiers().of(replica.device(), replica.node().label());
  }

  /** The places of a rule, in the order of preference; the last is the whole network. */
  private List<PlaceSearch> searches(ReplicaRule rule) {
    List<PlaceSearch> searches = new ArrayList<>();
    rule.places().forEach(place -> searches.add(search(place)));
    if (!(rule.places().get(rule.places().size() - 1) instanceof Place.Anywhere)) {
      searches.add(PlaceSearch.anywhere());
    }
    return searches;
  }

  private PlaceSearch search(Place place) {
    if (place instanceof Place.LocalNode) {
      return writer.isPresent() ? PlaceSearch.writer() : PlaceSearch.near(List.of());
    } else if (place instanceof Place.LocalRack) {
      return PlaceSearch.near(writer.map(Writer::location).stream().toList());
    } else if (place instanceof Place.OtherRackThan other) {
      return otherRack(byRule[other.replica()]);
    } else if (place instanceof Place.SameRackAs same) {
      return sameRack(same);
    } else if (place instanceof Place.InRegion in) {
      return active.regions().named(in.region()).map(r -> inRegion(r, in.newRack())).orElseThrow();
    }
    return PlaceSearch.anywhere();
  }

  private PlaceSearch inRegion(Region region, boolean newRack) {
    Set<String> avoided = new LinkedHashSet<>(active.innerLocations(region));
    if (newRack) {
      avoided.addAll(racks(all));
    }
    return PlaceSearch.region(region.locations(), avoided, !newRack);
  }

  private PlaceSearch otherRack(Replica than) {
    if (than != null) {
      return PlaceSearch.outside(than.node().location());
    }
    Set<String> racks = racks(all);
    return racks.size() == 1
        ? PlaceSearch.outside(racks.iterator().next())
        : PlaceSearch.anywhere();
  }

  private PlaceSearch sameRack(Place.SameRackAs same) {
    Set<String> racks = racks(all);
    if (racks.size() == 1 && all.size() > 1) {
      return PlaceSearch.outside(racks.iterator().next());
    }
    List<Replica> near = new ArrayList<>();
    for (int rule : same.replicas()) {
      if (byRule[rule] != null) {
        near.add(byRule[rule]);
      }
    }
    return near.isEmpty() ? PlaceSearch.anywhere() : PlaceSearch.near(List.copyOf(racks(near)));
  }

  private static Set<String> racks(List<Replica> replicas) {
    Set<String> racks = new LinkedHashSet<>();
    replicas.forEach(replica -> racks.add(replica.node().location()));
    return racks;
  }
}
