// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.athanor.storage.placement.Fulfilment;
import org.athanor.storage.placement.NodeChooser;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The NameNode's plug-in, with HDFS's own code below it, and {@link NodeChooser}, by which the
 * simulator decides, choose alike: for random clusters, rules and blocks, each replica is found
 * equally often on each node and type, two are equally often in one rack, and equally many rules
 * are fulfilled. Where nodes are full or busy, HDFS finds out when it has chosen a type and a part
 * of the network, so there the two must come to the same places, but not equally often. {@code
 * -Dathanor.test.clusters=1000} makes it more clusters.
 */
@Tag("short")
class SameChoiceTest {
  private static final int CLUSTERS = Integer.getInteger("athanor.test.clusters", 24);
  private static final int BLOCKS = 300;
  private static final long BLOCK = 128L << 20;
  private static final String FILE = "/data/file";
  private static final List<DeviceType> TYPES =
      List.of(DeviceType.SSD, DeviceType.DISK, DeviceType.ARCHIVE);

  /**
   * How many standard deviations two counts may differ. Some ten thousand are compared: one of them
   * exceeds it with a probability of 2e-5.
   */
  private static final double SIGMAS = 6;

  /** What happens so often in one of the two must happen in the other. */
  private static final int OFTEN = BLOCKS / 12;

  private final Random random = Seeds.of("same choice");
  @TempDir Path directory;

  /** A plug-in whose clock goes on by two seconds with each block: no block remembers another. */
  public static final class Clocked extends TieredPlacementPolicy {
    private static long now;

    @Override
    long nanoTime() {
      return now;
    }
  }

  /** A cluster, as HDFS has it and as policies see it, and what is asked about it. */
  private final class Case {
    final List<DatanodeDescriptor> nodes = new ArrayList<>();
    final List<Volume> volumes = new ArrayList<>();
    final DFSNetworkTopology topology;
    final BlockPlacementPolicy policy;
    final Rules text;
    final ActiveRules rules;
    final boolean isUneven;
    final int replicas = 1 + random.nextInt(4);
    final List<DatanodeStorageInfo> existing = new ArrayList<>();
    Optional<DatanodeDescriptor> writer = Optional.empty();

    Case(int number) {
      text = text();
      rules = text.active();
      Path file = directory.resolve("rules" + number);
      text.writeTo(file);
      Configuration conf = new Configuration(false);
      conf.set("dfs.block.replicator.classname", Clocked.class.getName());
      conf.set("dfs.net.topology.impl", DFSNetworkTopology.class.getName());
      conf.set(RulesFile.KEY, file.toString());
      topology = DFSNetworkTopology.getInstance(conf);
      boolean busy = random.nextInt(4) == 0;
      boolean full = random.nextInt(3) == 0;
      isUneven = busy || full;
      int racks = 1 + random.nextInt(3);
      int count = 2 + random.nextInt(9);
      for (int node = 0; node < count; node++) {
        String rack = "/c" + random.nextInt(2) + "/r" + random.nextInt(racks);
        add(node, rack, busy ? random.nextInt(12) : 0, full);
      }
      policy =
          new BlockPlacementPolicies(conf, loads(nodes), topology, null)
              .getPolicy(BlockType.CONTIGUOUS);
      if (replicas > 1 && random.nextInt(3) == 0) {
        List<DatanodeDescriptor> some = new ArrayList<>(nodes);
        Collections.shuffle(some, random);
        int left = 1 + random.nextInt(replicas - 1);
        for (DatanodeDescriptor node : some.subList(0, Math.min(some.size(), left))) {
          existing.add(node.getStorageInfos()[0]);
        }
      } else if (random.nextInt(3) > 0) {
        writer = Optional.of(nodes.get(random.nextInt(count)));
      }
    }

    private Rules text() {
      String kind = List.of("network", "tier", "hybrid", "random", "region").get(random.nextInt(5));
      List<String> tiers = new ArrayList<>(List.of("ssd", "disk", "archive"));
      while (tiers.size() > 1 && random.nextInt(3) == 0) {
        tiers.remove(random.nextInt(tiers.size()));
      }
      Rules made = Rules.version(1).placement("/data", kind, tiers.toArray(String[]::new));
      return switch (random.nextInt(kind.equals("region") ? 2 : 3)) {
        case 0 -> made.regions("/c0", "/c1");
        case 1 -> made.regions("/c0", "/c0/r1");
        default -> made;
      };
    }

    private void add(int number, String rack, int load, boolean full) {
      List<DeviceType> types = new ArrayList<>(TYPES);
      types.removeIf(type -> random.nextBoolean());
      if (types.isEmpty()) {
        types.add(DeviceType.DISK);
      }
      String host = "h" + number;
      DatanodeDescriptor node =
          DFSTestUtil.createDatanodeStorageInfo(
                  host + types.get(0), "10.0.0." + number, rack, host, type(types.get(0)), null)
              .getDatanodeDescriptor();
      for (DeviceType type : types.subList(1, types.size())) {
        BlockManagerTestUtil.updateStorage(
            node, new DatanodeStorage(host + type, DatanodeStorage.State.NORMAL, type(type)));
      }
      node.setXceiverCount(load);
      for (DatanodeStorageInfo storage : node.getStorageInfos()) {
        long free = full && random.nextInt(4) == 0 ? 0 : 1000 * BLOCK;
        storage.setUtilizationForTesting(1000 * BLOCK, 1000 * BLOCK - free, free, 0);
        DeviceType device = StorageTypes.device(storage.getStorageType()).orElseThrow();
        volumes.add(new Volume(HdfsReplicas.node(node), device, 1000 * BLOCK, free, load));
      }
      topology.add(node);
      nodes.add(node);
    }

