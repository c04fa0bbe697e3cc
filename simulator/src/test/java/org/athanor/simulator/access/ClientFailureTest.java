// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.BlockPlacement;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.hdfs.StockSelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Test;

/** Clients while nodes fail. Node n has device n, with disks of 100 and 50 MB/s and fast links. */
class ClientFailureTest {
  private static final Offset<Double> EXACT = within(1e-8);
  private static final long MB = 1_000_000;

  private final Simulation simulation = new Simulation();
  private final List<AccessRecord> records = new ArrayList<>();
  private final DeviceSpec disk =
      new DeviceSpec(DeviceType.DISK, 100e6, 50e6, 0, 1L << 40, DeviceUse.HDFS, Power.NONE);
  private final NodeSpec node =
      new NodeSpec("n", 1, 1e9, 1e12, List.of(disk), Slots.NONE, Power.NONE);
  private final Cluster cluster = new Cluster(ClusterSpec.ofEqual(node, 4), simulation.flows());

  /** Replicas on nodes 1, 2, and so on, as far as they are there. */
  private final BlockPlacement inOrder =
      (request, space) ->
          IntStream.rangeClosed(1, request.replication())
              .filter(device -> !space.isGone(device))
              .toArray();

  private final FileSystem files =
      new FileSystem(cluster, inOrder, new StockSelection(new SplittableRandom(1)));
  private final Clients clients = new Clients(simulation, cluster, files, records::add);

  private void fail(int failed, double seconds) {
    simulation.after(
        seconds,
        () -> {
          files.lose(failed);
          clients.lose(failed);
        });
  }

  private static FileSpec file(long bytes, int replication) {
    return new FileSpec("/f", bytes, 100 * MB, replication);
  }

  private AccessRecord only() {
    simulation.run();
    assertThat(records).hasSize(1);
    assertThat(simulation.flows().active()).isZero();
    return records.get(0);
  }

  /** 100 MB of one of two replicas: half before the failure, half from the other one. */
  @Test
  void aReaderGoesOnWithAnotherReplica() {
    SimulatedFile file = files.create(file(100 * MB, 2));
    clients.submit(new Access.Read(0, 0, "/f"));
    simulation.after(
        0.5,
        () -> {
          int source = cluster.deviceSeconds(1) > 0.1 ? 1 : 2;
          files.lose(source);
          clients.lose(source);
          assertThat(file.replicas(0)).hasSize(1);
        });
    AccessRecord read = only();
    assertThat(read.failed()).isFalse();
    assertThat(read.endSeconds()).isEqualTo(1, EXACT);
    assertThat(cluster.deviceSeconds(1)).isEqualTo(0.5, EXACT);
    assertThat(cluster.deviceSeconds(2)).isEqualTo(0.5, EXACT);
  }

  @Test
  void aReaderWithoutReplicaFails() {
    files.create(file(100 * MB, 1));
    clients.submit(new Access.Read(0, 0, "/f"));
    fail(1, 0.25);
    AccessRecord read = only();
    assertThat(read.failure()).isEqualTo("all replicas of block 0 are lost");
    assertThat(read.bytes()).isZero();
    assertThat(read.endSeconds()).isEqualTo(0.25, EXACT);
  }

  /** Clients on the node, and readers of what it has, may begin again when it is back. */
  @Test
  void aNodeThatIsBackServesAndReads() {
    files.create(file(100 * MB, 1));
    simulation.after(
        1,
        () -> {
          files.lose(1, true);
          clients.lose(1);
        });
    simulation.after(
        5,
        () -> {
          files.back(1);
          clients.back(1);
        });
    clients.submit(new Access.Read(2, 0, "/f"));
    clients.submit(new Access.Read(3, 1, "/f"));
    clients.submit(new Access.Read(6, 1, "/f"));
    clients.submit(new Access.Read(8, 0, "/f"));
    simulation.run();
    assertThat(records)
        .extracting(AccessRecord::failure)
        .containsExactly("all replicas of block 0 are lost", "its node has failed", "", "");
    assertThat(records).extracting(AccessRecord::endSeconds).contains(7.0, 9.0);
  }

  /** The first block takes 2 s; its rest and the second one go to node 1 alone. */
  @Test
  void aWriterGoesOnWithTheRemainingReplicas() {
    clients.submit(new Access.Write(0, 0, file(200 * MB, 2)));
    fail(2, 1);
    AccessRecord write = only();
    assertThat(write.failed()).isFalse();
    assertThat(write.endSeconds()).isEqualTo(4, EXACT);
    assertThat(cluster.deviceSeconds(1)).isEqualTo(4, EXACT);
    assertThat(cluster.deviceSeconds(2)).isEqualTo(1, EXACT);
    assertThat(files.file("/f").orElseThrow().replicas(1)).containsExactly(1);
  }

  @Test
  void aWriterThatLosesABlockFailsAndGivesItsRoomBack() {
    clients.submit(new Access.Write(0, 0, file(200 * MB, 1)));
    clients.submit(new Access.Read(3.5, 3, "/f"));
    clients.submit(new Access.Read(5, 3, "/f"));
    long free = files.space().free(1);
    fail(1, 3);
    simulation.run();
    assertThat(records)
        .extracting(AccessRecord::failure)
        .containsExactly(
            "all replicas of block 0 are lost",
            "its file could not be written",
            "its file could not be written");
    assertThat(files.file("/f")).isEqualTo(Optional.empty());
    assertThat(files.space().free(2)).isEqualTo(free);
  }

  @Test
  void clientsOfAFailedNodeFail() {
    files.create(file(100 * MB, 1));
    clients.submit(new Access.Read(0, 0, "/f"));
    clients.submit(new Access.Read(1, 0, "/f"));
    clients.submit(new Access.Read(0.5, 3, "/f"));
    fail(0, 0.5);
    simulation.run();
    assertThat(records)
        .extracting(AccessRecord::failure)
        .containsExactlyInAnyOrder("its node has failed", "its node has failed", "");
  }

  /** Writing takes 2 s; the read that came at 1 s begins then. */
  @Test
  void aReadWaitsForTheWriterOfItsFile() {
    clients.submit(new Access.Write(0, 0, file(100 * MB, 1)));
    clients.submit(new Access.Read(1, 3, "/f"));
    simulation.run();
    assertThat(records.get(1).startSeconds()).isEqualTo(2, EXACT);
    assertThat(records.get(1).endSeconds()).isEqualTo(3, EXACT);
  }
}
