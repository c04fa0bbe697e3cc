// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Test;

class StockPlacementTest {
  private static NodeSpec node(DeviceUse use) {
    DeviceSpec disk = new DeviceSpec(DeviceType.DISK, 1e8, 1e8, 0, 1L << 50, use, Power.NONE);
    return new NodeSpec("n", 1, 1e9, 1e9, List.of(disk), Slots.NONE, Power.NONE);
  }

  /** Racks in which a few nodes store for all. */
  private static Cluster shared(int computing, int storing) {
    List<NodeSpec> nodes = new ArrayList<>(Collections.nCopies(computing, node(DeviceUse.LOCAL)));
    nodes.addAll(Collections.nCopies(storing, node(DeviceUse.HDFS)));
    RackSpec rack = new RackSpec(nodes, Double.POSITIVE_INFINITY);
    return new Cluster(new ClusterSpec(List.of(rack, rack)), new Simulation().flows());
  }

  private static FileSystem files(Cluster cluster) {
    return new FileSystem(
        cluster,
        new StockPlacement(new SplittableRandom(1)),
        new StockSelection(new SplittableRandom(2)));
  }

  @Test
  void theSecondReplicaIsInAnotherRackEvenIfFewNodesStore() {
    Cluster cluster = shared(200, 2);
    SimulatedFile file = files(cluster).create(new FileSpec("/f", 200, 1, 3));
    for (int block = 0; block < file.blocks(); block++) {
      int[] devices = file.replicas(block);
      assertThat(devices).hasSize(3);
      int[] racks = new int[3];
      for (int i = 0; i < 3; i++) {
        racks[i] = cluster.rackOf(cluster.nodeOf(devices[i]));
      }
      assertThat(racks[1]).isNotEqualTo(racks[0]);
      assertThat(racks[2]).isEqualTo(racks[1]);
    }
  }

  @Test
  void tooManyBlocksAreRefused() {
    FileSystem files = files(shared(1, 1));
    assertThatThrownBy(() -> files.create(new FileSpec("/f", Long.MAX_VALUE, 4096, 2)))
        .hasMessageContaining("larger blocks");
    assertThat(files.create(new FileSpec("/g", 10, Long.MAX_VALUE, 1)).blocks()).isOne();
  }
}
