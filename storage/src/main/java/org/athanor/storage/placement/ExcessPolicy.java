// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;

/**
 * Says which replicas of a block with too many may be deleted. Never deletable is
 *
 * <ul>
 *   <li>the only replica on a tier that the rules want a replica on;
 *   <li>the only replica in a region that the rules name;
 *   <li>the only replica outside a rack, if the rules want two racks.
 * </ul>
 *
 * <p>If that leaves too many replicas, they stay: whoever moves replicas can move one first. The
 * replica that the caller hints at goes first. Then, while there are too many: one of two on the
 * same host, one on a tier or in a region that no rule names, one of the rack and of the tier with
 * the most replicas, the one whose volume has the least free space, the one whose node has the
 * first name.
 */
public final class ExcessPolicy {
  private final ClusterView view;
  private final Set<Tier> namedTiers = new HashSet<>();
  private final Set<Tier> keptTiers = new HashSet<>();
  private final Set<String> regions = new HashSet<>();
  private boolean twoRacks;

  private ExcessPolicy(ClusterView view, List<ReplicaRule> rules) {
    this.view = view;
    for (ReplicaRule rule : rules) {
      namedTiers.addAll(rule.tiers());
      if (rule.use() == TierUse.UNUSED_FIRST || rule.tiers().size() == 1) {
        keptTiers.addAll(rule.tiers());
      }
      for (Place place : rule.places()) {
        twoRacks |= place instanceof Place.OtherRackThan;
        if (place instanceof Place.InRegion in) {
          regions.add(in.region());
        }
      }
    }
  }

  /**
   * Chooses replicas to delete.
   *
   * @param view tells the tiers, the regions and the free space of volumes
   * @param rules of the block, as many as it shall keep replicas, one or more
   * @param replicas those that it has
   * @param hint one of them that the caller wants to delete, such as the source of a move
   */
  public static ExcessDecision choose(
      ClusterView view, List<ReplicaRule> rules, List<Replica> replicas, Optional<Replica> hint) {
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("no rules: must be one for each replica to keep");
    }
    return new ExcessPolicy(view, rules).choose(rules.size(), replicas, hint);
  }

  private ExcessDecision choose(int keep, List<Replica> replicas, Optional<Replica> hint) {
    List<Replica> left = new ArrayList<>(replicas);
    List<Replica> deletable = new ArrayList<>();
    List<String> degraded = new ArrayList<>();
    if (hint.isPresent() && left.contains(hint.get()) && left.size() > keep) {
      Optional<String> protection = protection(hint.get(), left);
      if (protection.isEmpty()) {
        left.remove(hint.get());
        deletable.add(hint.get());
      } else {
        degraded.add(
            "node " + hint.get().node().name() + " keeps its replica: " + protection.get());
      }
    }
    while (left.size() > keep) {
      Optional<Replica> next =
          left.stream().filter(replica -> protection(replica, left).isEmpty()).min(firstToGo(left));
      if (next.isEmpty()) {
        degraded.add(
            left.size() + " replicas stay, " + keep + " are wanted: each of them is protected");
        break;
      }
      left.remove(next.get());
      deletable.add(next.get());
    }
    return new ExcessDecision(deletable, degraded);
  }

  /** Why a replica must stay; empty if it may go. */
  private Optional<String> protection(Replica replica, List<Replica> left) {
    Optional<Tier> tier = tier(replica);
    if (tier.filter(keptTiers::contains).isPresent()
        && count(left, other -> tier(other).equals(tier)) == 1) {
      return Optional.of("it is the only one on tier " + tier.get().name());
    }
    Optional<String> region = region(replica);
    if (region.filter(regions::contains).isPresent()
        && count(left, other -> region(other).equals(region)) == 1) {
      return Optional.of("it is the only one in region " + region.get());
    }
    if (twoRacks && racks(left) > 1) {
      List<Replica> rest = new ArrayList<>(left);
      rest.remove(replica);
      if (racks(rest) == 1) {
        return Optional.of("all others are in rack " + rest.get(0).node().location());
      }
    }
    return Optional.empty();
  }

  private Comparator<Replica> firstToGo(List<Replica> left) {
    return Comparator.<Replica, Boolean>comparing(replica -> !sharesItsHost(replica, left))
        .thenComparing(replica -> tier(replica).filter(namedTiers::contains).isPresent())
        .thenComparing(replica -> regions.isEmpty() || isInNamedRegion(replica))
        .thenComparing(
            replica -> -count(left, r -> r.node().location().equals(replica.node().location())))
        .thenComparing(replica -> -count(left, r -> tier(r).equals(tier(replica))))
        .thenComparing(this::freeBytes)
        .thenComparing(replica -> replica.node().name())
        .thenComparing(Replica::device);
  }

  private static boolean sharesItsHost(Replica replica, List<Replica> left) {
    return count(left, other -> other.node().host().equals(replica.node().host())) > 1;
  }

  private boolean isInNamedRegion(Replica replica) {
    return region(replica).filter(regions::contains).isPresent();
  }

  private Optional<Tier> tier(Replica replica) {
    return view.tiers().of(replica.device(), replica.node().label());
  }

  private Optional<String> region(Replica replica) {
    return view.regions().of(replica.node().location()).map(Region::name);
  }

  private static long racks(List<Replica> replicas) {
    return replicas.stream().map(replica -> replica.node().location()).distinct().count();
  }

  private static int count(List<Replica> replicas, Predicate<Replica> condition) {
    return (int) replicas.stream().filter(condition).count();
  }

  /** The free space of a replica's volume; 0 if the view does not have it, as for a full volume. */
  private long freeBytes(Replica replica) {
    for (Volume volume : view.volumes()) {
      if (volume.node().equals(replica.node()) && volume.device() == replica.device()) {
        return volume.freeBytes();
      }
    }
    return 0;
  }
}