    ClusterView view() {
      List<Node> all = volumes.stream().map(Volume::node).distinct().toList();
      return new ClusterSnapshot(all, volumes, rules.tiers(), rules.regions());
    }

    List<ReplicaRule> wishes() {
      return rules.placementOf(FILE).orElseThrow().rules(request());
    }

    PlacementRequest request() {
      Optional<Writer> at = writer.map(n -> new Writer(n.getHostName(), n.getNetworkLocation()));
      return new PlacementRequest(FILE, replicas, BLOCK, at, HdfsReplicas.replicas(existing));
    }

    List<Replica> byPlugIn() {
      Clocked.now += 2_000_000_000L;
      DatanodeStorageInfo[] targets =
          policy.chooseTarget(
              FILE,
              replicas - existing.size(),
              writer.orElse(null),
              new ArrayList<>(existing),
              false,
              null,
              BLOCK,
              BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy(),
              EnumSet.noneOf(AddBlockFlag.class));
      return HdfsReplicas.replicas(Arrays.asList(targets));
    }

    List<Replica> byChooser(ClusterView view) {
      return NodeChooser.choose(view, wishes(), request(), random.nextLong()).volumes().stream()
          .map(volume -> new Replica(volume.node(), volume.device()))
          .toList();
    }

    /** How many rules the block has fulfilled with these replicas. */
    int fulfilled(List<Replica> chosen) {
      List<Replica> all = new ArrayList<>(HdfsReplicas.replicas(existing));
      all.addAll(chosen);
      return replicas
          - Fulfilment.of(wishes(), all, rules.tiers(), rules.regions()).missing().size();
    }

    @Override
    public String toString() {
      Map<String, List<String>> byNode = new LinkedHashMap<>();
      for (Volume volume : volumes) {
        String node = volume.node().host() + volume.node().location() + " load " + volume.load();
        byNode
            .computeIfAbsent(node, any -> new ArrayList<>())
            .add(volume.device() + (volume.freeBytes() == 0 ? " (full)" : ""));
      }
      return replicas
          + " replicas, "
          + writer.map(at -> "written on " + at.getHostName()).orElse("no writer")
          + ", existing "
          + HdfsReplicas.replicas(existing)
          + ", "
          + byNode
          + "\n"
          + text.text();
    }
  }

  private static StorageType type(DeviceType device) {
    return StorageTypes.persistent(device).orElseThrow();
  }

  /** What HDFS compares a node's load with. Releases of Hadoop differ in other methods of it. */
  private static FSClusterStats loads(List<DatanodeDescriptor> nodes) {
    return (FSClusterStats)
        Proxy.newProxyInstance(
            FSClusterStats.class.getClassLoader(),
            new Class<?>[] {FSClusterStats.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getInServiceXceiverAverage" ->
                      nodes.stream()
                          .mapToInt(DatanodeDescriptor::getXceiverCount)
                          .average()
                          .orElse(0);
                  case "getNumDatanodesInService" -> nodes.size();
                  case "isAvoidingStaleDataNodesForWrite" -> false;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** How often something was so in many blocks. */
  private static Map<String, Integer> counts(Case of, Collection<List<Replica>> blocks) {
    Map<String, Integer> counts = new TreeMap<>();
    for (List<Replica> block : blocks) {
      counts.merge("targets: " + block.size(), 1, Integer::sum);
      counts.merge("rules fulfilled: " + of.fulfilled(block), 1, Integer::sum);
      List<String> racks = block.stream().map(replica -> replica.node().location()).toList();
      counts.merge("racks: " + new TreeSet<>(racks).size(), 1, Integer::sum);
      List<String> types = block.stream().map(replica -> replica.device().name()).toList();
      counts.merge("types: " + types.stream().sorted().toList(), 1, Integer::sum);
      for (Replica replica : block) {
        counts.merge(replica.node().host() + " " + replica.device(), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static List<String> differences(
      Case of, List<List<Replica>> one, List<List<Replica>> other) {
    Map<String, Integer> some = counts(of, one);
    Map<String, Integer> others = counts(of, other);
    List<String> differences = new ArrayList<>();
    TreeSet<String> what = new TreeSet<>(some.keySet());
    what.addAll(others.keySet());
    for (String each : what) {
      int left = some.getOrDefault(each, 0);
      int right = others.getOrDefault(each, 0);
      double share = (left + right) / 2.0 / BLOCKS;
      double sigma = Math.sqrt(2 * BLOCKS * Math.max(share * (1 - share), 1.0 / BLOCKS));
      boolean differs =
          of.isUneven
              ? Math.min(left, right) == 0 && Math.max(left, right) > OFTEN
              : Math.abs(left - right) > SIGMAS * sigma;
      if (differs) {
        differences.add(each + ": plug-in " + left + ", chooser " + right + " of " + BLOCKS);
      }
    }
    return differences;
  }

  @Test
  void plugInAndChooserFindTheSamePlacesAsOften() {
    List<String> all = new ArrayList<>();
    for (int number = 0; number < CLUSTERS; number++) {
      Case one = new Case(number);
      ClusterView view = one.view();
      List<List<Replica>> plugIn = new ArrayList<>();
      List<List<Replica>> chooser = new ArrayList<>();
      for (int block = 0; block < BLOCKS; block++) {
        plugIn.add(one.byPlugIn());
        chooser.add(one.byChooser(view));
      }
      List<String> differences = differences(one, plugIn, chooser);
      if (!differences.isEmpty()) {
        all.add("cluster " + number + ", seed " + Seeds.seed() + ": " + differences + "\n" + one);
      }
    }
    assertThat(all).isEmpty();
  }
}
