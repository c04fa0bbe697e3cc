// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.StockPlacement;
import org.athanor.simulator.hdfs.StockSelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Test;

class ClientsTest {
  private static final Offset<Double> EXACT = within(1e-8);
  private static final long MB = 1_000_000;

  /** Disks of 100 and 50 MB/s, links of 80 MB/s. */
  private static final DeviceSpec DISK =
      new DeviceSpec(DeviceType.DISK, 100e6, 50e6, 0, 1L << 40, DeviceUse.HDFS, Power.NONE);

  private final Simulation simulation = new Simulation();
  private final List<AccessRecord> records = new ArrayList<>();
  private Cluster cluster;
  private FileSystem files;
  private Clients clients;

  private void build(int nodes) {
    NodeSpec node = new NodeSpec("n", 1, 1e9, 80e6, List.of(DISK), Slots.NONE, Power.NONE);
    cluster = new Cluster(ClusterSpec.ofEqual(node, nodes), simulation.flows());
    files =
        new FileSystem(
            cluster,
            new StockPlacement(new SplittableRandom(1)),
            new StockSelection(new SplittableRandom(2)));
    clients = new Clients(simulation, cluster, files, records::add);
  }

  private Access.Write write(int node, String path, long bytes, int replication) {
    return new Access.Write(0, node, new FileSpec(path, bytes, 100 * MB, replication));
  }

  private void run(Access... accesses) {
    records.clear();
    for (Access access : accesses) {
      clients.submit(access);
    }
    simulation.run();
  }

  @Test
  void aLocalFileIsWrittenAndReadAtTheSpeedOfItsDisk() {
    build(1);
    run(write(0, "/f", 250 * MB, 1));
    assertThat(records.get(0).seconds()).isEqualTo(5, EXACT);
    assertThat(files.file("/f").orElseThrow().blocks()).isEqualTo(3);
    run(new Access.Read(5, 0, "/f"));
    assertThat(records.get(0).seconds()).isEqualTo(2.5, EXACT);
    assertThat(records.get(0).rate()).isEqualTo(100e6, within(1.0));
  }

  @Test
  void aRemoteFileIsReadAtTheSpeedOfTheLink() {
    build(2);
    run(write(0, "/f", 80 * MB, 1), new Access.Read(100, 1, "/f"));
    assertThat(records.get(1).seconds()).isEqualTo(1, EXACT);
    assertThat(cluster.sent(0)).isEqualTo(80e6, within(1.0));
  }

  @Test
  void aPipelineIsAsSlowAsItsSlowestDisk() {
    build(3);
    run(write(0, "/f", 100 * MB, 3));
    assertThat(records.get(0).seconds()).isEqualTo(2, EXACT);
    assertThat(cluster.received(1) + cluster.received(2)).isEqualTo(200e6, within(1.0));
  }

  /** Two writers and three replicas on three disks: each disk writes both files. */
  @Test
  void writersShareTheDisks() {
    build(3);
    run(write(0, "/f", 100 * MB, 3), write(1, "/g", 100 * MB, 3));
    assertThat(records).hasSize(2);
    assertThat(records).allSatisfy(each -> assertThat(each.seconds()).isEqualTo(4, EXACT));
  }

  @Test
  void anEmptyFileTakesNoTime() {
    build(1);
    run(write(0, "/f", 0, 1));
    assertThat(records.get(0).seconds()).isZero();
    assertThat(files.file("/f")).isNotEqualTo(Optional.empty());
  }

  @Test
  void aMissingFileAndAFileTwiceAreRefused() {
    build(1);
    assertThatThrownBy(() -> run(new Access.Read(0, 0, "/none"))).hasMessageContaining("/none");
    build(1);
    assertThatThrownBy(() -> run(write(0, "/f", 0, 1), write(0, "/f", 0, 1)))
        .hasMessageContaining("exists already");
  }
}
