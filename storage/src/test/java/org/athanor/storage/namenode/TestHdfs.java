// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;

/** An HDFS in this process, with the plug-ins, whose nodes have one storage each. */
final class TestHdfs implements AutoCloseable {
  static final int BLOCK_BYTES = 4096;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final MiniDFSCluster cluster;
  private final DistributedFileSystem files;

  /** The storage of each node, by its address. */
  private final Map<String, StorageType> typeByNode = new HashMap<>();

  private TestHdfs(MiniDFSCluster cluster, List<StorageType> types) throws IOException {
    this.cluster = cluster;
    this.files = cluster.getFileSystem();
    List<DataNode> nodes = cluster.getDataNodes();
    for (int i = 0; i < types.size(); i++) {
      typeByNode.put(nodes.get(i).getDatanodeId().getXferAddr(), types.get(i));
    }
  }

  static Builder builder(Path directory) {
    return new Builder(directory);
  }

  static final class Builder {
    private final Configuration conf = new HdfsConfiguration();
    private final List<String> hosts = new ArrayList<>();
    private final List<String> racks = new ArrayList<>();
    private final List<StorageType> types = new ArrayList<>();

    private Builder(Path directory) {
      conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
      conf.setInt("dfs.blocksize", BLOCK_BYTES);
      conf.setInt("dfs.namenode.fs-limits.min-block-size", 512);
      conf.setInt("dfs.heartbeat.interval", 1);
      conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
      conf.setInt("dfs.namenode.replication.work.multiplier.per.iteration", 100);
      // With so few nodes, one transfer more makes a node "too busy".
      conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
      plugins(TieredPlacementPolicy.class, TieredNetworkTopology.class);
    }

    Builder plugins(Class<?> placement, Class<?> topology) {
      conf.set("dfs.block.replicator.classname", placement.getName());
      conf.set("dfs.net.topology.impl", topology.getName());
      return this;
    }

    Builder rules(Path file) {
      return set(RulesFile.KEY, file.toString());
    }

    Builder set(String key, String value) {
      conf.set(key, value);
      return this;
    }

    /** Adds nodes on hosts of their own. */
    Builder nodes(String rack, StorageType... added) {
      for (StorageType type : added) {
        host("host" + hosts.size(), rack, type);
      }
      return this;
    }

    /** Adds nodes on one host. */
    Builder host(String host, String rack, StorageType... added) {
      for (StorageType type : added) {
        hosts.add(host);
        racks.add(rack);
        types.add(type);
      }
      return this;
    }

    TestHdfs start() throws IOException {
      MiniDFSCluster cluster =
          new MiniDFSCluster.Builder(conf)
              .numDataNodes(hosts.size())
              .hosts(hosts.toArray(String[]::new))
              .racks(racks.toArray(String[]::new))
              .storagesPerDatanode(1)
              .storageTypes(
                  types.stream().map(t -> new StorageType[] {t}).toArray(StorageType[][]::new))
              .build();
      cluster.waitActive();
      return new TestHdfs(cluster, types);
    }
  }

  @Override
  public void close() {
    cluster.shutdown();
  }

  void write(String path, int blocks, int replication) throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path);
    try (OutputStream out =
        files.create(file, true, BLOCK_BYTES, (short) replication, BLOCK_BYTES)) {
      out.write(new byte[blocks * BLOCK_BYTES]);
    }
    awaitReplicas(path, replication);
  }

  void append(String path, int blocks) throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path);
    int replication = files.getFileStatus(file).getReplication();
    try (OutputStream out =
        files.append(
            file, EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK), BLOCK_BYTES, null)) {
      out.write(new byte[blocks * BLOCK_BYTES]);
    }
    awaitReplicas(path, replication);
  }

  /** Number of bytes that a reader gets. */
  long read(String path) throws IOException {
    try (InputStream in = files.open(new org.apache.hadoop.fs.Path(path))) {
      return in.readAllBytes().length;
    }
  }

  void setStoragePolicy(String directory, String policy) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory);
    files.mkdirs(path);
    files.setStoragePolicy(path, policy);
  }

  void setReplication(String path, int replication) throws Exception {
    files.setReplication(new org.apache.hadoop.fs.Path(path), (short) replication);
    awaitReplicas(path, replication);
  }

  List<LocatedBlock> blocks(String path) throws IOException {
    return files.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  /** Waits until each block has so many replicas. */
  void awaitReplicas(String path, int replicas) throws Exception {
    await(
        () -> {
          triggerHeartbeats();
          return blocks(path).stream().allMatch(b -> b.getLocations().length == replicas);
        });
  }

  /** The node of a block's replica on a type. */
  static DatanodeInfoWithStorage on(LocatedBlock block, StorageType type) {
    return Arrays.stream(block.getLocations())
        .filter(node -> node.getStorageType() == type)
        .findFirst()
        .orElseThrow();
  }

  /** Ends a node, and lets the NameNode know at once. */
  void stop(DatanodeInfo node) throws Exception {
    DataNode stopped =
        cluster.getDataNodes().stream()
            .filter(each -> each.getDatanodeId().getXferAddr().equals(node.getXferAddr()))
            .findFirst()
            .orElseThrow();
    assertThat(cluster.stopDataNode(stopped.getDatanodeId().getXferAddr())).isNotNull();
    cluster.setDataNodeDead(stopped.getDatanodeId());
  }

  /**
   * Moves the replica of a file's only block as HDFS's Mover does, and waits until there are as
   * many replicas as before, but other ones.
   *
   * @return the new node
   */
  String move(String path, DatanodeInfo source, StorageType type) throws Exception {
    List<String> holders = addresses(blocks(path).get(0));
    String target = beginMove(path, source, type);
    await(
        () -> {
          triggerHeartbeats();
          List<String> now = addresses(blocks(path).get(0));
          return now.size() == holders.size() && !now.containsAll(holders);
        });
    return target;
  }

  /**
   * Copies the replica of a file's only block to a node without a replica, in the same rack if
   * there is one, and hints at the source to the NameNode.
   */
  String beginMove(String path, DatanodeInfo source, StorageType type) throws IOException {
    LocatedBlock block = blocks(path).get(0);
    List<String> holders = addresses(block);
    DatanodeInfo target = null;
    for (DatanodeInfo node : files.getDataNodeStats()) {
      if (typeByNode.get(node.getXferAddr()) == type
          && !holders.contains(node.getXferAddr())
          && (target == null || node.getNetworkLocation().equals(source.getNetworkLocation()))) {
        target = node;
      }
    }
    assertThat(target).isNotNull();
    assertThat(
            DFSTestUtil.replaceBlock(
                block.getBlock(), source, source, target, type, Status.SUCCESS))
        .isTrue();
    return target.getXferAddr();
  }

  private static List<String> addresses(LocatedBlock block) {
    return Arrays.stream(block.getLocations()).map(DatanodeInfo::getXferAddr).toList();
  }

  void triggerHeartbeats() throws IOException {
    for (DataNode node : cluster.getDataNodes()) {
      DataNodeTestUtils.triggerHeartbeat(node);
    }
  }

  /** Waits for a condition. */
  static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime() - end).as("waited for " + PATIENCE).isNegative();
      Thread.sleep(50);
    }
  }
}
