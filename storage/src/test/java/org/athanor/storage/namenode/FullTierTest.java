// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy with a topology of many nodes, without a NameNode, and with a clock that stands. */
class FullTierTest {
  private static final long BLOCK = 128L << 20;
  private static final List<StorageType> DISKS =
      types(StorageType.DISK, StorageType.DISK, StorageType.DISK);
  private static final List<StorageType> WITH_SSD =
      types(StorageType.SSD, StorageType.DISK, StorageType.DISK);

  @TempDir Path directory;
  private final List<DatanodeStorageInfo> ssds = new ArrayList<>();
  private DFSNetworkTopology topology;
  private BlockPlacementPolicy policy;
  private int hosts;

  /** Counts the nodes that HDFS looks at on a tier. */
  public static final class Watched extends DFSNetworkTopology {
    private static long looks;

    @Override
    public Node chooseRandomWithStorageTypeTwoTrial(
        String scope, Collection<Node> excludedNodes, StorageType type) {
      looks += type == StorageType.SSD ? 1 : 0;
      return super.chooseRandomWithStorageTypeTwoTrial(scope, excludedNodes, type);
    }
  }

  /** The policy with a clock that stands still. */
  public static final class Clocked extends TieredPlacementPolicy {
    private static long now;

    @Override
    long nanoTime() {
      return now;
    }
  }

  @BeforeEach
  void start() {
    Watched.looks = 0;
    Clocked.now = System.nanoTime();
    Path file = directory.resolve("rules");
    Rules.version(1)
        .placement("/fast", "tier", "ssd", "disk")
        .placement("/ssd", "tier", "ssd")
        .writeTo(file);
    Configuration conf = new Configuration(false);
    conf.set("dfs.block.replicator.classname", Clocked.class.getName());
    conf.set("dfs.net.topology.impl", Watched.class.getName());
    conf.set("dfs.namenode.redundancy.considerLoad", "false");
    conf.set(RulesFile.KEY, file.toString());
    topology = DFSNetworkTopology.getInstance(conf);
    policy = new BlockPlacementPolicies(conf, null, topology, null).getPolicy(BlockType.CONTIGUOUS);
  }

