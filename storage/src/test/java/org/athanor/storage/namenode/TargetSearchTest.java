// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.athanor.storage.placement.Fulfilment;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TargetSearchTest {
  private static final String FILE = "/data/file";

  /** Nodes with one device each, all with room; a host takes one replica. */
  private static final class Cluster implements TargetSearch.Targets {
    private final List<Replica> devices = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Random random;
    private boolean hostsShared;
    private String writer = "";

    Cluster(String name) {
      this(Seeds.of(name));
    }

    Cluster(Random random) {
      this.random = random;
    }

    Cluster with(String host, String rack, DeviceType... types) {
      for (DeviceType type : types) {
        devices.add(new Replica(new Node(host + ":" + type, host, rack, ""), type));
      }
      return this;
    }

    private Optional<Replica> take(List<Replica> found) {
      List<Replica> free = new ArrayList<>(found);
      free.removeIf(device -> taken.contains(key(device)));
      if (free.isEmpty()) {
        return Optional.empty();
      }
      Replica chosen = free.get(random.nextInt(free.size()));
      taken.add(key(chosen));
      return Optional.of(chosen);
    }

    private String key(Replica device) {
      return hostsShared ? device.node().name() : device.node().host();
    }

    @Override
    public Optional<Replica> choose(String scope, Set<String> avoided, StorageType type) {
      return take(nodes(scope, avoided, type));
    }

    private List<Replica> nodes(String scope, Set<String> avoided, StorageType type) {
      List<Replica> found = new ArrayList<>();
      for (Replica device : devices) {
        String rack = device.node().location();
        if (device.device().name().equals(type.name())
            && isIn(rack, scope)
            && avoided.stream().noneMatch(location -> isIn(rack, location))) {
          found.add(device);
        }
      }
      return found;
    }

    private static boolean isIn(String rack, String scope) {
      return scope.startsWith("~")
          ? !isIn(rack, scope.substring(1))
          : (rack + "/").startsWith(scope + "/") || scope.isEmpty();
    }

    @Override
    public Optional<Replica> chooseAtWriter(StorageType type) {
      return take(
          devices.stream()
              .filter(d -> d.node().host().equals(writer) && d.device().name().equals(type.name()))
              .toList());
    }

    @Override
    public int nodesWith(String scope, Set<String> avoided, StorageType type) {
      List<Replica> found = nodes(scope, avoided, type);
      found.removeIf(device -> taken.contains(key(device)));
      return found.size();
    }
  }

  private record Result(List<Replica> targets, int found, int degraded) {
    List<DeviceType> types() {
      return targets.stream().map(Replica::device).toList();
    }

    List<String> racks() {
      return targets.stream().map(target -> target.node().location()).toList();
    }
  }

  private static Result search(
      ActiveRules rules, Cluster cluster, int replicas, List<Replica> existing) {
    Optional<Writer> writer =
        cluster.devices.stream()
            .map(Replica::node)
            .filter(node -> node.host().equals(cluster.writer))
            .map(node -> new Writer(node.host(), node.location()))
            .findFirst();
    List<ReplicaRule> wishes = wishes(rules, replicas, writer, existing);
    existing.forEach(replica -> cluster.taken.add(cluster.key(replica)));
    List<Replica> targets = new ArrayList<>();
    TargetSearch search =
        new TargetSearch(
            rules, wishes, existing, writer, recording(cluster, targets), cluster.random);
    int found = search.find(replicas - existing.size());
    return new Result(targets, found, search.degraded());
  }

  private static List<ReplicaRule> wishes(
      ActiveRules rules, int replicas, Optional<Writer> writer, List<Replica> existing) {
    return rules
        .placementOf(FILE)
        .orElseThrow()
        .rules(new PlacementRequest(FILE, replicas, 1, writer, existing));
  }

  private static TargetSearch.Targets recording(Cluster cluster, List<Replica> targets) {
    return new TargetSearch.Targets() {
      @Override
      public Optional<Replica> choose(String scope, Set<String> avoided, StorageType type) {
        return record(cluster.choose(scope, avoided, type));
      }

      @Override
      public Optional<Replica> chooseAtWriter(StorageType type) {
        return record(cluster.chooseAtWriter(type));
      }

      @Override
      public int nodesWith(String scope, Set<String> avoided, StorageType type) {
        return cluster.nodesWith(scope, avoided, type);
      }

      private Optional<Replica> record(Optional<Replica> target) {
        target.ifPresent(targets::add);
        return target;
      }
    };
  }

  private static ActiveRules rules(String policy) {
    return Rules.version(1).placement("/data", policy).active();
  }

  /** Three racks with a host of each type. */
  private static Cluster threeRacks(String name) {
    Cluster cluster = new Cluster(name);
    for (int rack = 1; rack <= 3; rack++) {
      cluster.with("s" + rack, "/r" + rack, DeviceType.SSD);
      cluster.with("d" + rack, "/r" + rack, DeviceType.DISK);
      cluster.with("a" + rack, "/r" + rack, DeviceType.ARCHIVE);
    }
    return cluster;
  }

  @Test
  void hybridTakesTheWritersNodeThenAnotherRackThenOneOfTheTwo() {
    for (int i = 0; i < 200; i++) {
      Cluster cluster = threeRacks("hybrid" + i);
      cluster.writer = "d2";
      Result result = search(rules("hybrid"), cluster, 3, List.of());
      assertThat(result.degraded()).isZero();
      assertThat(result.targets().get(0).node().host()).isEqualTo("d2");
      assertThat(result.types())
          .containsExactlyInAnyOrder(DeviceType.SSD, DeviceType.DISK, DeviceType.ARCHIVE);
      assertThat(result.racks().get(1)).isNotEqualTo("/r2");
      assertThat(result.racks().get(2)).isIn(result.racks().get(0), result.racks().get(1));
    }
  }

  @Test
  void reReplicationFillsTheTierThatIsMissing() {
    Cluster cluster = threeRacks("again");
    List<Replica> existing = List.of(cluster.devices.get(1), cluster.devices.get(5));
    Result result = search(rules("hybrid"), cluster, 3, existing);
    assertThat(result.types()).containsExactly(DeviceType.SSD);
    assertThat(result.degraded()).isZero();
  }

  @Test
  void takesAnotherTierRatherThanNone() {
    Cluster cluster =
        new Cluster("full")
            .with("d1", "/r1", DeviceType.DISK)
            .with("d2", "/r2", DeviceType.DISK)
            .with("d3", "/r2", DeviceType.DISK);
    Result result = search(rules("tier"), cluster, 3, List.of());
    assertThat(result.types()).containsOnly(DeviceType.DISK).hasSize(3);
    assertThat(result.degraded()).isEqualTo(2);
  }

  @Test
  void protectsRacksBeforeTiers() {
    Cluster cluster =
        new Cluster("racks")
            .with("s1", "/r1", DeviceType.SSD)
            .with("d1", "/r1", DeviceType.DISK)
            .with("a1", "/r1", DeviceType.ARCHIVE)
            .with("s2", "/r2", DeviceType.SSD);
    cluster.writer = "s1";
    Result result = search(rules("hybrid"), cluster, 2, List.of());
    assertThat(result.racks()).containsExactly("/r1", "/r2");
    assertThat(result.degraded()).isEqualTo(1);
  }

  @Test
  void findsAsManyAsThereAreHostsAndTheOthersOnSharedHosts() {
    Cluster cluster =
        new Cluster("shared")
            .with("one", "/r1", DeviceType.SSD, DeviceType.DISK)
            .with("two", "/r1", DeviceType.SSD, DeviceType.ARCHIVE);
    ActiveRules rules = rules("tier");
    List<Replica> targets = new ArrayList<>();
    TargetSearch search =
        new TargetSearch(
            rules,
            wishes(rules, 3, Optional.empty(), List.of()),
            List.of(),
            Optional.empty(),
            recording(cluster, targets),
            cluster.random);
    assertThat(search.find(3)).isEqualTo(2);
    cluster.hostsShared = true;
    targets.forEach(target -> cluster.taken.add(target.node().name()));
    assertThat(search.find(1)).isEqualTo(1);
    assertThat(targets).doesNotHaveDuplicates().hasSize(3);
  }

  @Test
  void regionsGetAReplicaEach() {
    Rules text = Rules.version(1).placement("/data", "region").regions("/east", "/west");
    Cluster cluster = new Cluster("regions");
    for (int i = 1; i <= 3; i++) {
      cluster.with("e" + i, "/east/r" + i, DeviceType.DISK);
      cluster.with("w" + i, "/west/r" + i, DeviceType.SSD);
    }
    Result two = search(text.active(), cluster, 2, List.of());
    assertThat(two.racks()).anyMatch(rack -> rack.startsWith("/east"));
    assertThat(two.racks()).anyMatch(rack -> rack.startsWith("/west"));
    cluster.taken.clear();
    Result five = search(text.active(), cluster, 5, List.of());
    assertThat(five.racks()).doesNotHaveDuplicates().hasSize(5);
    assertThat(five.degraded()).isZero();
  }

  /** Weighted by the number of nodes: three of four draws take a disk. Six sigma are 0.082. */
  @Test
  void anyTierMeansEachDeviceAlike() {
    Random random = Seeds.of("any");
    int disks = 0;
    int draws = 1000;
    for (int i = 0; i < draws; i++) {
      Cluster cluster =
          new Cluster(random)
              .with("s1", "/r1", DeviceType.SSD)
              .with("d1", "/r1", DeviceType.DISK)
              .with("d2", "/r1", DeviceType.DISK)
              .with("d3", "/r2", DeviceType.DISK);
      Result result = search(rules("random"), cluster, 1, List.of());
      disks += result.types().contains(DeviceType.DISK) ? 1 : 0;
    }
    assertThat((double) disks / draws).isBetween(0.668, 0.832);
  }

  /**
   * Random clusters: a search finds a target for each host, each on another host; and what it calls
   * degraded covers each rule that the replicas do not fulfil.
   */
  @Test
  void findsAllTargetsAndTellsWhichAreDegraded() {
    Random random = Seeds.of("clusters");
    for (int round = 0; round < 2000; round++) {
      String kind = List.of("network", "tier", "hybrid", "random").get(random.nextInt(4));
      Cluster cluster = new Cluster(random);
      int hosts = 1 + random.nextInt(8);
      for (int host = 0; host < hosts; host++) {
        DeviceType type =
            List.of(DeviceType.SSD, DeviceType.DISK, DeviceType.ARCHIVE).get(random.nextInt(3));
        cluster.with("h" + host, "/r" + random.nextInt(3), type);
      }
      cluster.writer = random.nextBoolean() ? "h0" : "";
      int replicas = 1 + random.nextInt(4);
      ActiveRules rules = rules(kind);
      Result result = search(rules, cluster, replicas, List.of());
      String text = kind + " " + replicas + " of " + cluster.devices + " seed " + Seeds.seed();
      assertThat(result.found()).as(text).isEqualTo(Math.min(replicas, hosts));
      assertThat(result.targets()).as(text).hasSize(result.found());
      assertThat(result.targets().stream().map(r -> r.node().host()))
          .as(text)
          .doesNotHaveDuplicates();
      Fulfilment fulfilment =
          Fulfilment.of(
              wishes(rules, replicas, Optional.empty(), List.of()),
              result.targets(),
              rules.tiers(),
              rules.regions());
      assertThat(fulfilment.others().size()).as(text).isLessThanOrEqualTo(result.degraded());
    }
  }
}
