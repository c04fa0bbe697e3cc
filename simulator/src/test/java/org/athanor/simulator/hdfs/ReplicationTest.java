// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.placement.Place;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.TierUse;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Disks read 10 bytes/s and write 5, links carry 100. */
class ReplicationTest {
  private static final int ROUNDS = 200;
  private static final long ROOM = 100_000;

  /** A cluster with two disks in each node. */
  private static final class World {
    private final Simulation simulation = new Simulation();
    private final Cluster cluster;
    private final FileSystem files;

    World(Random random, int nodes, int racks) {
      DeviceSpec disk = new DeviceSpec(DeviceType.DISK, 10, 5, 0, ROOM, DeviceUse.HDFS, Power.NONE);
      NodeSpec node = new NodeSpec("s", 1, 1, 100, List.of(disk, disk), Slots.NONE, Power.NONE);
      cluster = new Cluster(ClusterSpec.ofEqual(node, nodes, racks, 300), simulation.flows());
      files =
          new FileSystem(
              cluster,
              new StockPlacement(new SplittableRandom(random.nextLong())),
              new StockSelection(new SplittableRandom(random.nextLong())));
    }

    Replication replication(double delay, int streams) {
      return new Replication(simulation, cluster, files, delay, streams);
    }
  }

  private final World world = new World(new Random(1), 4, 1);
  private final Simulation simulation = world.simulation;
  private final Cluster cluster = world.cluster;
  private final FileSystem files = world.files;

  /** A block of 100 bytes that was written to two nodes instead of three: 20 s from its end on. */
  @Test
  void aBlockThatWasWrittenToFewerNodesDoesNotWait() {
    Replication replication = world.replication(1000, 2);
    SimulatedFile file = files.open("/f", 100, 100, 3);
    int[] devices = files.writeBlock(file, 0, 0);
    files.forget(file, cluster.nodeOf(devices[2]));
    files.close(file);
    simulation.run();
    assertThat(file.replicas(0)).hasSize(3);
    assertThat(simulation.seconds()).isEqualTo(20, within(1e-8));
    assertThat(replication.bytes()).isEqualTo(100);
  }

  /**
   * A node that has the only replicas of four blocks sends two at once, over its one disk or two.
   */
  @Test
  void aNodeSendsNoMoreStreamsAtOnceThanItMay() {
    Replication replication = world.replication(7, 1);
    SimulatedFile file = files.create(new FileSpec("/f", 100, 100, 2));
    int source = cluster.nodeOf(file.replicas(0)[0]);
    for (int i = 0; i < 3; i++) {
      SimulatedFile more = files.open("/more" + i, 100, 100, 2);
      int[] devices = files.writeBlock(more, 0, source);
      files.forget(more, cluster.nodeOf(devices[1]));
      files.close(more);
    }
    // Three copies of 20 s, one after the other; the fourth block is whole.
    simulation.run();
    assertThat(simulation.seconds()).isEqualTo(60, within(1e-7));
    assertThat(replication.bytes()).isEqualTo(300);
  }

  @Test
  void stopEndsAllCopiesAndTimers() {
    Replication replication = world.replication(7, 1);
    SimulatedFile file = files.create(new FileSpec("/f", 300, 100, 2));
    int node = cluster.nodeOf(file.replicas(0)[0]);
    replication.lose(node, files.lose(node));
    replication.stop();
    simulation.run();
    assertThat(simulation.seconds()).isZero();
    assertThat(replication.bytes()).isZero();
  }

  /** A block on three of four nodes in two racks is copied to the fourth while one is away. */
  @Test
  void aNodeThatIsBackMakesOneTooMany() {
    World three = new World(new Random(1), 4, 2);
    Replication replication = three.replication(10, 1);
    SimulatedFile file = three.files.create(new FileSpec("/f", 100, 100, 3));
    int away = three.cluster.nodeOf(file.replicas(0)[2]);
    replication.lose(away, three.files.lose(away, true));
    three.simulation.run();
    assertThat(file.replicas(0)).hasSize(3);
    replication.back(away, three.files.back(away));
    assertThat(file.replicas(0)).hasSize(3);
    assertThat(
            Arrays.stream(file.replicas(0)).map(d -> three.cluster.rackOf(three.cluster.nodeOf(d))))
        .contains(0, 1);
    three.simulation.run();
    check(three, 4, "back");
  }

  /** A copy that is on its way when the node is back is made, and one of the four replicas goes. */
  @Test
  void aCopyUnderWayMakesOneTooMany() {
    Replication replication = world.replication(5, 1);
    SimulatedFile file = files.create(new FileSpec("/f", 100, 100, 2));
    int away = cluster.nodeOf(file.replicas(0)[0]);
    replication.lose(away, files.lose(away, true));
    simulation.after(15, () -> replication.back(away, files.back(away)));
    simulation.after(16, () -> assertThat(file.replicas(0)).hasSize(2));
    simulation.run();
    assertThat(replication.bytes()).isEqualTo(100);
    check(world, 4, "copied");
  }

