// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.storage.tier.DeviceType.DISK;
import static org.athanor.storage.tier.DeviceType.RAM_DISK;
import static org.athanor.storage.tier.DeviceType.SSD;

import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.athanor.simulator.cluster.BlockService;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.placement.RandomPlacement;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.junit.jupiter.api.Test;

/** Replicas anywhere, in two racks of three nodes with a device for 100 blocks each. */
class PolicyPlacementTest {
  private static final long BLOCK = 100;
  private static final int BLOCKS = 30;

  private static final class World {
    private final Simulation simulation = new Simulation();
    private final Cluster cluster;
    private final PolicyPlacement placement;
    private final FileSystem files;

    World(DeviceType... types) {
      List<DeviceSpec> devices = Stream.of(types).map(World::device).toList();
      NodeSpec node = new NodeSpec("n", 1, 1, 1000, devices, Slots.NONE, Power.NONE);
      cluster = new Cluster(ClusterSpec.ofEqual(node, 6, 2, 1000), simulation.flows());
      Tiers tiers = new Tiers(Stream.of(types).map(World::tier).toList());
      placement =
          new PolicyPlacement(
              FilePolicies.all(new RandomPlacement(tiers, tiers.all())),
              cluster,
              tiers,
              Regions.none(),
              new SplittableRandom(1));
      files = new FileSystem(cluster, placement, new StockSelection(new SplittableRandom(2)));
    }

    private static DeviceSpec device(DeviceType type) {
      return new DeviceSpec(type, 10, 10, 0, 100 * BLOCK, DeviceUse.HDFS, Power.NONE);
    }

    private static Tier tier(DeviceType type) {
      return new Tier(type.name(), EnumSet.of(type), "", 10, 10, 100, false);
    }

    /** Nothing has room on a node any more, which has one device. */
    void fill(int... nodes) {
      for (int node : nodes) {
        int device = cluster.blockDevice(node, 0);
        files.space().take(device, files.space().free(device));
      }
    }

    /** Lets a node serve so much that it has more than twice the mean load, and tells of it. */
    void makeBusy(int node) {
      for (int i = 0; i < 10; i++) {
        cluster.loads().begins(node, BlockService.READ);
      }
      simulation.after(6, () -> {});
      simulation.run();
    }

    /** On which node a block of a new file is. */
    int write(String path) {
      SimulatedFile file = files.create(new FileSpec(path, BLOCK, BLOCK, 1));
      return cluster.nodeOf(file.replicas(0)[0]);
    }
  }

  private final World world = new World(DISK);

  @Test
  void aBusyNodeTakesBlocksWhenNoOtherHasRoom() {
    world.fill(1, 2, 3, 4, 5);
    world.makeBusy(0);
    assertThat(world.write("/f")).isZero();
  }

  @Test
  void aBusyNodeTakesNewReplicasWhenNoOtherHasRoom() {
    SimulatedFile file = world.files.open("/f", BLOCK, BLOCK, 2);
    int[] devices = world.files.writeBlock(file, 0, BlockRequest.OUTSIDE);
    world.fill(0, 1, 2, 3, 4, 5);
    world.files.remove(new Block(file, 0), devices[1]);
    world.makeBusy(world.cluster.nodeOf(devices[1]));
    assertThat(world.files.placeReplica(new Block(file, 0))).isEqualTo(devices[1]);
  }

  /** Of six nodes one with a load is busy; of the two that are left it is not. */
  @Test
  void nodesThatAreGoneHaveNoPartInTheMeanLoad() {
    world.makeBusy(0);
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(world.write("/before" + block)).isPositive();
    }
    for (int node = 2; node < 6; node++) {
      world.files.lose(node);
    }
    long onIt = 0;
    for (int block = 0; block < BLOCKS; block++) {
      onIt += world.write("/after" + block) == 0 ? 1 : 0;
    }
    assertThat(onIt).isBetween(1L, BLOCKS - 1L);
  }

  /** HDFS lets a rack have two of three replicas, also while one is left. */
  @Test
  void newReplicasHaveTheRackLimitOfTheFile() {
    world.fill(3, 4, 5);
    SimulatedFile file = world.files.create(new FileSpec("/f", BLOCK, BLOCK, 3));
    assertThat(file.replicas(0)).hasSize(2);
    world.files.lose(world.cluster.nodeOf(file.replicas(0)[0]));
    int device = world.files.placeReplica(new Block(file, 0));
    assertThat(device).isBetween(0, 2);
  }

  /** Memory is no volume, but files without a policy may have replicas there. */
  @Test
  void aReplicaInMemoryMayBeTooMany() {
    World memory = new World(RAM_DISK, SSD);
    int[] devices = new int[4];
    for (int node = 0; node < 4; node++) {
      devices[node] = memory.cluster.blockDevice(node, node < 2 ? 0 : 1);
    }
    BlockRequest request =
        new BlockRequest("/f", BlockRequest.OUTSIDE, 3, BLOCK, List.of(), devices);
    assertThat(memory.placement.excess(request, memory.files.space()))
        .isIn(devices[0], devices[1], devices[2]);
  }
}
