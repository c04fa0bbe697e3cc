// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.athanor.scheduler.ledger.Resources;
import tools.jackson.databind.JsonNode;

/** Asks the ResourceManager of a cluster about each of its nodes. Thread-safe. */
public final class YarnNodes {
  private static final String ALL_STATES =
      "NEW,RUNNING,UNHEALTHY,DECOMMISSIONING,DECOMMISSIONED,LOST,REBOOTED,SHUTDOWN";

  private final Kind.Yarn kind;
  private final ResourceManager manager;

  /**
   * A node.
   *
   * @param host its name, as the ResourceManager has it
   * @param state of YARN, such as {@code RUNNING}
   * @param isOurs whether the cluster's jobs may run there: it has the cluster's label, if that has
   *     one
   * @param containers that run there
   */
  public record Node(
      String host, String state, boolean isOurs, int containers, Resources total, Resources used) {}

  /**
   * What the ResourceManager says.
   *
   * @param nodes those that work, and those that it remembers
   * @param pending what applications of all queues wait for
   */
  public record Answer(List<Node> nodes, Resources pending) {}

  /**
   * Makes a client.
   *
   * @param timeout of each of the two requests
   */
  public YarnNodes(Kind.Yarn kind, Duration timeout) {
    this.kind = kind;
    this.manager = new ResourceManager(kind.resourceManagers(), timeout);
  }

  /**
   * Asks. May take some seconds.
   *
   * @throws ClusterUnavailableException if the ResourceManager does not answer
   */
  public Answer ask() throws ClusterUnavailableException {
    List<Node> nodes = new ArrayList<>();
    JsonNode answer = get("/nodes?states=" + ALL_STATES);
    if (!answer.has("nodes")) {
      throw new ClusterUnavailableException(
          "the ResourceManager's answer about nodes has no nodes");
    }
    for (JsonNode each : Answers.items(answer.path("nodes"), "node")) {
      nodes.add(node(each));
    }
    JsonNode metrics = get("/metrics").path("clusterMetrics");
    return new Answer(
        List.copyOf(nodes),
        resources(
            Answers.amount(metrics, "pendingVirtualCores"), Answers.amount(metrics, "pendingMB")));
  }

  private Node node(JsonNode node) throws ClusterUnavailableException {
    Resources used =
        resources(Answers.amount(node, "usedVirtualCores"), Answers.amount(node, "usedMemoryMB"));
    Resources free =
        resources(
            Answers.amount(node, "availableVirtualCores"), Answers.amount(node, "availMemoryMB"));
    return new Node(
        Answers.text(node, "nodeHostName"),
        Answers.text(node, "state"),
        kind.label().map(label -> YarnCluster.hasLabel(node, label)).orElse(true),
        (int) Answers.amount(node, "numContainers"),
        used.plus(free),
        used);
  }

  private static Resources resources(double vcores, double megabytes) {
    return new Resources(vcores, megabytes * YarnCluster.MIB, 0, 0);
  }

  private JsonNode get(String path) throws ClusterUnavailableException {
    return manager
        .get(path)
        .orElseThrow(
            () ->
                new ClusterUnavailableException(
                    "the ResourceManager has no /ws/v1/cluster" + path));
  }
}
