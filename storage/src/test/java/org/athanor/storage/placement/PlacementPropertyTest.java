// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random clusters, policies, losses and deletions. */
@Tag("short")
class PlacementPropertyTest {
  private static final int CASES = 4000;
  private static final long BLOCK = 10;

  private final Random random = Seeds.of("placement");

  @Test
  void placesLosesReplacesAndDeletes() {
    for (int i = 0; i < CASES; i++) {
      String name = "case " + i + ", seed " + Seeds.seed();
      ClusterView view = cluster();
      PlacementPolicy policy = policy(view);
      Case test = new Case(name, view, policy, "/dir/" + random.nextInt(50), random.nextLong());
      List<Replica> replicas = test.write(1 + random.nextInt(5), writer(view));
      Collections.shuffle(replicas, random);
      List<Replica> left = replicas.subList(0, random.nextInt(replicas.size() + 1));
      replicas = test.replace(new ArrayList<>(left), 1 + random.nextInt(6));
      Collections.shuffle(replicas, random);
      if (!replicas.isEmpty()) {
        test.delete(replicas, 1 + random.nextInt(replicas.size()), hint(replicas));
      }
    }
  }

  private Optional<Replica> hint(List<Replica> replicas) {
    return random.nextBoolean()
        ? Optional.of(replicas.get(random.nextInt(replicas.size())))
        : Optional.empty();
  }

  private ClusterView cluster() {
    List<Node> nodes = new ArrayList<>();
    List<Volume> volumes = new ArrayList<>();
    int hosts = 1 + random.nextInt(12);
    int racks = 1 + random.nextInt(4);
    for (int host = 0; host < hosts; host++) {
      String rack = "/c" + random.nextInt(3) + "/r" + random.nextInt(racks);
      for (DeviceType device : DeviceType.values()) {
        if (random.nextInt(3) == 0) {
          Node node =
              new Node(host + "-" + device, "h" + host, rack, random.nextBoolean() ? "" : "x");
          nodes.add(node);
          volumes.add(new Volume(node, device, 20, random.nextInt(20), 0));
        }
      }
    }
    List<Tier> tiers = new ArrayList<>();
    List<DeviceType> devices = new ArrayList<>(List.of(DeviceType.values()));
    Collections.shuffle(devices, random);
    for (DeviceType device : devices.subList(0, 1 + random.nextInt(5))) {
      tiers.add(new Tier(device.name(), Set.of(device), "", 1, 1, 1, false));
    }
    Regions regions =
        new Regions(List.of(new Region("c0", List.of("/c0")), new Region("c1", List.of("/c1"))));
    return new ClusterSnapshot(nodes, volumes, new Tiers(tiers), regions);
  }

  private Optional<Writer> writer(ClusterView view) {
    if (view.nodes().isEmpty() || random.nextInt(4) == 0) {
      return Optional.empty();
    }
    Node node = view.nodes().get(random.nextInt(view.nodes().size()));
    return Optional.of(
        new Writer(random.nextInt(4) == 0 ? "elsewhere" : node.host(), node.location()));
  }

  private PlacementPolicy policy(ClusterView view) {
    Tiers tiers = view.tiers();
    List<Tier> allowed = tiers.all().subList(random.nextInt(tiers.size()), tiers.size());
    return switch (random.nextInt(5)) {
      case 0 -> new NetworkPlacement(tiers, allowed);
      case 1 -> new TierPlacement(tiers, allowed);
      case 2 -> new HybridPlacement(tiers, allowed);
      case 3 -> new RegionPlacement(view.regions(), tiers, allowed);
      default -> new RandomPlacement(tiers, allowed);
    };
  }

