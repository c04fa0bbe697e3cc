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
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;
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

  /**
   * Nodes fail while blocks are copied. In the end each block that has a replica has as many as it
   * should, or as there are nodes, each on another node; and no room is lost.
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
      for (int i = 0; i < 3; i++) {
        int node = random.nextInt(each.cluster.nodes());
        if (failed.add(node)) {
          each.simulation.after(
              random.nextInt(200), () -> replication.lose(node, each.files.lose(node)));
        }
      }
      each.simulation.run();
      int living = each.cluster.nodes() - failed.size();
      lost += check(each, living, "round " + round + ", -Dathanor.test.seed=" + Seeds.seed());
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
