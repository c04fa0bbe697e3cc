// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.storage.PaperCluster.BLOCK;
import static org.athanor.storage.PaperCluster.HDD;
import static org.athanor.storage.PaperCluster.PCIE;
import static org.athanor.storage.PaperCluster.SATA;
import static org.athanor.storage.PaperCluster.TIERS;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.ChiSquare;
import org.athanor.storage.PaperCluster;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class NodeChooserTest {
  private static final ClusterView PAPER = PaperCluster.view();
  private static final int DRAWS = 3000;
  private static final long MIB = 1 << 20;

  private static PlacementDecision place(
      PlacementPolicy policy, ClusterView view, PlacementRequest request, long seed) {
    return NodeChooser.choose(view, policy.rules(request), request, seed);
  }

  private static Tier tier(Volume volume) {
    return TIERS.of(volume.device(), volume.node().label()).orElseThrow();
  }

  private static String rack(Volume volume) {
    return volume.node().location();
  }

  private static int racks(PlacementDecision decision) {
    return (int) decision.volumes().stream().map(NodeChooserTest::rack).distinct().count();
  }

  private static PlacementRequest from(String host) {
    return PlacementRequest.from(new Writer(host, "/" + host.substring(0, 2)), "/a", 3, BLOCK);
  }

  @Test
  void networkWritesLocallyThenToTwoHostsOfAnotherRack() {
    NetworkPlacement policy = new NetworkPlacement(TIERS, TIERS.all());
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementDecision decision = place(policy, PAPER, from("r2h2"), seed);
      List<Volume> volumes = decision.volumes();
      assertThat(volumes).hasSize(3);
      assertThat(volumes.get(0).node().host()).isEqualTo("r2h2");
      assertThat(rack(volumes.get(1))).isNotEqualTo("/r2").isEqualTo(rack(volumes.get(2)));
      assertThat(volumes.get(1).node().host()).isNotEqualTo(volumes.get(2).node().host());
      assertThat(decision.degraded()).isEmpty();
    }
  }

  @Test
  void hybridUsesThreeTiersAndTwoRacks() {
    HybridPlacement policy = new HybridPlacement(TIERS, TIERS.all());
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementDecision decision = place(policy, PAPER, from("r1h9"), seed);
      List<Volume> volumes = decision.volumes();
      assertThat(volumes.stream().map(NodeChooserTest::tier)).containsExactly(HDD, PCIE, SATA);
      assertThat(volumes.get(0).node().host()).isEqualTo("r1h9");
      assertThat(rack(volumes.get(1))).isNotEqualTo("/r1");
      assertThat(rack(volumes.get(2))).isIn("/r1", rack(volumes.get(1)));
      assertThat(decision.degraded()).isEmpty();
    }
  }

  @Test
  void hybridTakesTheFastestTierOfTheWritersNode() {
    HybridPlacement policy = new HybridPlacement(TIERS, TIERS.all());
    assertThat(place(policy, PAPER, from("r3h1"), 1).volumes().stream().map(NodeChooserTest::tier))
        .containsExactly(PCIE, HDD, SATA);
    assertThat(place(policy, PAPER, from("r3h2"), 1).volumes().stream().map(NodeChooserTest::tier))
        .containsExactly(SATA, PCIE, HDD);
  }

  /**
   * Tier-aware and random placement leave at most 12 % of the blocks in one rack (section 4.3.3).
   * Here none is: HDFS lets a rack have two of three replicas.
   */
  @Test
  void noPolicyLeavesBlocksInOneRack() {
    assertThat(inOneRack(new RandomPlacement(TIERS, TIERS.all()))).isZero();
    assertThat(inOneRack(new TierPlacement(TIERS, TIERS.all()))).isZero();
    assertThat(inOneRack(new NetworkPlacement(TIERS, TIERS.all()))).isZero();
    assertThat(inOneRack(new HybridPlacement(TIERS, TIERS.all()))).isZero();
  }

  private static double inOneRack(PlacementPolicy policy) {
    int blocks = 0;
    for (int seed = 0; seed < DRAWS; seed++) {
      blocks += racks(place(policy, PAPER, from("r1h" + (1 + seed % 9)), seed)) == 1 ? 1 : 0;
    }
    return blocks / (double) DRAWS;
  }

  /** 3, 9 and 27 of 39 volumes. */
  @Test
  void aTierGetsRandomReplicasInProportionToItsVolumes() {
    RandomPlacement policy = new RandomPlacement(TIERS, TIERS.all());
    long[] replicas = new long[3];
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementRequest request = PlacementRequest.fromOutside("/a", 1, BLOCK);
      replicas[TIERS.rank(tier(place(policy, PAPER, request, seed).volumes().get(0)))]++;
    }
    assertThat(ChiSquare.of(replicas, new double[] {3 / 39.0, 9 / 39.0, 27 / 39.0}))
        .isLessThan(ChiSquare.bound(3));
  }

  /** Section 7.3.4: 318 blocks in five regions of ten nodes. */
  @Test
  void regionPlacementHasEachBlockInThreeRegions() {
    List<Region> regions = new ArrayList<>();
    List<Volume> volumes = new ArrayList<>();
    for (int region = 0; region < 5; region++) {
      regions.add(new Region("c" + region, List.of("/c" + region)));
      for (int i = 0; i < 10; i++) {
        String host = "c" + region + "h" + i;
        volumes.add(volume(host, "/c" + region + "/r" + i / 5, DeviceType.DISK, BLOCK));
      }
    }
    ClusterView view = view(new Regions(regions), volumes);
    RegionPlacement policy = new RegionPlacement(view.regions(), TIERS, TIERS.all());
    for (int block = 0; block < 318; block++) {
      Writer writer = new Writer("c2h3", "/c2/r0");
      PlacementRequest request = PlacementRequest.from(writer, "/tera/part-1", 3, BLOCK);
      List<Volume> chosen = place(policy, view, request, block).volumes();
      assertThat(chosen.get(0).node().host()).isEqualTo("c2h3");
      assertThat(chosen.stream().map(volume -> rack(volume).substring(0, 3)))
          .isEqualTo(
              place(policy, view, request, 0).volumes().stream()
                  .map(volume -> rack(volume).substring(0, 3))
                  .toList())
          .doesNotHaveDuplicates();
    }
  }

  private static Volume volume(String host, String rack, DeviceType device, long free) {
    return volume(host, rack, device, free, 0);
  }

  private static Volume volume(String host, String rack, DeviceType device, long free, int load) {
    String label = device == DeviceType.SSD ? "sata" : "";
    Node node = new Node(host + "-" + device, host, rack, label);
    return new Volume(node, device, 1L << 40, free, load);
  }

  private static Replica replica(String host, String rack, DeviceType device) {
    Volume volume = volume(host, rack, device, 0);
    return new Replica(volume.node(), volume.device());
  }

  private static ClusterView view(Regions regions, List<Volume> volumes) {
    return new ClusterSnapshot(
        volumes.stream().map(Volume::node).toList(), volumes, TIERS, regions);
  }

  private static ClusterView view(Volume... volumes) {
    return view(Regions.none(), List.of(volumes));
  }

  @Test
  void saysWhichTierIsFull() {
    ClusterView view =
        view(
            volume("a", "/r1", DeviceType.SSD, MIB - 1),
            volume("a", "/r1", DeviceType.DISK, MIB),
            volume("b", "/r2", DeviceType.DISK, MIB));
    PlacementDecision decision =
        place(
            new HybridPlacement(TIERS, List.of(SATA, HDD)),
            view,
            PlacementRequest.from(new Writer("a", "/r1"), "/a", 2, MIB),
            7);
    assertThat(decision.volumes().stream().map(volume -> volume.node().name()))
        .containsExactly("a-DISK", "b-DISK");
    assertThat(decision.degraded())
        .containsExactly(
            "replica 2: no other host has a volume of tier sata with 1 MiB free where the replica"
                + " may be: tier hdd was taken");
  }

  /** Its rack is safer than its tier: the other rack has no SSD. */
  @Test
  void anotherRackGoesBeforeAnotherTier() {
    ClusterView view =
        view(
            volume("a", "/r1", DeviceType.DISK, MIB),
            volume("b", "/r1", DeviceType.SSD, MIB),
            volume("c", "/r2", DeviceType.DISK, MIB));
    PlacementRequest request = PlacementRequest.from(new Writer("a", "/r1"), "/a", 3, MIB);
    HybridPlacement policy = new HybridPlacement(TIERS, List.of(SATA, HDD));
    PlacementDecision decision = place(policy, view, request, 7);
    assertThat(decision.volumes().stream().map(volume -> volume.node().host()))
        .containsExactly("a", "c", "b");
    assertThat(decision.degraded())
        .containsExactly(
            "replica 2: no other host has a volume of tier sata with 1 MiB free where the replica"
                + " may be: tier hdd was taken");
  }

  @Test
  void theTiersOfTheFileGoBeforeTheWritersNode() {
    ClusterView view =
        view(
            volume("a", "/r1", DeviceType.SSD, MIB),
            volume("b", "/r2", DeviceType.DISK, MIB),
            volume("c", "/r1", DeviceType.DISK, MIB));
    PlacementDecision decision =
        place(
            new HybridPlacement(TIERS, List.of(HDD)),
            view,
            PlacementRequest.from(new Writer("a", "/r1"), "/a", 1, MIB),
            7);
    assertThat(decision.volumes().get(0).node().host()).isEqualTo("c");
    assertThat(decision.degraded())
        .containsExactly(
            "replica 1: no volume on the writer's host a can take it: node c-DISK in rack /r1 was"
                + " taken");
  }

  @Test
  void oneHostGetsOneReplica() {
    ClusterView view =
        view(
            volume("a", "/r1", DeviceType.SSD, MIB),
            volume("a", "/r1", DeviceType.DISK, MIB),
            volume("b", "/r1", DeviceType.DISK, MIB + 1),
            volume("c", "/r1", DeviceType.DISK, MIB - 1));
    PlacementDecision decision =
        place(
            new RandomPlacement(TIERS, TIERS.all()),
            view,
            PlacementRequest.fromOutside("/a", 3, MIB),
            7);
    assertThat(decision.volumes().stream().map(volume -> volume.node().host()))
        .containsExactlyInAnyOrder("a", "b");
    assertThat(decision.degraded())
        .containsExactly(
            "only 2 of 3 new replicas: no other host without a replica has 1 MiB free, fewer than 3"
                + " replicas in its rack, and at most twice the mean load");
  }

  @Test
  void anEmptyClusterGetsNothing() {
    PlacementRequest request = PlacementRequest.fromOutside("/a", 1, 5);
    assertThat(place(new RandomPlacement(TIERS, TIERS.all()), view(), request, 7))
        .isEqualTo(
            new PlacementDecision(
                List.of(),
                List.of(
                    "only 0 of 1 new replicas: no other host without a replica has 5 bytes free, fewer"
                        + " than 0 replicas in its rack, and at most twice the mean load")));
  }

  @Test
  void aDeviceOfNoTierIsTheLastResort() {
    ClusterView view =
        view(volume("a", "/r1", DeviceType.ARCHIVE, MIB), volume("b", "/r1", DeviceType.DISK, MIB));
    PlacementDecision decision =
        place(
            new RandomPlacement(TIERS, TIERS.all()),
            view,
            PlacementRequest.fromOutside("/a", 2, MIB),
            7);
    assertThat(decision.volumes().stream().map(volume -> volume.node().host()))
        .containsExactly("b", "a");
    assertThat(decision.degraded())
        .containsExactly(
            "replica 2: no other host has a volume of tier pcie or sata or hdd with 1 MiB free"
                + " where the replica may be: a ARCHIVE of no tier was taken");
  }

  /** The mean load is 4. Each of the others is as likely, whatever its load. */
  @Test
  void leavesOutNodesWithMoreThanTwiceTheMeanLoad() {
    ClusterView view =
        view(
            volume("a", "/r1", DeviceType.DISK, MIB, 9),
            volume("b", "/r1", DeviceType.DISK, MIB, 3),
            volume("c", "/r1", DeviceType.DISK, MIB, 0));
    RandomPlacement policy = new RandomPlacement(TIERS, TIERS.all());
    long[] blocks = new long[2];
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementRequest request = PlacementRequest.fromOutside("/a", 1, MIB);
      String host = place(policy, view, request, seed).volumes().get(0).node().host();
      assertThat(host).isNotEqualTo("a");
      blocks[host.equals("b") ? 0 : 1]++;
    }
    assertThat(ChiSquare.of(blocks, new double[] {0.5, 0.5})).isLessThan(ChiSquare.bound(2));
  }

  /** As HDFS does. */
  @Test
  void asksTheWritersNodeWhateverItsLoad() {
    ClusterView view =
        view(
            volume("a", "/r1", DeviceType.DISK, MIB, 9),
            volume("b", "/r1", DeviceType.DISK, MIB, 0));
    PlacementRequest request = PlacementRequest.from(new Writer("a", "/r1"), "/a", 1, MIB);
    PlacementDecision decision = place(new NetworkPlacement(TIERS, TIERS.all()), view, request, 7);
    assertThat(decision.volumes().get(0).node().host()).isEqualTo("a");
  }

  /** The disk of host a would block the only SSD for the third replica. */
  @Test
  void drawsAgainIfAReplicaTookTheOnlyHostOfATier() {
    Tiers three =
        new Tiers(
            List.of(
                new Tier("pcie", Set.of(DeviceType.NVDIMM), "", 1, 1, 1, false),
                new Tier("sata", Set.of(DeviceType.SSD), "", 1, 1, 1, false),
                new Tier("hdd", Set.of(DeviceType.DISK), "", 1, 1, 1, false)));
    List<Volume> volumes =
        List.of(
            volume("a", "/r1", DeviceType.SSD, MIB),
            volume("a", "/r1", DeviceType.DISK, MIB),
            volume("b", "/r1", DeviceType.NVDIMM, MIB),
            volume("c", "/r1", DeviceType.DISK, MIB));
    ClusterView view =
        new ClusterSnapshot(
            volumes.stream().map(Volume::node).toList(), volumes, three, Regions.none());
    TierPlacement policy = new TierPlacement(three, three.all());
    int degraded = 0;
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementRequest request = PlacementRequest.fromOutside("/a", 3, MIB);
      degraded += place(policy, view, request, seed).degraded().isEmpty() ? 0 : 1;
    }
    // One draw is wrong in 1/2 of the cases, all three in 1/8.
    assertThat(degraded / (double) DRAWS).isBetween(0.1, 0.15);
  }

  @Test
  void replacesALostReplicaOnItsTier() {
    HybridPlacement policy = new HybridPlacement(TIERS, TIERS.all());
    Replica local = new Replica(node("r1h9-hdd"), DeviceType.DISK);
    Replica sata = new Replica(node("r2h2-sata"), DeviceType.SSD);
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementRequest request = PlacementRequest.again(List.of(sata, local), "/a", 3, BLOCK);
      List<Volume> volumes = place(policy, PAPER, request, seed).volumes();
      assertThat(volumes).hasSize(1);
      assertThat(tier(volumes.get(0))).isEqualTo(PCIE);
      assertThat(rack(volumes.get(0))).isIn("/r1", "/r2");
    }
  }

  @Test
  void replacesALostReplicaInAnotherRack() {
    NetworkPlacement policy = new NetworkPlacement(TIERS, TIERS.all());
    List<Replica> left =
        List.of(
            new Replica(node("r2h5-hdd"), DeviceType.DISK),
            new Replica(node("r2h6-hdd"), DeviceType.DISK));
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementRequest request = PlacementRequest.again(left, "/a", 3, BLOCK);
      assertThat(rack(place(policy, PAPER, request, seed).volumes().get(0))).isNotEqualTo("/r2");
    }
  }

  private static Node node(String name) {
    return PAPER.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void fulfilmentSaysWhichRulesAreMissing() {
    List<ReplicaRule> hybrid =
        new HybridPlacement(TIERS, List.of(SATA, HDD))
            .rules(PlacementRequest.fromOutside("/a", 3, MIB));
    Replica disk1 = replica("a", "/r1", DeviceType.DISK);
    Replica disk2 = replica("b", "/r1", DeviceType.DISK);
    Replica flash2 = replica("c", "/r2", DeviceType.SSD);
    Replica archive = replica("d", "/r3", DeviceType.ARCHIVE);

    assertThat(fulfilment(hybrid, disk1, disk2, flash2))
        .isEqualTo(
            new Fulfilment(
                List.of(Optional.of(disk1), Optional.of(flash2), Optional.of(disk2)),
                List.of(),
                List.of()));
    assertThat(fulfilment(hybrid, disk1, disk2).missing()).containsExactly(1, 2);
    assertThat(fulfilment(hybrid, archive, flash2).others()).containsExactly(archive);
    assertThat(fulfilment(hybrid, archive, flash2).missing()).containsExactly(1, 2);
    assertThat(fulfilment(hybrid, archive).missing()).containsExactly(1, 0, 2);
    assertThat(fulfilment(hybrid).missing()).containsExactly(0, 1, 2);
  }

  /** The third rule is fulfilled though the second is not. */
  @Test
  void anUnfulfilledRuleDoesNotStandInTheWayOfTheNext() {
    List<ReplicaRule> network =
        new NetworkPlacement(TIERS, TIERS.all()).rules(PlacementRequest.fromOutside("/a", 3, MIB));
    Replica one = replica("a", "/r1", DeviceType.DISK);
    Replica two = replica("b", "/r1", DeviceType.DISK);
    assertThat(fulfilment(network, one, two))
        .isEqualTo(
            new Fulfilment(
                List.of(Optional.of(one), Optional.empty(), Optional.of(two)),
                List.of(1),
                List.of()));
  }

  @Test
  void aReplicaOutsideItsRegionFulfilsNoRule() {
    Regions regions =
        new Regions(List.of(new Region("c1", List.of("/c1")), new Region("c2", List.of("/c2"))));
    List<ReplicaRule> rules =
        new RegionPlacement(regions, TIERS, TIERS.all())
            .rules(PlacementRequest.fromOutside("/a", 2, MIB));
    Replica inside = replica("a", "/c1/r1", DeviceType.DISK);
    Replica outside = replica("b", "/c3/r1", DeviceType.DISK);
    Fulfilment fulfilment = Fulfilment.of(rules, List.of(outside, inside), TIERS, regions);
    assertThat(fulfilment.others()).containsExactly(outside);
    assertThat(fulfilment.missing()).hasSize(1);
  }

  /** Replicas on devices of no tier fulfil no rule, but must not be the only ones in their rack. */
  @Test
  void replicasWithoutATierGetOneInAnotherRack() {
    List<Replica> archives =
        List.of(replica("x", "/r3", DeviceType.ARCHIVE), replica("y", "/r3", DeviceType.ARCHIVE));
    NetworkPlacement policy = new NetworkPlacement(TIERS, TIERS.all());
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementRequest request = PlacementRequest.again(archives, "/a", 3, BLOCK);
      assertThat(rack(place(policy, PAPER, request, seed).volumes().get(0))).isNotEqualTo("/r3");
    }
  }

  @Test
  void theSameRackIsAnotherIfAllAreInOne() {
    ReplicaRule anywhere =
        new ReplicaRule(List.of(new Place.Anywhere()), TIERS.all(), TierUse.ANY_OF);
    ReplicaRule same =
        new ReplicaRule(List.of(new Place.SameRackAs(List.of(0, 1))), TIERS.all(), TierUse.ANY_OF);
    List<Replica> existing =
        List.of(replica("x", "/r3", DeviceType.DISK), replica("y", "/r3", DeviceType.DISK));
    PlacementRequest request = PlacementRequest.again(existing, "/a", 3, BLOCK);
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementDecision decision =
          NodeChooser.choose(PAPER, List.of(anywhere, anywhere, same), request, seed);
      assertThat(rack(decision.volumes().get(0))).isNotEqualTo("/r3");
    }
  }

  @Test
  void moreReplicasThanRegionsAreInDifferentRacks() {
    Regions regions = new Regions(List.of(new Region("c1", List.of("/c1"))));
    ClusterView view =
        view(
            regions,
            List.of(
                volume("a", "/c1/r1", DeviceType.DISK, MIB),
                volume("b", "/c1/r1", DeviceType.DISK, MIB),
                volume("c", "/c1/r1", DeviceType.DISK, MIB),
                volume("d", "/c1/r2", DeviceType.DISK, MIB)));
    RegionPlacement policy = new RegionPlacement(regions, TIERS, TIERS.all());
    for (int seed = 0; seed < DRAWS; seed++) {
      PlacementRequest request = PlacementRequest.fromOutside("/a", 2, MIB);
      assertThat(racks(place(policy, view, request, seed))).isEqualTo(2);
    }
  }

  private static Fulfilment fulfilment(List<ReplicaRule> rules, Replica... replicas) {
    return Fulfilment.of(rules, List.of(replicas), TIERS, Regions.none());
  }

  @Test
  void hostsOfExistingReplicasGetNoOther() {
    ClusterView view =
        view(volume("a", "/r1", DeviceType.SSD, MIB), volume("b", "/r1", DeviceType.DISK, MIB));
    PlacementRequest request =
        PlacementRequest.again(List.of(replica("a", "/r1", DeviceType.DISK)), "/a", 2, MIB);
    List<Volume> volumes =
        place(new TierPlacement(TIERS, List.of(SATA, HDD)), view, request, 7).volumes();
    assertThat(new HashSet<>(volumes)).hasSize(1);
    assertThat(volumes.get(0).node().host()).isEqualTo("b");
  }
}
