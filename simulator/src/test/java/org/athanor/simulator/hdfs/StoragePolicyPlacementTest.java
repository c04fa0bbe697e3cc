// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.tier.DeviceType.DISK;
import static org.athanor.storage.tier.DeviceType.SSD;

import java.util.Arrays;
import java.util.List;
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
import org.junit.jupiter.api.Test;

/** Files with a storage policy: the types of devices that HDFS's own rule puts replicas on. */
class StoragePolicyPlacementTest {
  private final Cluster cluster =
      new Cluster(
          ClusterSpec.ofEqual(
              new NodeSpec(
                  "n",
                  1,
                  1,
                  1,
                  List.of(device(DISK, 1000), device(SSD, 200)),
                  Slots.NONE,
                  Power.NONE),
              6,
              2,
              1),
          new Simulation().flows());
  private final FileSystem files =
      new FileSystem(
          cluster,
          new StockPlacement(new SplittableRandom(1)),
          new StockSelection(new SplittableRandom(2)));

  private static DeviceSpec device(DeviceType type, long bytes) {
    return new DeviceSpec(type, 1, 1, 0, bytes, DeviceUse.ALL, Power.NONE);
  }

  private List<DeviceType> types(SimulatedFile file, int block) {
    return Arrays.stream(file.replicas(block))
        .mapToObj(device -> cluster.device(device).type())
        .toList();
  }

  @Test
  void eachReplicaIsOnADeviceOfItsType() {
    SimulatedFile file = files.create(new FileSpec("/f", 1000, 100, 3, List.of(SSD, DISK, DISK)));
    for (int block = 0; block < file.blocks(); block++) {
      assertThat(types(file, block)).containsExactly(SSD, DISK, DISK);
      assertThat(Arrays.stream(file.replicas(block)).map(cluster::nodeOf).distinct()).hasSize(3);
    }
    assertThat(types(files.create(new FileSpec("/g", 100, 100, 3)), 0))
        .containsExactly(DISK, DISK, DISK);
  }

  /** As HDFS does: ONE_SSD falls back to disks. */
  @Test
  void whatHasNoRoomGoesWhereTheDefaultPolicyPutsIt() {
    // 6 SSDs have room for 12 blocks.
    SimulatedFile file = files.create(new FileSpec("/f", 1500, 100, 2, List.of(SSD, DISK)));
    long onSsd = 0;
    for (int block = 0; block < file.blocks(); block++) {
      assertThat(file.replicas(block)).hasSize(2);
      onSsd += types(file, block).stream().filter(type -> type == SSD).count();
    }
    assertThat(onSsd).isEqualTo(12);
  }

  @Test
  void aLostReplicaIsReplacedByOneOfItsType() {
    SimulatedFile file = files.create(new FileSpec("/f", 100, 100, 3, List.of(SSD, DISK, DISK)));
    int[] before = file.replicas(0);
    files.lose(cluster.nodeOf(before[0]));
    Block block = new Block(file, 0);
    int device = files.placeReplica(block);
    assertThat(cluster.device(device).type()).isEqualTo(SSD);
    files.replicated(block, device);
    files.lose(cluster.nodeOf(before[1]));
    assertThat(cluster.device(files.placeReplica(block)).type()).isEqualTo(DISK);
  }

  @Test
  void typesAreAsManyAsReplicas() {
    assertThatThrownBy(() -> new FileSpec("/f", 1, 1, 2, List.of(SSD)))
        .hasMessage("file /f with 1 types of devices: must have none, or as many as replicas, 2");
  }
}