  /**
   * A block that was written while two of four nodes were away gets its replicas when they are
   * back.
   */
  @Test
  void blocksWithoutRoomAreLookedAtAgain() {
    Replication replication = world.replication(5, 1);
    for (int node = 0; node < 2; node++) {
      replication.lose(node, files.lose(node, true));
    }
    SimulatedFile file = files.open("/f", 100, 100, 4);
    assertThat(files.writeBlock(file, 0, 2)).hasSize(2);
    files.close(file);
    simulation.run();
    assertThat(file.replicas(0)).hasSize(2);
    replication.back(0, files.back(0));
    simulation.run();
    assertThat(file.replicas(0)).hasSize(3);
    replication.back(1, files.back(1));
    simulation.run();
    check(world, 4, "all back");
  }

  /** A rack's switch fails for less than nodes need to be dead; its nodes are back one by one. */
  @Test
  void aRackThatIsAwayForAWhileIsNotCopied() {
    World racks = new World(Seeds.of("rack"), 6, 2);
    Replication replication = racks.replication(630, 2);
    for (int file = 0; file < 20; file++) {
      racks.files.create(new FileSpec("/f" + file, 300, 100, 3));
    }
    List<Integer> rack =
        IntStream.range(0, 6).filter(node -> racks.cluster.rackOf(node) == 0).boxed().toList();
    assertThat(rack).hasSize(3);
    rack.forEach(node -> replication.lose(node, racks.files.lose(node, true)));
    for (int i = 0; i < rack.size(); i++) {
      int node = rack.get(i);
      racks.simulation.after(300 + 100 * i, () -> replication.back(node, racks.files.back(node)));
    }
    racks.simulation.run();
    assertThat(replication.bytes()).as("seed %s", Seeds.seed()).isZero();
    check(racks, 6, "back");
  }

  /** Of two nodes that are away one is dead earlier: its replicas are made, the other's are not. */
  @Test
  void onlyWhatIsOnDeadNodesIsCopied() {
    World five = new World(new Random(1), 5, 1);
    Replication replication = five.replication(100, 2);
    SimulatedFile file = five.files.create(new FileSpec("/f", 100, 100, 3));
    int[] nodes = Arrays.stream(file.replicas(0)).map(five.cluster::nodeOf).toArray();
    replication.lose(nodes[0], five.files.lose(nodes[0]));
    five.simulation.after(90, () -> replication.lose(nodes[1], five.files.lose(nodes[1], true)));
    five.simulation.after(180, () -> replication.back(nodes[1], five.files.back(nodes[1])));
    five.simulation.run();
    assertThat(replication.bytes()).isEqualTo(100);
    check(five, 4, "back");
  }

  /**
   * A policy wants one replica on SSD, the other on a disk. While the node of that one is away, a
   * new one is made on another disk; when it is back, one of the two on disks goes, although the
   * SSD has less room.
   */
  @Test
  void aPolicySaysWhichReplicaIsTooMany() {
    DeviceSpec disk = new DeviceSpec(DeviceType.DISK, 10, 5, 0, ROOM, DeviceUse.HDFS, Power.NONE);
    DeviceSpec ssd = new DeviceSpec(DeviceType.SSD, 10, 5, 0, ROOM, DeviceUse.HDFS, Power.NONE);
    NodeSpec node = new NodeSpec("s", 1, 1, 100, List.of(disk, ssd), Slots.NONE, Power.NONE);
    Tier fast = new Tier("ssd", Set.of(DeviceType.SSD), "", 10, 5, 100, false);
    Tier slow = new Tier("disk", Set.of(DeviceType.DISK), "", 10, 5, 100, false);
    Tiers tiers = new Tiers(List.of(fast, slow));
    PlacementPolicy policy =
        request ->
            IntStream.range(0, request.replication())
                .mapToObj(
                    i ->
                        new ReplicaRule(
                            List.of(new Place.Anywhere()),
                            List.of(i == 0 ? fast : slow),
                            TierUse.ANY_OF))
                .toList();
    Cluster all = new Cluster(ClusterSpec.ofEqual(node, 6), simulation.flows());
    FileSystem some =
        new FileSystem(
            all,
            new PolicyPlacement(
                FilePolicies.all(policy), all, tiers, Regions.none(), new SplittableRandom(1)),
            new StockSelection(new SplittableRandom(2)));
    Replication replication = new Replication(simulation, all, some, 5, 2);
    SimulatedFile file = some.create(new FileSpec("/f", 100, 100, 2));
    assertThat(Arrays.stream(file.replicas(0)).filter(d -> isSsd(all, d))).hasSize(1);
    some.space().take(file.replicas(0)[0], ROOM / 2);
    int away = all.nodeOf(file.replicas(0)[1]);
    assertThat(isSsd(all, file.replicas(0)[0])).isTrue();
    replication.lose(away, some.lose(away, true));
    simulation.run();
    assertThat(file.replicas(0)).hasSize(2);
    replication.back(away, some.back(away));
    assertThat(file.replicas(0)).hasSize(2);
    assertThat(Arrays.stream(file.replicas(0)).filter(d -> isSsd(all, d))).hasSize(1);
  }

