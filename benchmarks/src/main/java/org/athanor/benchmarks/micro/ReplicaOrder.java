// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.athanor.storage.namenode.TieredNetworkTopology;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a NameNode need to order the replicas of a block for a reader, by itself and by rules?
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ReplicaOrder {
  private static final int RACKS = 9;
  private static final int NODES_OF_RACK = 20;

  private static final String RULES =
      """
      format=1
      version=1
      tiers=ssd,disk
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
      replication.minimum=2
      """;

  /** HDFS's order, or that of a retrieval policy; the last with regions. */
  @Param({"hdfs", "tier", "hybrid", "hybrid-regions"})
  public String by;

  @Param({"3", "10"})
  public int replicas;

  private DFSNetworkTopology topology;
  private Node reader;
  private DatanodeInfoWithStorage[] located;
  private DatanodeInfoWithStorage[] ordered;

  @Setup
  public void build() throws IOException {
    topology = DFSNetworkTopology.getInstance(configuration());
    located = new DatanodeInfoWithStorage[replicas];
    ordered = new DatanodeInfoWithStorage[replicas];
    for (int i = 0; i < RACKS * NODES_OF_RACK; i++) {
      DatanodeID id = new DatanodeID("10.0.0." + i, "node" + i, "id" + i, 9866, 9864, 9865, 9867);
      DatanodeDescriptor node =
          new DatanodeDescriptor(id, "/center" + i % RACKS % 3 + "/rack" + i % RACKS);
      topology.add(node);
      if (i == 0) {
        reader = node;
      } else if (i <= replicas) {
        StorageType type = i % 3 == 1 ? StorageType.SSD : StorageType.DISK;
        located[i - 1] = new DatanodeInfoWithStorage(node, "DS-" + i, type);
      }
    }
  }

  private Configuration configuration() throws IOException {
    Configuration conf = new Configuration(false);
    if (!by.equals("hdfs")) {
      Path file = Files.createTempFile("rules", "");
      Files.writeString(file, RULES + retrieval());
      file.toFile().deleteOnExit();
      conf.set("athanor.storage.rules", file.toString());
      conf.setClass("dfs.net.topology.impl", TieredNetworkTopology.class, DFSNetworkTopology.class);
    }
    return conf;
  }

  private String retrieval() {
    return switch (by) {
      case "tier" -> "retrieval=tier\n";
      case "hybrid", "hybrid-regions" ->
          """
          retrieval=hybrid
          retrieval.hybrid.rack=1250000000
          retrieval.hybrid.off-rack=1250000000
          retrieval.hybrid.other-region=125000000
          """
              + (by.equals("hybrid") ? "" : regions());
      default -> throw new IllegalArgumentException("by=" + by);
    };
  }

  private static String regions() {
    return """
        regions=a,b,c
        region.a.locations=/center0
        region.b.locations=/center1
        region.c.locations=/center2
        """;
  }

  @Benchmark
  public DatanodeInfoWithStorage[] order() {
    System.arraycopy(located, 0, ordered, 0, replicas);
    topology.sortByDistance(reader, ordered, replicas, null);
    return ordered;
  }
}
