// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.athanor.storage.namenode.StorageMetrics.Count;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class TieredNetworkTopologyTest {
  private static final Node READER = new NodeBase("client", "/rack1");
  private static final int DRAWS = 2000;
  @TempDir Path directory;

  private Configuration conf(Class<?> topology, Rules rules) {
    Path file = directory.resolve("rules");
    rules.writeTo(file);
    Configuration conf = new Configuration(false);
    conf.set(RulesFile.KEY, file.toString());
    conf.setClass("dfs.net.topology.impl", topology, DFSNetworkTopology.class);
    return conf;
  }

  private DFSNetworkTopology topology(Rules rules) {
    return DFSNetworkTopology.getInstance(conf(TieredNetworkTopology.class, rules));
  }

  static DatanodeInfoWithStorage replica(String host, String rack, StorageType type, int load) {
    DatanodeInfo node =
        new DatanodeInfoBuilder()
            .setIpAddr("127.0.0.1")
            .setHostName(host)
            .setDatanodeUuid(host)
            .setXferPort(9866)
            .setNetworkLocation(rack)
            .setXceiverCount(load)
            .build();
    return new DatanodeInfoWithStorage(node, "DS-" + host, type);
  }

  private static DatanodeInfoWithStorage[] replicas(int diskLoad) {
    return new DatanodeInfoWithStorage[] {
      replica("near", "/rack1", StorageType.DISK, diskLoad),
      replica("far", "/rack2", StorageType.SSD, 0),
      replica("farthest", "/rack3", StorageType.ARCHIVE, 0)
    };
  }

  /** How often, of {@link #DRAWS} draws, each replica comes first. */
  private static double shareOfFirst(DFSNetworkTopology topology, String host, int diskLoad) {
    int first = 0;
    for (int i = 0; i < DRAWS; i++) {
      DatanodeInfoWithStorage[] nodes = replicas(diskLoad);
      topology.sortByDistanceUsingNetworkLocation(READER, nodes, 3, null);
      assertThat(nodes)
          .extracting(DatanodeInfo::getHostName)
          .containsOnly("near", "far", "farthest");
      first += nodes[0].getHostName().equals(host) ? 1 : 0;
    }
    return (double) first / DRAWS;
  }

  /**
   * Devices serve 477.4, 48.2 and 20.6 MB/s: 1/(1/533 + 1/(65536 * 0.07)), 1/(1/61 + 1/(65536 *
   * 0.0035)), 1/(1/30 + 1/(65536 * 0.001)). So the SSD has 477.4/546.2 = 0.874 of the draws. Six
   * standard deviations are 0.045.
   */
  @Test
  void prefersFastDevices() {
    double share = shareOfFirst(topology(Rules.version(1)), "far", 0);
    assertThat(share).isBetween(0.829, 0.919);
  }

  /** With 9 transfers the disk has a tenth of its weight: 477.4/(477.4 + 4.82 + 20.6) = 0.949. */
  @Test
  void prefersDevicesWithLittleLoad() {
    double share = shareOfFirst(topology(Rules.version(1)), "far", 9);
    assertThat(share).isBetween(0.919, 0.979);
  }

  /** Weights 1/16, 1/256 and 1/256, so the near one has 16/18 = 0.889. */
  @Test
  void prefersNearDevicesIfTheRulesSayNetwork() {
    Rules rules = Rules.version(1).retrieval("retrieval=network\nretrieval.network.step=16");
    assertThat(shareOfFirst(topology(rules), "near", 0)).isBetween(0.846, 0.931);
  }

  @Test
  void ordersOnlyTheActiveNodes() {
    DFSNetworkTopology topology = topology(Rules.version(1));
    for (int i = 0; i < 100; i++) {
      DatanodeInfoWithStorage[] nodes = replicas(0);
      topology.sortByDistanceUsingNetworkLocation(READER, nodes, 2, null);
      assertThat(nodes[2].getHostName()).isEqualTo("farthest");
    }
  }

  @Test
  void ordersForAReaderThatIsADataNodeAndForAnUnknownOne() {
    DFSNetworkTopology topology = topology(Rules.version(1));
    long before = StorageMetrics.ofProcess().get(Count.RETRIEVALS);
    DatanodeInfoWithStorage[] nodes = replicas(0);
    topology.sortByDistance(nodes[0], nodes, 3, null);
    topology.sortByDistanceUsingNetworkLocation(null, nodes, 3, null);
    topology.sortByDistance(nodes[0], nodes, 3);
    assertThat(StorageMetrics.ofProcess().get(Count.RETRIEVALS)).isEqualTo(before + 3);
  }

  @Test
  void leavesNodesWithoutStorageToHdfs() {
    DFSNetworkTopology topology = topology(Rules.version(1));
    DatanodeInfo[] nodes = {
      new DatanodeInfoBuilder().setHostName("far").setNetworkLocation("/rack2").build(),
      new DatanodeInfoBuilder().setHostName("near").setNetworkLocation("/rack1").build()
    };
    topology.sortByDistanceUsingNetworkLocation(READER, nodes, 2, Collections::shuffle);
    assertThat(nodes[0].getHostName()).isEqualTo("near");
  }

  /** A topology whose rules fail. */
  public static final class FailingTopology extends TieredNetworkTopology {
    @Override
    RetrievalPolicy policy(ActiveRules active) {
      return (distance, tierRank, load) -> {
        if (distance > 2) {
          throw new IllegalStateException("a defect");
        }
        return 1;
      };
    }
  }

  @Test
  void leavesTheOrderToHdfsIfARuleFails() {
    DFSNetworkTopology topology =
        DFSNetworkTopology.getInstance(conf(FailingTopology.class, Rules.version(1)));
    long before = StorageMetrics.ofProcess().get(Count.RETRIEVAL_FALLBACKS);
    for (int i = 0; i < 50; i++) {
      DatanodeInfoWithStorage[] nodes = replicas(0);
      topology.sortByDistanceUsingNetworkLocation(READER, nodes, 3, Collections::shuffle);
      assertThat(nodes[0].getHostName()).isEqualTo("near");
    }
    assertThat(StorageMetrics.ofProcess().get(Count.RETRIEVAL_FALLBACKS)).isEqualTo(before + 50);
  }

  @Test
  void leavesTheOrderToHdfsWithoutRules() {
    DFSNetworkTopology topology = new TieredNetworkTopology();
    DatanodeInfoWithStorage[] nodes = replicas(0);
    topology.sortByDistanceUsingNetworkLocation(READER, nodes, 3, Collections::shuffle);
    assertThat(nodes[0].getHostName()).isEqualTo("near");
  }

  @Test
  void keepsTheArrayIfAWeightIsWrong() {
    DatanodeInfoWithStorage[] nodes = replicas(0);
    ReplicaOrder order = new ReplicaOrder();
    ActiveRules rules = Rules.version(1).active();
    SplittableRandom random = new SplittableRandom(Seeds.seed());
    RetrievalPolicy wrong = (distance, tierRank, load) -> tierRank == 2 ? Double.NaN : 1;
    assertThatThrownBy(() -> order.order(READER, nodes, 3, rules, wrong, random))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(nodes)
        .extracting(DatanodeInfo::getHostName)
        .containsExactly("near", "far", "farthest");
  }
}
