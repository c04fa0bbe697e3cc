// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.util.Optional;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeHttp;
import tools.jackson.databind.JsonNode;

/** The state that a daemon reports over HTTP. */
record WebState(Role role, JsonNode answer) {
  /**
   * Asks a daemon; empty if there is no answer, or one that is not JSON.
   *
   * @param node the node that sends the request
   */
  static Optional<WebState> ask(Role role, Node node, String host, int port, Mark mark)
      throws IOException, InterruptedException {
    return NodeHttp.json(node, mark, host, port, role.statePath())
        .map(answer -> new WebState(role, answer));
  }

  /** Whether the daemon serves its clients, with this number of workers. */
  boolean isReady(int workers) {
    return switch (role) {
      case NAMENODE -> number("NumLiveDataNodes") >= workers && !isSafe();
      case RESOURCEMANAGER -> metric("activeNodes") >= workers;
      case NODEMANAGER -> answer.path("nodeInfo").path("nodeHealthy").asBoolean(false);
      case DATANODE, HISTORYSERVER -> true;
    };
  }

  /** Such as {@code 2 datanodes, safe mode}. */
  String text() {
    return switch (role) {
      case NAMENODE ->
          count(number("NumLiveDataNodes"), "datanode") + (isSafe() ? ", safe mode" : "");
      case RESOURCEMANAGER -> {
        long unhealthy = metric("unhealthyNodes");
        yield count(metric("activeNodes"), "nodemanager")
            + (unhealthy > 0 ? ", " + unhealthy + " more unhealthy (disk full?)" : "")
            + (metric("appsRunning") > 0 ? ", " + metric("appsRunning") + " running" : "");
      }
      case NODEMANAGER ->
          isReady(1)
              ? "healthy"
              : answer.path("nodeInfo").path("healthReport").asString("unhealthy");
      case DATANODE, HISTORYSERVER -> "answers";
    };
  }

  private boolean isSafe() {
    return !bean().path("FSState").asString("").equals("Operational");
  }

  private long number(String attribute) {
    return bean().path(attribute).asLong(0);
  }

  private JsonNode bean() {
    return answer.path("beans").path(0);
  }

  private long metric(String name) {
    return answer.path("clusterMetrics").path(name).asLong(0);
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
