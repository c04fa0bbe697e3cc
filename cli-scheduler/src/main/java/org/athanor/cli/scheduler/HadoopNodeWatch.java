// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ECBlockGroupStats;
import org.apache.hadoop.hdfs.protocol.ReplicatedBlockStats;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.YarnNodes;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.power.Look;
import org.athanor.scheduler.power.NodeHealth;
import org.athanor.scheduler.power.NodeWatch;

/** Asks NameNodes by their client, and ResourceManagers by REST. Any thread may call it. */
final class HadoopNodeWatch implements NodeWatch {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HadoopClients clients;
  private final InstantSource clock;
  private final Map<String, YarnNodes> managers = new ConcurrentHashMap<>();

  /**
   * Makes it.
   *
   * @param clock that of the power control
   */
  HadoopNodeWatch(HadoopClients clients, InstantSource clock) {
    this.clients = clients;
    this.clock = clock;
  }

  @Override
  public Look look(Cluster cluster, List<String> names) throws IOException {
    if (!(cluster.kind() instanceof Kind.Yarn kind)) {
      throw new IllegalArgumentException("cluster " + cluster.name() + ": has no nodes of YARN");
    }
    YarnNodes.Answer yarn = yarn(cluster, kind);
    DistributedFileSystem hdfs = clients.hdfs(cluster);
    Configuration configuration = clients.configuration(cluster);
    Duration heartbeat = seconds(configuration, "dfs.heartbeat.interval", 3);
    HdfsNodes stored = HdfsNodes.read(hdfs);
    Instant now = clock.instant();
    Map<String, NodeHealth> nodes = new HashMap<>();
    for (String name : names) {
      nodes.put(name, health(stored.health(name, now, heartbeat), stored.hosts(name), yarn));
    }
    List<YarnNodes.Node> working =
        yarn.nodes().stream().filter(node -> node.isOurs() && isWorking(node)).toList();
    Resources total =
        working.stream().map(YarnNodes.Node::total).reduce(Resources.NONE, Resources::plus);
    Resources used =
        yarn.nodes().stream()
            .filter(YarnNodes.Node::isOurs)
            .map(YarnNodes.Node::used)
            .reduce(Resources.NONE, Resources::plus);
    ClientProtocol nameNode = hdfs.getClient().getNamenode();
    ReplicatedBlockStats blocks = nameNode.getReplicatedBlockStats();
    ECBlockGroupStats groups = nameNode.getECBlockGroupStats();
    return new Look(
        nodes,
        working.size(),
        working.isEmpty() ? Resources.NONE : total.times(1.0 / working.size()),
        used,
        yarn.pending(),
        blocks.getMissingReplicaBlocks() + groups.getMissingBlockGroups(),
        isAtRisk(stored, blocks, groups, configuration));
  }

  /**
   * A node that HDFS has just stopped to hear of counts at once: HDFS itself waits ten minutes. So
   * do blocks of which one more loss could be the last one, whatever the reason.
   */
  private static boolean isAtRisk(
      HdfsNodes nodes,
      ReplicatedBlockStats blocks,
      ECBlockGroupStats groups,
      Configuration configuration) {
    long few = blocks.getLowRedundancyBlocks() + groups.getLowRedundancyBlockGroups();
    long fewest =
        (blocks.hasHighestPriorityLowRedundancyBlocks()
                ? blocks.getHighestPriorityLowRedundancyBlocks()
                : 0)
            + (groups.hasHighestPriorityLowRedundancyBlocks()
                ? groups.getHighestPriorityLowRedundancyBlocks()
                : 0);
    Duration stale =
        Duration.ofMillis(
            configuration.getTimeDuration(
                "dfs.namenode.stale.datanode.interval", 30_000, TimeUnit.MILLISECONDS));
    return nodes.isSilent(stale) || fewest > 0 || (nodes.lost() > 0 && few > 0);
  }

  private static Duration seconds(Configuration configuration, String key, long usual) {
    return Duration.ofSeconds(configuration.getTimeDuration(key, usual, TimeUnit.SECONDS));
  }

  private YarnNodes.Answer yarn(Cluster cluster, Kind.Yarn kind) throws IOException {
    try {
      return managers.computeIfAbsent(cluster.name(), name -> new YarnNodes(kind, TIMEOUT)).ask();
    } catch (ClusterUnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static NodeHealth health(
      HdfsNodes.Health stored, Set<String> hosts, YarnNodes.Answer yarn) {
    List<YarnNodes.Node> here = new ArrayList<>();
    for (YarnNodes.Node node : yarn.nodes()) {
      if (hosts.contains(node.host().toLowerCase(Locale.ROOT))) {
        here.add(node);
      }
    }
    // A NodeManager that registers again on another port leaves its old one behind.
    NodeHealth.Compute compute =
        here.stream()
            .map(node -> compute(node.state()))
            .min(Comparator.naturalOrder())
            .orElse(NodeHealth.Compute.NONE);
    int containers = here.stream().mapToInt(YarnNodes.Node::containers).sum();
    return new NodeHealth(stored.storage(), stored.live(), stored.heard(), compute, containers);
  }

  private static NodeHealth.Compute compute(String state) {
    return switch (state) {
      case "NEW", "RUNNING" -> NodeHealth.Compute.RUNNING;
      case "DECOMMISSIONING" -> NodeHealth.Compute.DRAINING;
      case "DECOMMISSIONED", "SHUTDOWN", "REBOOTED" -> NodeHealth.Compute.OUT;
      default -> NodeHealth.Compute.LOST; // also states that a later release may have
    };
  }

  private static boolean isWorking(YarnNodes.Node node) {
    return node.state().equals("RUNNING");
  }
}
