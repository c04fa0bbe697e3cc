// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.net.NetworkTopology;
import org.athanor.storage.namenode.StorageMetrics.Count;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy as the Balancer creates it: without a NameNode, and with another topology. */
@Tag("short")
class TieredPlacementPolicyTest {
  @TempDir Path directory;

  private BlockPlacementPolicy policy(Rules rules) {
    return policy(rules, TieredPlacementPolicy.class);
  }

  private BlockPlacementPolicy policy(Rules rules, Class<?> type) {
    Path file = directory.resolve("rules");
    rules.writeTo(file);
    Configuration conf = new Configuration(false);
    conf.set("dfs.block.replicator.classname", type.getName());
    conf.set(RulesFile.KEY, file.toString());
    return new BlockPlacementPolicies(conf, null, NetworkTopology.getInstance(conf), null)
        .getPolicy(BlockType.CONTIGUOUS);
  }

  private static DatanodeInfo node(String host, String location) {
    return TieredNetworkTopologyTest.replica(host, location, StorageType.DISK, 0);
  }

  /** Another DataNode on the host of a node. */
  private static DatanodeInfo sibling(DatanodeInfo node) {
    return new DatanodeInfoBuilder()
        .setIpAddr(node.getIpAddr())
        .setHostName(node.getHostName())
        .setDatanodeUuid("sibling")
        .setXferPort(node.getXferPort() + 1)
        .setNetworkLocation(node.getNetworkLocation())
        .build();
  }

  /** The Balancer adds the target to the nodes that it asks about. */
  private static boolean isMovable(
      BlockPlacementPolicy policy, List<DatanodeInfo> nodes, DatanodeInfo from, DatanodeInfo to) {
    List<DatanodeInfo> asked = new ArrayList<>(nodes);
    asked.add(to);
    return policy.isMovable(asked, from, to);
  }

  @Test
  void keepsRacksAsHdfsDoes() {
    BlockPlacementPolicy policy = policy(Rules.version(1));
    DatanodeInfo one = node("a", "/r1");
    DatanodeInfo two = node("b", "/r2");
    assertThat(isMovable(policy, List.of(one, two), one, node("c", "/r1"))).isTrue();
    assertThat(isMovable(policy, List.of(one, two), one, node("d", "/r2"))).isFalse();
  }

  /** A policy with a defect. */
  public static final class Broken extends TieredPlacementPolicy {
    @Override
    Optional<ActiveRules> active() {
      throw new StackOverflowError("a deep recursion");
    }
  }

  @Test
  void movesAsHdfsDoesIfTheRulesFail() {
    BlockPlacementPolicy policy = policy(Rules.version(1), Broken.class);
    DatanodeInfo one = node("a", "/r1");
    DatanodeInfo two = node("b", "/r2");
    long fallbacks = StorageMetrics.ofProcess().get(Count.MOVE_FALLBACKS);
    assertThat(isMovable(policy, List.of(one, two), one, node("c", "/r1"))).isTrue();
    assertThat(StorageMetrics.ofProcess().get(Count.MOVE_FALLBACKS)).isEqualTo(fallbacks + 1);
    assertThat(isMovable(policy, List.of(one, two), one, node("d", "/r2"))).isFalse();
  }

  @Test
  void movesNoReplicaToAHostWithAnother() {
    BlockPlacementPolicy policy = policy(Rules.version(1));
    DatanodeInfo one = node("a", "/r1");
    DatanodeInfo two = node("b", "/r2");
    DatanodeInfo three = node("c", "/r2");
    List<DatanodeInfo> all = List.of(one, two, three);
    assertThat(isMovable(policy, all, three, sibling(two))).isFalse();
    assertThat(isMovable(policy, all, three, sibling(three))).isTrue();
    assertThat(isMovable(policy, all, three, node("d", "/r2"))).isTrue();
  }

  @Test
  void movesTheOnlyReplicaOfARegionWithinItOnly() {
    BlockPlacementPolicy policy = policy(Rules.version(1).regions("/east", "/west"));
    DatanodeInfo east = node("a", "/east/r1");
    DatanodeInfo west1 = node("b", "/west/r1");
    DatanodeInfo west2 = node("c", "/west/r2");
    List<DatanodeInfo> all = List.of(east, west1, west2);
    assertThat(isMovable(policy, all, east, node("d", "/west/r3"))).isFalse();
    assertThat(isMovable(policy, all, east, node("d", "/east/r3"))).isTrue();
    assertThat(isMovable(policy, all, west1, node("d", "/east/r3"))).isTrue();
    assertThat(isMovable(policy, all, west1, node("d", "/none/r3"))).isTrue();
  }
}
