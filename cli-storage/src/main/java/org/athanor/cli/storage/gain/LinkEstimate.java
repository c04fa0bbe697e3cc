// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.rules.PlacementKind;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.RetrievalRule;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.tiering.plan.LinkAdvice;

/**
 * Estimates what readers get by each pair of placement and retrieval policies over the links of a
 * cluster, and which is best (K. Ravindranathan, 2015, section 4.2). The policies themselves choose
 * where replicas are and, by their weights without load, which one is read; devices and links are
 * queues, of which readers use one after the other, as hybrid's weight {@code 1 / (B/device +
 * B/path)} has it. An estimate takes milliseconds; it knows no bursts, caches or writes.
 */
public final class LinkEstimate {
  /** Blocks that each node reads at once: enough that the busiest device or link decides. */
  private static final int READERS_OF_A_NODE = 2;

  /** A policy that is preferred is as good if it is not slower by more. */
  private static final double TOLERANCE = 0.03;

  /** Links are tried that are so many times slower or faster. */
  private static final double MOST_FACTOR = 1 << 14;

  private static final int HALVINGS = 20;

  /** The model knows no operations. */
  private static final double UNLIMITED_IOPS = 1e15;

  /** The one that is preferred first, if they are as good. Random is for comparison only. */
  private static final List<PlacementKind> KINDS =
      List.of(
          PlacementKind.NETWORK, PlacementKind.HYBRID, PlacementKind.TIER, PlacementKind.RANDOM);

  private final ModelCluster cluster;
  private final Tiers tiers;
  private final PathSpeeds paths;
  private final int readers;
  private final Map<PlacementKind, ReadTraffic> traffic = new EnumMap<>(PlacementKind.class);

  private LinkEstimate(ModelCluster cluster, Optional<Tiers> tiers) {
    this.cluster = cluster;
    this.tiers = tiers.orElseGet(() -> tiers(cluster.spec()));
    this.paths = RetrievalComparison.speeds(cluster.spec());
    this.readers = READERS_OF_A_NODE * cluster.nodes();
    for (PlacementKind kind : KINDS) {
      PlacementRule rule = new PlacementRule("estimate", "/", kind, List.of());
      traffic.put(
          kind,
          new ReadTraffic(cluster.spec(), this.tiers, rule.policy(this.tiers, Regions.none())));
    }
  }

  /**
   * Estimates.
   *
   * @param cluster with a device for blocks
   * @param tiers of the rules; empty for one of each type of device, the fastest first
   * @return empty if no node stores blocks
   */
  public static Optional<LinkAdvice> of(ModelCluster cluster, Optional<Tiers> tiers) {
    return cluster.storingNodes() == 0
        ? Optional.empty()
        : Optional.of(new LinkEstimate(cluster, tiers).advice());
  }

  private LinkAdvice advice() {
    List<LinkAdvice.Policy> policies = KINDS.stream().map(this::policy).toList();
    PlacementKind best = best(1);
    OptionalDouble crossover = crossover();
    return new LinkAdvice(
        cluster.text(), paths.rack(), policies, best.id(), crossover, reason(best, policies));
  }

  private static String reason(PlacementKind best, List<LinkAdvice.Policy> policies) {
    LinkAdvice.Policy other =
        policies.stream()
            .filter(
                policy ->
                    policy.name().equals(PlacementKind.NETWORK.id())
                        == (best != PlacementKind.NETWORK))
            .filter(policy -> !policy.name().equals(PlacementKind.RANDOM.id()))
            .max(Comparator.comparingDouble(LinkAdvice.Policy::readerBytesPerSecond))
            .orElseThrow();
    return "by " + other.name() + ", " + other.busiest() + " is the bottleneck";
  }

  private LinkAdvice.Policy policy(PlacementKind kind) {
    ReadTraffic.Demand demand = demand(kind, 1);
    double all = ClosedNetwork.throughput(demand.seconds(), readers);
    int busiest = demand.seconds().indexOf(Collections.max(demand.seconds()));
    return new LinkAdvice.Policy(
        kind.id(),
        all / readers,
        all,
        demand.fromFastestTier(),
        demand.remote(),
        traffic.get(kind).station(busiest));
  }

  private ReadTraffic.Demand demand(PlacementKind kind, double factor) {
    return traffic.get(kind).demand(retrieval(kind, factor), factor);
  }

  private RetrievalPolicy retrieval(PlacementKind kind, double factor) {
    RetrievalRule rule =
        switch (kind) {
          case NETWORK -> new RetrievalRule.Network(RetrievalComparison.STEP);
          case TIER -> new RetrievalRule.Tier();
          case HYBRID ->
              new RetrievalRule.Hybrid(
                  new PathSpeeds(
                      paths.rack() * factor,
                      paths.offRack() * factor,
                      paths.otherRegion() * factor));
          case RANDOM, REGION -> new RetrievalRule.Random();
        };
    return rule.policy(tiers);
  }

  /** The policy to use if links are faster by a factor. */
  private PlacementKind best(double factor) {
    Map<PlacementKind, Double> rates = new EnumMap<>(PlacementKind.class);
    double fastest = 0;
    for (PlacementKind kind : KINDS) {
      if (kind != PlacementKind.RANDOM) {
        double rate = ClosedNetwork.throughput(demand(kind, factor).seconds(), readers);
        rates.put(kind, rate);
        fastest = Math.max(fastest, rate);
      }
    }
    double enough = (1 - TOLERANCE) * fastest;
    return KINDS.stream().filter(kind -> rates.get(kind) >= enough).findFirst().orElseThrow();
  }

  /** The fastest links, in powers of two, with which network is best; then between two powers. */
  private OptionalDouble crossover() {
    double below = MOST_FACTOR;
    while (below >= 1 / MOST_FACTOR && best(below) != PlacementKind.NETWORK) {
      below /= 2;
    }
    if (below < 1 / MOST_FACTOR || below >= MOST_FACTOR) {
      return OptionalDouble.empty();
    }
    double above = 2 * below;
    for (int i = 0; i < HALVINGS; i++) {
      double between = (below + above) / 2;
      if (best(between) == PlacementKind.NETWORK) {
        below = between;
      } else {
        above = between;
      }
    }
    return OptionalDouble.of(above * paths.rack());
  }

  /** A tier of each type of device, with the means of their rates, the fastest reader first. */
  private static Tiers tiers(ClusterSpec cluster) {
    Map<DeviceType, List<DeviceSpec>> byType = new EnumMap<>(DeviceType.class);
    cluster.racks().stream()
        .flatMap(rack -> rack.nodes().stream())
        .flatMap(node -> node.devices().stream())
        .filter(device -> device.use().storesBlocks())
        .forEach(d -> byType.computeIfAbsent(d.type(), type -> new ArrayList<>()).add(d));
    List<Tier> tiers = new ArrayList<>();
    byType.forEach((type, devices) -> tiers.add(tier(type, devices)));
    tiers.sort(Comparator.comparingDouble(tier -> -tier.readBytesPerSecond()));
    return new Tiers(tiers);
  }

  private static Tier tier(DeviceType type, List<DeviceSpec> devices) {
    return new Tier(
        type.name(),
        Set.of(type),
        "",
        devices.stream().mapToDouble(DeviceSpec::readBytesPerSecond).average().orElseThrow(),
        devices.stream().mapToDouble(DeviceSpec::writeBytesPerSecond).average().orElseThrow(),
        UNLIMITED_IOPS,
        false);
  }
}
