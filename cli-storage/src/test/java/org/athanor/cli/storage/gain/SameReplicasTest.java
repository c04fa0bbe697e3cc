// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.athanor.simulator.cluster.BlockService;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.PolicySelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.namenode.RulesFile;
import org.athanor.storage.namenode.TieredNetworkTopology;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.DeviceType;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The NameNode's plug-in and the simulator read alike: with the same rules, loads and places, each
 * replica of a block comes first equally often.
 */
@Tag("short")
class SameReplicasTest {
  private static final int CASES = 40;
  private static final int DRAWS = 1000;
  private static final List<DeviceType> TYPES =
      List.of(DeviceType.SSD, DeviceType.DISK, DeviceType.ARCHIVE);

  /** A difference of two shares has a standard deviation of at most 0.0224: these are 6 of them. */
  private static final double MOST_DIFFERENCE = 0.135;

  private static final String RULES =
      """
      format=1
      version=1
      tiers=ssd,disk
      tier.ssd.devices=SSD
      tier.ssd.read=500000000
      tier.ssd.write=300000000
      tier.ssd.iops=70000
      tier.disk.devices=DISK
      tier.disk.read=100000000
      tier.disk.write=80000000
      tier.disk.iops=2000
      regions=east,inner
      region.east.locations=/east
      region.inner.locations=/east/r2
      replication.minimum=2
      """;

  private static final List<String> RETRIEVALS =
      List.of(
          "retrieval=network\nretrieval.network.step=4\n",
          "retrieval=tier\n",
          "retrieval=hybrid\nretrieval.hybrid.rack=125000000\n"
              + "retrieval.hybrid.off-rack=50000000\nretrieval.hybrid.other-region=20000000\n",
          "retrieval=random\n");

  private final Random random = Seeds.of("same replicas");
  @TempDir Path directory;

  private static ClusterSpec cluster(int nodes) {
    List<DeviceSpec> devices =
        TYPES.stream()
            .map(type -> new DeviceSpec(type, 1e8, 1e8, 0, 1 << 30, DeviceUse.HDFS, Power.NONE))
            .toList();
    NodeSpec node = new NodeSpec("w", 1, 1e9, 1e8, devices, Slots.NONE, Power.NONE);
    List<RackSpec> racks = new ArrayList<>();
    for (String location : List.of("/east/r1", "/east/r2", "/west/r1")) {
      racks.add(new RackSpec(Collections.nCopies(nodes, node), 1e9, location));
    }
    return new ClusterSpec(racks);
  }

  private static StorageType storageType(DeviceType type) {
    return StorageType.valueOf(type.name());
  }

  private static DatanodeInfo node(int number, Cluster cluster, int load) {
    return new DatanodeInfoBuilder()
        .setIpAddr("127.0.0.1")
        .setHostName("node" + number)
        .setDatanodeUuid("node" + number)
        .setXferPort(9866)
        .setNetworkLocation(cluster.location(number))
        .setXceiverCount(load)
        .build();
  }

  @Test
  void plugInAndSimulatorReadTheSameReplicasAsOften() throws IOException, RulesException {
    for (int number = 0; number < CASES; number++) {
      String text = RULES + RETRIEVALS.get(number % RETRIEVALS.size());
      Path file = Files.writeString(directory.resolve("rules" + number), text);
      Configuration conf = new Configuration(false);
      conf.set(RulesFile.KEY, file.toString());
      conf.setClass("dfs.net.topology.impl", TieredNetworkTopology.class, DFSNetworkTopology.class);
      DFSNetworkTopology plugIn = DFSNetworkTopology.getInstance(conf);

      Simulation simulation = new Simulation();
      Cluster cluster = new Cluster(cluster(3), simulation.flows());
      int[] loads = random.ints(cluster.nodes(), 0, 6).toArray();
      for (int node = 0; node < loads.length; node++) {
        for (int i = 0; i < loads[node]; i++) {
          cluster.loads().begins(node, BlockService.READ);
        }
      }
      int unused = simulation.after(3, () -> {}); // the next heartbeat, which tells the loads
      simulation.run();
      StorageRules rules = RulesText.parse(text);
      PolicySelection selection =
          new PolicySelection(
              rules.retrieval().policy(rules.tiers()),
              rules.tiers(),
              rules.regions(),
              new SplittableRandom(random.nextLong()));

      List<Integer> nodes = new ArrayList<>(IntStream.range(0, cluster.nodes()).boxed().toList());
      Collections.shuffle(nodes, random);
      int replicas = 2 + random.nextInt(3);
      int[] devices = new int[replicas];
      DatanodeInfoWithStorage[] there = new DatanodeInfoWithStorage[replicas];
      for (int i = 0; i < replicas; i++) {
        int node = nodes.get(i);
        int of = random.nextInt(TYPES.size());
        devices[i] = cluster.blockDevice(node, of);
        there[i] =
            new DatanodeInfoWithStorage(
                node(node, cluster, loads[node]), "DS-" + node, storageType(TYPES.get(of)));
      }
      int reader = random.nextInt(cluster.nodes());
      int[] byPlugIn = new int[replicas];
      int[] bySimulator = new int[replicas];
      List<DatanodeInfoWithStorage> order = List.of(there);
      for (int draw = 0; draw < DRAWS; draw++) {
        DatanodeInfoWithStorage[] sorted = there.clone();
        plugIn.sortByDistance(node(reader, cluster, 0), sorted, replicas);
        byPlugIn[order.indexOf(sorted[0])]++;
        int device = selection.select(reader, devices, replicas, cluster);
        bySimulator[
            IntStream.range(0, replicas)
                .filter(i -> devices[i] == device)
                .findAny()
                .orElseThrow()]++;
      }
      for (int i = 0; i < replicas; i++) {
        assertThat((byPlugIn[i] - bySimulator[i]) / (double) DRAWS)
            .as(
                "case %d, seed %d: reader node%d, replica on %s %s, load %d, of %s",
                number,
                Seeds.seed(),
                reader,
                there[i],
                there[i].getStorageType(),
                loads[nodes.get(i)],
                text)
            .isBetween(-MOST_DIFFERENCE, MOST_DIFFERENCE);
      }
    }
  }
}