  private static boolean isSsd(Cluster cluster, int device) {
    return cluster.device(device).type() == DeviceType.SSD;
  }

  /** Types of a storage policy: the second SSD replica goes, wherever it is. */
  @Test
  void theTypeThatIsTooManyGoes() {
    DeviceSpec disk = new DeviceSpec(DeviceType.DISK, 10, 5, 0, ROOM, DeviceUse.HDFS, Power.NONE);
    DeviceSpec ssd = new DeviceSpec(DeviceType.SSD, 10, 5, 0, ROOM, DeviceUse.HDFS, Power.NONE);
    NodeSpec node = new NodeSpec("s", 1, 1, 100, List.of(disk, ssd), Slots.NONE, Power.NONE);
    Cluster all = new Cluster(ClusterSpec.ofEqual(node, 4), simulation.flows());
    FileSystem some =
        new FileSystem(
            all,
            new StockPlacement(new SplittableRandom(1)),
            new StockSelection(new SplittableRandom(2)));
    BlockRequest request =
        new BlockRequest(
            "/f", BlockRequest.OUTSIDE, 2, 10, List.of(DeviceType.SSD, DeviceType.DISK), 0, 3, 5);
    some.space().take(0, 50);
    some.space().take(5, 20);
    assertThat(StockExcess.choose(request, some.space())).isEqualTo(5);
    BlockRequest any = new BlockRequest("/f", BlockRequest.OUTSIDE, 2, 10, List.of(), 0, 3, 5);
    assertThat(StockExcess.choose(any, some.space())).isZero();
  }

  /**
   * Nodes fail while blocks are copied, and some come back. In the end each block that has a
   * replica has as many as it should, or as there are nodes, each on another node; and no room is
   * lost.
   */
  @Test
  void allBlocksThatAreLeftAreWholeInTheEnd() {
    Random random = Seeds.of("replication");
    double copied = 0;
    int lost = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int racks = 1 + random.nextInt(2);
      World each = new World(random, 3 + random.nextInt(6), racks);
      Replication replication = each.replication(random.nextInt(30), 1 + random.nextInt(3));
      for (int file = 0; file < 4; file++) {
        each.files.create(
            new FileSpec("/f" + file, random.nextInt(1500), 100, 1 + random.nextInt(3)));
      }
      Set<Integer> failed = new HashSet<>();
      Set<Integer> back = new HashSet<>();
      for (int i = 0; i < 3; i++) {
        int node = random.nextInt(each.cluster.nodes());
        if (failed.add(node)) {
          boolean returns = random.nextBoolean();
          int at = random.nextInt(200);
          each.simulation.after(at, () -> replication.lose(node, each.files.lose(node, returns)));
          if (returns) {
            back.add(node);
            each.simulation.after(
                at + 1 + random.nextInt(200), () -> replication.back(node, each.files.back(node)));
          }
        }
      }
      each.simulation.run();
      int living = each.cluster.nodes() - failed.size() + back.size();
      String description = "round " + round + ", -Dathanor.test.seed=" + Seeds.seed();
      int missing = check(each, living, description);
      assertThat(replication.lostBlocks()).as(description).isEqualTo(missing);
      lost += missing;
      copied += replication.bytes();
    }
    assertThat(copied).isPositive();
    assertThat(lost).isPositive();
  }

  /** Checks all blocks, and returns how many are lost. */
  private static int check(World world, int living, String description) {
    int lost = 0;
    long stored = 0;
    for (SimulatedFile file : world.files.files()) {
      for (int block = 0; block < file.blocks(); block++) {
        int[] replicas = file.replicas(block);
        lost += replicas.length == 0 ? 1 : 0;
        stored += replicas.length * file.bytesOf(block);
        assertThat(Arrays.stream(replicas).map(world.cluster::nodeOf)).doesNotHaveDuplicates();
        if (replicas.length > 0) {
          assertThat(replicas.length)
              .as(description)
              .isEqualTo(Math.min(living, file.replication()));
        }
      }
    }
    long free = 0;
    for (int device = 0; device < world.cluster.devices(); device++) {
      free += world.files.space().free(device);
    }
    assertThat(free).as(description).isEqualTo(2 * ROOM * living - stored);
    return lost;
  }
}