  /** Adds nodes on hosts of their own, and in turn in racks. */
  private List<DatanodeStorageInfo> nodes(StorageType type, int count, String... racks) {
    List<DatanodeStorageInfo> added = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      hosts++;
      String address = "10.0." + hosts / 250 + "." + hosts % 250;
      DatanodeStorageInfo node =
          DFSTestUtil.createDatanodeStorageInfo(
                  "s" + hosts, address, racks[i % racks.length], "host" + hosts, type, null)
              .getDatanodeDescriptor()
              .getStorageInfos()[0];
      free(node, 1000 * BLOCK);
      topology.add(node.getDatanodeDescriptor());
      added.add(node);
    }
    return added;
  }

  private static void free(DatanodeStorageInfo node, long bytes) {
    node.setUtilizationForTesting(1000 * BLOCK, 1000 * BLOCK - bytes, bytes, 0);
  }

  private List<StorageType> place(String path, long blockBytes, Set<Node> excluded) {
    DatanodeStorageInfo[] targets =
        policy.chooseTarget(
            path,
            3,
            null,
            new ArrayList<>(),
            false,
            excluded,
            blockBytes,
            BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy(),
            EnumSet.noneOf(AddBlockFlag.class));
    assertThat(targets).hasSize(3);
    return Arrays.stream(targets).map(DatanodeStorageInfo::getStorageType).sorted().toList();
  }

  private List<StorageType> place(String path) {
    return place(path, BLOCK, new HashSet<>());
  }

  private static List<StorageType> types(StorageType... types) {
    return Arrays.stream(types).sorted().toList();
  }

  @Test
  void isSearchedOnceInASecond() {
    int count = 240;
    ssds.addAll(nodes(StorageType.SSD, count, "/r1", "/r2", "/r3", "/r4"));
    nodes(StorageType.DISK, 40, "/r1", "/r2", "/r3", "/r4");
    assertThat(place("/fast/a")).isEqualTo(WITH_SSD);
    ssds.forEach(node -> free(node, 0));
    Watched.looks = 0;
    for (int block = 0; block < 200; block++) {
      assertThat(place("/fast/a")).isEqualTo(DISKS);
    }
    // Each node, and that there is no other; where the first draw chose another node.
    assertThat(Watched.looks).isBetween((long) count, count + 2L);

    free(ssds.get(7), 10 * BLOCK);
    Clocked.now += RefusedNodes.PAUSE_NANOS;
    assertThat(place("/fast/a")).isEqualTo(WITH_SSD);
  }

  @Test
  void isSearchedAgainForASmallerBlock() {
    ssds.addAll(nodes(StorageType.SSD, 20, "/r1", "/r2"));
    nodes(StorageType.DISK, 20, "/r1", "/r2");
    ssds.forEach(node -> free(node, BLOCK / 2));
    assertThat(place("/fast/a")).isEqualTo(DISKS);
    assertThat(place("/fast/a", 2 * BLOCK, new HashSet<>())).isEqualTo(DISKS);
    assertThat(place("/fast/a", BLOCK / 4, new HashSet<>())).isEqualTo(WITH_SSD);
  }

  @Test
  void isSearchedForTheNodesThatAnotherBlockExcluded() {
    ssds.addAll(nodes(StorageType.SSD, 20, "/r1", "/r2"));
    nodes(StorageType.DISK, 20, "/r1", "/r2");
    ssds.subList(1, 20).forEach(node -> free(node, 0));
    Node free = ssds.get(0).getDatanodeDescriptor();
    assertThat(place("/fast/a", BLOCK, new HashSet<>(Set.of(free)))).isEqualTo(DISKS);
    assertThat(place("/fast/a")).isEqualTo(WITH_SSD);
  }

  /** HDFS allows two of three replicas in a rack. */
  @Test
  void isNotFullBecauseARackHasTooManyReplicas() {
    nodes(StorageType.SSD, 20, "/r1");
    nodes(StorageType.DISK, 20, "/r2");
    for (int block = 0; block < 10; block++) {
      assertThat(place("/ssd/a"))
          .isEqualTo(types(StorageType.SSD, StorageType.SSD, StorageType.DISK));
    }
  }

  @Test
  void isFullInAPartOfTheNetworkOnly() {
    RefusedNodes refused = new RefusedNodes(() -> 0);
    ssds.addAll(nodes(StorageType.SSD, 2, "/east/r1", "/east2/r1"));
    ssds.forEach(n -> refused.add(n.getDatanodeDescriptor(), StorageType.SSD, 10, false));
    Node east = ssds.get(0).getDatanodeDescriptor();
    Node east2 = ssds.get(1).getDatanodeDescriptor();
    assertThat(in(refused, "", StorageType.SSD, 10)).containsExactlyInAnyOrder(east, east2);
    assertThat(in(refused, "/east", StorageType.SSD, 10)).containsExactly(east);
    assertThat(in(refused, "/east/r1", StorageType.SSD, 10)).containsExactly(east);
    assertThat(in(refused, "~/east", StorageType.SSD, 11)).containsExactly(east2);
    assertThat(in(refused, "", StorageType.SSD, 9)).isEmpty();
    assertThat(in(refused, "", StorageType.DISK, 10)).isEmpty();
  }

  private static Set<Node> in(RefusedNodes refused, String scope, StorageType type, long bytes) {
    Set<Node> nodes = new HashSet<>();
    assertThat(refused.addTo(nodes, scope, type, bytes, false)).isEqualTo(!nodes.isEmpty());
    return nodes;
  }

  /** Which HDFS looks at only if nothing else is left. */
  @Test
  void isSearchedAgainWhereStaleNodesMayBeUsed() {
    RefusedNodes refused = new RefusedNodes(() -> 0);
    ssds.addAll(nodes(StorageType.SSD, 1, "/r1"));
    refused.add(ssds.get(0).getDatanodeDescriptor(), StorageType.SSD, 10, true);
    Set<Node> nodes = new HashSet<>();
    assertThat(refused.addTo(nodes, "", StorageType.SSD, 10, false)).isFalse();
    assertThat(refused.addTo(nodes, "", StorageType.SSD, 10, true)).isTrue();
  }
}