  /** The life of one block. */
  private record Case(
      String name, ClusterView view, PlacementPolicy policy, String path, long seed) {

    List<Replica> write(int replication, Optional<Writer> writer) {
      return place(new PlacementRequest(path, replication, BLOCK, writer, List.of()));
    }

    List<Replica> replace(List<Replica> left, int replication) {
      return place(PlacementRequest.again(left, path, replication, BLOCK));
    }

    private List<Replica> place(PlacementRequest request) {
      List<ReplicaRule> rules = policy.rules(request);
      PlacementDecision decision = NodeChooser.choose(view, rules, request, seed);
      assertThat(NodeChooser.choose(view, rules, request, seed)).as(name).isEqualTo(decision);

      Set<String> taken = hosts(request.existing());
      Map<String, String> eligible = // their racks
          view.volumes().stream()
              .filter(volume -> volume.freeBytes() >= BLOCK)
              .filter(volume -> !taken.contains(volume.node().host()))
              .collect(
                  Collectors.toMap(
                      volume -> volume.node().host(),
                      volume -> volume.node().location(),
                      (one, same) -> one));
      int lacking = Math.max(0, request.replication() - request.existing().size());
      assertThat(decision.volumes()).as(name).hasSize(Math.min(lacking, room(request, eligible)));
      assertThat(decision.volumes()).as(name).allMatch(volume -> volume.freeBytes() >= BLOCK);
      assertThat(decision.volumes().stream().map(volume -> volume.node().host()))
          .as(name)
          .doesNotHaveDuplicates()
          .isSubsetOf(eligible.keySet());

      List<Replica> all = new ArrayList<>(request.existing());
      decision.volumes().forEach(v -> all.add(new Replica(v.node(), v.device())));
      if (request.existing().isEmpty() && decision.degraded().isEmpty()) {
        checkGranted(request, rules, all);
      }
      if (decision.volumes().size() < lacking) {
        assertThat(decision.degraded()).as(name).isNotEmpty();
      }
      return all;
    }

    /** How many replicas racks may get, by HDFS's limit. */
    private int room(PlacementRequest request, Map<String, String> eligible) {
      int limit =
          RackLimit.of(
              request.replication(),
              view.volumes().size(),
              (int) view.nodes().stream().map(Node::location).distinct().count());
      Map<String, Integer> room = new HashMap<>();
      eligible.values().forEach(rack -> room.merge(rack, 1, Integer::sum));
      room.replaceAll(
          (rack, hosts) -> {
            long has = request.existing().stream().filter(r -> isIn(r, rack)).count();
            return (int) Math.max(0, Math.min(hosts, limit - has));
          });
      return room.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static boolean isIn(Replica replica, String rack) {
      return replica.node().location().equals(rack);
    }

    /** No complaint means that each wish of the policy is granted. */
    private void checkGranted(
        PlacementRequest request, List<ReplicaRule> rules, List<Replica> replicas) {
      assertThat(Fulfilment.of(rules, replicas, view.tiers(), view.regions()).missing())
          .as(name)
          .isEmpty();
      if (policy instanceof TierPlacement || policy instanceof HybridPlacement) {
        assertThat(tiers(replicas)).as(name).isEqualTo(new HashSet<>(rules.get(0).tiers()));
      }
      if (policy instanceof NetworkPlacement || policy instanceof HybridPlacement) {
        assertThat(racks(replicas).size())
            .as(name)
            .isGreaterThanOrEqualTo(Math.min(2, request.replication()));
        request
            .writer()
            .ifPresent(
                writer ->
                    assertThat(replicas.get(0).node().host()).as(name).isEqualTo(writer.host()));
      }
      if (policy instanceof RegionPlacement) {
        assertThat(regions(replicas))
            .as(name)
            .hasSize(Math.min(request.replication(), view.regions().all().size()));
      }
    }

    void delete(List<Replica> replicas, int keep, Optional<Replica> hint) {
      List<ReplicaRule> rules = policy.rules(PlacementRequest.again(replicas, path, keep, BLOCK));
      ExcessDecision decision = ExcessPolicy.choose(view, rules, replicas, hint);
      List<Replica> left = new ArrayList<>(replicas);
      left.removeAll(decision.deletable());

      assertThat(decision.deletable()).as(name).doesNotHaveDuplicates().isSubsetOf(replicas);
      assertThat(left.size()).as(name).isGreaterThanOrEqualTo(keep);
      assertThat(left.size() == keep || !decision.degraded().isEmpty()).as(name).isTrue();
      if (policy instanceof TierPlacement || policy instanceof HybridPlacement) {
        Set<Tier> wanted = tiers(replicas);
        wanted.retainAll(rules.get(0).tiers());
        assertThat(tiers(left)).as(name).containsAll(wanted);
      }
      if (policy instanceof NetworkPlacement || policy instanceof HybridPlacement) {
        int before = keep == 1 ? 1 : Math.min(2, racks(replicas).size());
        assertThat(racks(left).size()).as(name).isGreaterThanOrEqualTo(before);
      }
      if (policy instanceof RegionPlacement && keep > 1) {
        assertThat(regions(left)).as(name).isEqualTo(regions(replicas));
      }
    }

    private static Set<String> hosts(List<Replica> replicas) {
      return replicas.stream().map(r -> r.node().host()).collect(Collectors.toSet());
    }

    private static Set<String> racks(List<Replica> replicas) {
      return replicas.stream().map(r -> r.node().location()).collect(Collectors.toSet());
    }

    private Set<Tier> tiers(List<Replica> replicas) {
      return replicas.stream()
          .flatMap(r -> view.tiers().of(r.device(), r.node().label()).stream())
          .collect(Collectors.toSet());
    }

    private Set<String> regions(List<Replica> replicas) {
      Stream<Region> regions =
          replicas.stream().flatMap(r -> view.regions().of(r.node().location()).stream());
      return regions.map(Region::name).collect(Collectors.toSet());
    }
  }
}
