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
import java.util.stream.Stream;
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
 * B/path)} has it. An estimate takes a second or so; it knows no bursts, caches or writes.
 */
public final class LinkEstimate {
  /** Blocks that each node reads at once: enough that the busiest device or link decides. */
  private static final int READERS_OF_A_NODE = 2;

  /** A policy that is preferred is as good if it is not slower by more. */
  private static final double TOLERANCE = 0.03;

  /** Links are tried that are so many powers of two slower or faster. */
  private static final int MOST_DOUBLINGS = 14;

  /** Between two powers of two: to less than a percent. */
  private static final int HALVINGS = 7;

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
          new ReadTraffic(
              cluster.spec(),
              this.tiers,
              rule.policy(this.tiers, Regions.none()),
              device -> holdsHotFiles(device, this.tiers)));
    }
  }

  /**
   * Estimates.
   *
   * @param tiers of the rules; empty for one of each type of device, the fastest first
   * @return empty if there is an {@link #obstacle}
   */
  public static Optional<LinkAdvice> of(ModelCluster cluster, Optional<Tiers> tiers) {
    return obstacle(cluster, tiers).isPresent()
        ? Optional.empty()
        : Optional.of(new LinkEstimate(cluster, tiers).advice());
  }

  /** Why nothing can be said of a cluster, in a few words; empty if something can. */
  public static Optional<String> obstacle(ModelCluster cluster, Optional<Tiers> tiers) {
    if (cluster.storingNodes() == 0) {
      return Optional.of("no node of the cluster stores blocks");
    }
    boolean hasTier =
        tiers.isEmpty()
            || storing(cluster.spec()).anyMatch(device -> isOfTier(device, tiers.get()));
    return hasTier
        ? Optional.empty()
        : Optional.of(
            "no device of the cluster is of a tier of the rules without a label, and labels of"
                + " its nodes are not known");
  }

  private static boolean isOfTier(DeviceSpec device, Tiers tiers) {
    return tiers.of(device.type(), "").isPresent();
  }

  /** Archive storage is for others, unless a tier says otherwise. */
  private static boolean holdsHotFiles(DeviceSpec device, Tiers tiers) {
    return device.use().storesBlocks()
        && (device.type() != DeviceType.ARCHIVE || isOfTier(device, tiers));
  }

  private static Stream<DeviceSpec> storing(ClusterSpec cluster) {
    return cluster.racks().stream()
        .flatMap(rack -> rack.nodes().stream())
        .flatMap(node -> node.devices().stream())
        .filter(device -> device.use().storesBlocks());
  }

  private LinkAdvice advice() {
    List<LinkAdvice.Policy> policies = KINDS.stream().map(this::policy).toList();
    PlacementKind best = best(1);
    return new LinkAdvice(
        cluster.text(),
        paths.rack(),
        policies,
        best.id(),
        change(0.5),
        change(2),
        reason(best, policies));
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

  /**
   * The nearest speed of links in one direction at which it is no more {@code network} that is
   * best, or no more another one. What is best need not change only once.
   *
   * @param step 2 for faster links, 1/2 for slower ones
   */
  private OptionalDouble change(double step) {
    boolean isNetwork = isNetworkBest(1);
    double same = 1;
    double other = step;
    int doublings = 1;
    while (doublings <= MOST_DOUBLINGS && isNetworkBest(other) == isNetwork) {
      same = other;
      other *= step;
      doublings++;
    }
    if (doublings > MOST_DOUBLINGS) {
      return OptionalDouble.empty();
    }
    for (int i = 0; i < HALVINGS; i++) {
      double between = (same + other) / 2;
      if (isNetworkBest(between) == isNetwork) {
        same = between;
      } else {
        other = between;
      }
    }
    return OptionalDouble.of((same + other) / 2 * paths.rack());
  }

  private boolean isNetworkBest(double factor) {
    return best(factor) == PlacementKind.NETWORK;
  }

  /**
   * A tier of each type of device, with the means of their rates, the fastest reader first. Hot
   * files are on archive storage only if there is nothing else.
   */
  private static Tiers tiers(ClusterSpec cluster) {
    Map<DeviceType, List<DeviceSpec>> byType = new EnumMap<>(DeviceType.class);
    storing(cluster)
        .forEach(d -> byType.computeIfAbsent(d.type(), type -> new ArrayList<>()).add(d));
    if (byType.size() > 1) {
      byType.remove(DeviceType.ARCHIVE);
    }
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
