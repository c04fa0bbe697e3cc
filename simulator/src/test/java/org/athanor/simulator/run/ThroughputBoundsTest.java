// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.access.AccessPlan.Round;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.access.AccessSummary;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FilePolicies;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.manage.Foresight;
import org.athanor.simulator.manage.ManagerRules;
import org.athanor.simulator.manage.Planning;
import org.athanor.simulator.manage.PredictionErrors;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.placement.HybridPlacement;
import org.athanor.storage.placement.NetworkPlacement;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.RandomPlacement;
import org.athanor.storage.placement.TierPlacement;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Six nodes in two racks, each with two disks of 100 MB/s (50 written) and one for other data. */
class ThroughputBoundsTest {
  private static final long MB = 1_000_000;

  private static final Tier SSD = tier("ssd", DeviceType.SSD);
  private static final Tier DISK = tier("disk", DeviceType.DISK);
  private static final Tiers TIERS = new Tiers(List.of(SSD, DISK));

  private static Tier tier(String name, DeviceType type) {
    return new Tier(name, Set.of(type), "", 1, 1, 1, true);
  }

  private static DeviceSpec disk(DeviceUse use) {
    return device(DeviceType.DISK, 100e6, 1L << 40, use);
  }

  private static DeviceSpec device(DeviceType type, double rate, long room, DeviceUse use) {
    return new DeviceSpec(type, rate, rate / 2, 0, room, use, Power.NONE);
  }

  private static NodeSpec node(double link, DeviceSpec... devices) {
    return new NodeSpec("n", 1, 1e9, link, List.of(devices), Slots.NONE, Power.NONE);
  }

  private static Scenario scenario(double link, double uplink, Round... rounds) {
    NodeSpec node = node(link, disk(DeviceUse.HDFS), disk(DeviceUse.ALL), disk(DeviceUse.LOCAL));
    return scenario(ClusterSpec.ofEqual(node, 6, 2, uplink), HdfsRules.stock(), 1, rounds);
  }

  private static Scenario scenario(ClusterSpec cluster, HdfsRules hdfs, int seed, Round... rounds) {
    AccessPlan plan = new AccessPlan(List.of(rounds));
    return Scenario.ofClients(cluster, hdfs, List.of(), List.of(plan), seed, 1e-9);
  }

