// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.Node;
import org.athanor.storage.namenode.TieredPlacementPolicy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a NameNode need to choose the nodes for a new block with three replicas, by itself and
 * by rules? The block manager is a NameNode's, without the NameNode: 180 nodes have registered with
 * it and report their space, but there are no files. A NameNode chooses without a lock on its
 * files.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = ReplicaPlacement.LOGGING)
public class ReplicaPlacement {
  static final String LOGGING =
      "-Dlog4j.configuration=org/athanor/benchmarks/micro/log4j.properties";

  private static final int RACKS = 9;
  private static final int NODES_OF_RACK = 20;
  private static final int REPLICAS = 3;
  private static final long BLOCK_BYTES = 128L << 20;
  private static final String FILE = "/data/job/part-00000";
  private static final String POOL = "";

  /** Each rack has nodes of all types; the writer, node 0, has a disk. */
  private static final List<StorageType> TYPES =
      List.of(StorageType.DISK, StorageType.SSD, StorageType.ARCHIVE);

  private static final String RULES =
      """
      format=1
      version=1
      tiers=ssd,disk,archive
      tier.ssd.devices=SSD
      tier.ssd.read=533000000
      tier.ssd.write=245000000
      tier.ssd.iops=70000
      tier.ssd.durable=false
      tier.disk.devices=DISK
      tier.disk.read=61000000
      tier.disk.write=46000000
      tier.disk.iops=3500
      tier.disk.durable=false
      tier.archive.devices=ARCHIVE
      tier.archive.read=30000000
      tier.archive.write=15000000
      tier.archive.iops=1000
      tier.archive.durable=false
      regions=a,b,c
      region.a.locations=/center0
      region.b.locations=/center1
      region.c.locations=/center2
      retrieval=tier
      replication.minimum=2
      placements=p
      """;

  /** HDFS's own policy; ours for a file without a placement; ours with a placement. */
  @Param({"hdfs", "no placement", "network", "tier", "hybrid", "random", "region"})
  public String by;

  private final List<DatanodeRegistration> nodes = new ArrayList<>();
  private BlockManager blocks;
  private Node writer;

  @Setup
  public void build() throws IOException {
    blocks = new BlockManager(withoutFiles(), false, configuration());
    for (int i = 0; i < RACKS * NODES_OF_RACK; i++) {
      DatanodeID id = new DatanodeID("10.0.0." + i, "node" + i, "id" + i, 9866, 9864, 9865, 9867);
      DatanodeRegistration node =
          new DatanodeRegistration(
              id, new StorageInfo(NodeType.DATA_NODE), new ExportedBlockKeys(), "3");
      blocks.getDatanodeManager().registerDatanode(node);
      nodes.add(node);
    }
    sendHeartbeats();
    writer = blocks.getDatanodeManager().getDatanode("id0");
    checkTypes();
  }

  /** A NameNode's files, as far as the block manager asks for them here: no and none. */
  private static Namesystem withoutFiles() {
    return (Namesystem)
        Proxy.newProxyInstance(
            Namesystem.class.getClassLoader(),
            new Class<?>[] {Namesystem.class},
            (proxy, method, arguments) -> method.getReturnType() == boolean.class ? false : null);
  }

  private Configuration configuration() throws IOException {
    Configuration conf = new Configuration(false);
    conf.setClass(
        "net.topology.node.switch.mapping.impl", RackByHost.class, DNSToSwitchMapping.class);
    if (!by.equals("hdfs")) {
      Path file = Files.createTempFile("rules", "");
      Files.writeString(file, RULES + placement());
      file.toFile().deleteOnExit();
      conf.set("athanor.storage.rules", file.toString());
      conf.setClass(
          "dfs.block.replicator.classname",
          TieredPlacementPolicy.class,
          BlockPlacementPolicy.class);
    }
    return conf;
  }

  private String placement() {
    return by.equals("no placement")
        ? """
          placement.p.path=/other
          placement.p.policy=tier
          """
        : """
          placement.p.path=/data
          placement.p.policy=%s
          """
            .formatted(by);
  }

  /** The racks of the nodes, by the numbers in the names of their hosts. */
  public static final class RackByHost implements DNSToSwitchMapping {
    @Override
    public List<String> resolve(List<String> hosts) {
      return hosts.stream()
          .map(host -> Integer.parseInt(host.substring("node".length())) % RACKS)
          .map(rack -> "/center" + rack % 3 + "/rack" + rack)
          .toList();
    }

    @Override
    public void reloadCachedMappings() {}

    @Override
    public void reloadCachedMappings(List<String> hosts) {}
  }

  /** Keeps the nodes from getting stale. */
  @Setup(Level.Iteration)
  public void sendHeartbeats() throws IOException {
    for (int i = 0; i < nodes.size(); i++) {
      StorageType type = TYPES.get(i / RACKS % TYPES.size());
      DatanodeStorage storage = new DatanodeStorage("DS-" + i, DatanodeStorage.State.NORMAL, type);
      StorageReport report = new StorageReport(storage, false, 4L << 40, 0, 4L << 40, 0, 0);
      blocks
          .getDatanodeManager()
          .handleHeartbeat(
              nodes.get(i),
              new StorageReport[] {report},
              POOL,
              0,
              0,
              1,
              0,
              0,
              null,
              SlowPeerReports.EMPTY_REPORT,
              SlowDiskReports.EMPTY_REPORT);
    }
  }

  /** HDFS uses disks only for these files; with each placement, blocks are on all types. */
  private void checkTypes() throws IOException {
    Set<StorageType> used = EnumSet.noneOf(StorageType.class);
    for (int i = 0; i < 100; i++) {
      for (DatanodeStorageInfo target : choose()) {
        used.add(target.getStorageType());
      }
    }
    boolean byHdfs = by.equals("hdfs") || by.equals("no placement");
    if (used.size() != (byHdfs ? 1 : TYPES.size())) {
      throw new IllegalStateException("by=" + by + ": blocks were placed on " + used);
    }
  }

  @Benchmark
  public DatanodeStorageInfo[] choose() throws IOException {
    return blocks.chooseTarget4NewBlock(
        FILE,
        REPLICAS,
        writer,
        new HashSet<>(),
        BLOCK_BYTES,
        null,
        HdfsConstants.StoragePolicy.HOT.value(),
        BlockType.CONTIGUOUS,
        null,
        EnumSet.noneOf(AddBlockFlag.class));
  }
}