  private static Round writes(int replication, long... sizes) {
    List<Access> all = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      all.add(new Access.Write(0, i, new FileSpec("/" + i, sizes[i], 10 * MB, replication)));
    }
    return new Round(0, all);
  }

  private static Round reads(double... starts) {
    List<Access> all = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      all.add(new Access.Read(starts[i], i, "/" + i));
    }
    return new Round(1, all);
  }

  private static OptionalDouble bound(Scenario scenario, boolean writes) {
    return ThroughputBounds.of(scenario, ClusterRun.run(scenario, job -> {}).accesses(), writes);
  }

  /** Two readers have a disk each. */
  @Test
  void readsMayAllBeLocal() {
    Scenario scenario = scenario(1, 1, writes(3, 100 * MB, 100 * MB), reads(0, 0));
    assertThat(bound(scenario, false).orElseThrow()).isEqualTo(100e6, within(1.0));
  }

  /** One access writes three replicas, two of which go over links. */
  @Test
  void replicasNeedLinks() {
    Round one = writes(3, 100 * MB);
    assertThat(bound(scenario(1e9, 1e9, one), true).orElseThrow()).isEqualTo(50e6, within(1.0));
    // Six links, of which each byte needs two.
    assertThat(bound(scenario(4e6, 1e9, one), true).orElseThrow()).isEqualTo(12e6, within(1.0));
    assertThat(bound(scenario(4e6, 1e9, writes(1, 100 * MB)), true).orElseThrow())
        .isEqualTo(50e6, within(1.0));
  }

  /** The second rack stores nothing: all replicas are in the first one, whatever the rule. */
  @Test
  void uplinksDoNotCount() {
    NodeSpec stores = node(500e6, disk(DeviceUse.ALL));
    NodeSpec computes = node(500e6, disk(DeviceUse.LOCAL));
    ClusterSpec cluster =
        new ClusterSpec(
            List.of(
                new RackSpec(List.of(stores, stores, stores), 1e6),
                new RackSpec(List.of(computes), 1e6)));
    Scenario scenario = scenario(cluster, HdfsRules.stock(), 1, writes(3, 100 * MB));
    RunResult result = ClusterRun.run(scenario, job -> {});
    assertThat(AccessSummary.of(result.accesses(), true).throughput()).isEqualTo(50e6, within(1.0));
    assertThat(ThroughputBounds.of(scenario, result.accesses(), true).orElseThrow())
        .isEqualTo(50e6, within(1.0));
  }

  /** Three replicas were asked for; there are two nodes, so a byte needs one link of 4 MB/s. */
  @Test
  void replicasThatAreMissingNeedNoLinks() {
    ClusterSpec two = ClusterSpec.ofEqual(node(4e6, disk(DeviceUse.ALL)), 2);
    Scenario scenario = scenario(two, HdfsRules.stock(), 1, writes(3, 100 * MB));
    assertThat(bound(scenario, true).orElseThrow()).isEqualTo(8e6, within(1.0));
  }

  @Test
  void thereIsNoneForUnequalAccesses() {
    Round writes = writes(3, 100 * MB, 100 * MB);
    Scenario later = scenario(1e9, 1e9, writes, reads(0, 1));
    assertThat(bound(later, false)).isEmpty();
    assertThat(bound(later, true)).isPresent();
    Scenario larger = scenario(1e9, 1e9, writes(3, 100 * MB, 101 * MB), reads(0, 0));
    assertThat(bound(larger, true)).isEmpty();
    assertThat(bound(larger, false)).isEmpty();
    Scenario twice = scenario(1e9, 1e9, writes, reads(0, 0), reads(0, 0));
    assertThat(bound(twice, false)).isEmpty();
    assertThat(bound(scenario(1e9, 1e9, writes), false)).isEmpty();
    Scenario failing = later.with(Failures.of(new NodeFailure(1, 0)));
    assertThat(bound(failing, true)).isEmpty();
    assertThat(bound(scenario(1e9, 1e9, writes(3, 0, 0)), true)).isEmpty();
  }

  /** The file is on the fast device, which has room for one, and is read twice. */
  @Test
  void thereIsNoneForRepeatedReads() {
    List<Access> same = List.of(new Access.Read(0, 0, "/0"), new Access.Read(0, 1, "/0"));
    Scenario scenario = scenario(1e9, 1e9, writes(3, 100 * MB), new Round(0, same));
    assertThat(bound(scenario, false)).isEmpty();
    assertThat(bound(scenario, true)).isPresent();
  }

  /** The read waits for the end of a write, and so begins after the other one. */
  @Test
  void thereIsNoneForReadsThatWait() {
    List<Access> all = new ArrayList<>(writes(3, 100 * MB).accesses());
    FileSpec other = new FileSpec("/1", 100 * MB, 10 * MB, 3);
    all.add(new Access.Read(0, 0, "/0"));
    all.add(new Access.Read(0, 1, "/1"));
    AccessPlan plan = new AccessPlan(List.of(new Round(0, all)));
    ClusterSpec cluster = ClusterSpec.ofEqual(node(1e9, disk(DeviceUse.ALL)), 6);
    Scenario scenario =
        Scenario.ofClients(cluster, HdfsRules.stock(), List.of(other), List.of(plan), 1, 1e-9);
    assertThat(bound(scenario, false)).isEmpty();
    assertThat(bound(scenario, true)).isPresent();
  }

  @Test
  void thereIsNoneIfFilesMove() {
    Planning region = new Planning.Region(DISK, SSD, 100 * MB, Bonus.NONE);
    ManagerRules rules =
        new ManagerRules(region, new Foresight.Perfect(), 1000, 1, 60, PredictionErrors.NONE);
    Scenario scenario = scenario(1e9, 1e9, writes(3, 100 * MB), reads(0)).with(rules);
    assertThat(bound(scenario, false)).isEmpty();
  }

  private static HdfsRules rules(Random random) {
    List<Optional<PlacementPolicy>> policies =
        List.of(
            Optional.empty(),
            Optional.of(new NetworkPlacement(TIERS, TIERS.all())),
            Optional.of(new RandomPlacement(TIERS, TIERS.all())),
            Optional.of(new TierPlacement(TIERS, TIERS.all())),
            Optional.of(new HybridPlacement(TIERS, TIERS.all())));
    Optional<PlacementPolicy> policy = policies.get(random.nextInt(policies.size()));
    return new HdfsRules(
        policy.map(FilePolicies::all), Optional.empty(), Optional.of(TIERS), Regions.none());
  }

  /**
   * Up to three racks of nodes with a disk; some also have an SSD, are nearly full, or store
   * nothing.
   */
  private static ClusterSpec cluster(Random random, double link) {
    List<RackSpec> racks = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int rack = 0; rack < count; rack++) {
      List<NodeSpec> nodes = new ArrayList<>();
      boolean stores = rack == 0 || random.nextInt(3) > 0;
      while (nodes.size() < 3) {
        List<DeviceSpec> devices = new ArrayList<>();
        DeviceUse use = stores ? DeviceUse.ALL : DeviceUse.LOCAL;
        devices.add(device(DeviceType.DISK, (1 + random.nextInt(5)) * 20e6, 1L << 40, use));
        if (random.nextBoolean()) {
          long room = random.nextBoolean() ? 60 * MB : 1L << 40;
          devices.add(device(DeviceType.SSD, 500e6, room, use));
        }
        if (rack > 0 && random.nextInt(3) == 0) {
          devices.set(0, device(DeviceType.DISK, 100e6, 20 * MB, use));
        }
        nodes.add(node(link, devices.toArray(DeviceSpec[]::new)));
      }
      racks.add(new RackSpec(nodes, link * (1 + random.nextInt(3))));
    }
    return new ClusterSpec(racks);
  }

  @Test
  void simulatedThroughputsAreBelow() {
    Random random = Seeds.of("throughputs");
    for (int round = 0; round < 150; round++) {
      ClusterSpec cluster = cluster(random, new double[] {5e6, 50e6, 500e6}[random.nextInt(3)]);
      long[] sizes = new long[1 + random.nextInt(3)];
      Arrays.fill(sizes, 40 * MB);
      Round writes = writes(1 + random.nextInt(4), sizes);
      boolean repeated = random.nextInt(4) == 0;
      List<Access> reads = new ArrayList<>();
      for (int i = 0; i < sizes.length; i++) {
        reads.add(new Access.Read(0, i, "/" + i));
        if (repeated) {
          reads.add(new Access.Read(0, 0, "/" + i));
        }
      }
      Scenario scenario =
          scenario(cluster, rules(random), random.nextInt(), writes, new Round(1, reads));
      List<AccessRecord> records = ClusterRun.run(scenario, job -> {}).accesses();
      assertThat(ThroughputBounds.of(scenario, records, false).isPresent()).isEqualTo(!repeated);
      assertThat(ThroughputBounds.of(scenario, records, true)).isPresent();
      for (boolean what : new boolean[] {true, false}) {
        ThroughputBounds.of(scenario, records, what)
            .ifPresent(
                bound ->
                    assertThat(AccessSummary.of(records, what).throughput())
                        .isLessThan(bound * (1 + 1e-6)));
      }
    }
  }
}
