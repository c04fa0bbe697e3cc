// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a daemon says of itself over HTTP. The daemon's own node asks, since this machine need not
 * reach its address.
 */
record WebState(Role role, JsonNode answer) {
  /** A daemon that is starting may accept a connection long before it answers. */
  private static final String SECONDS = "5";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SCRIPT = script();

  /**
   * Empty if there is no answer, or none of use.
   *
   * @param node that asks
   */
  static Optional<WebState> ask(Role role, Node node, String host, int port, Mark mark)
      throws IOException, InterruptedException {
    Command get =
        Command.of(
            "timeout",
            SECONDS,
            "bash",
            "-c",
            SCRIPT,
            "bash",
            host,
            Integer.toString(port),
            role.statePath());
    CommandResult result = node.run(mark, get, PATIENCE);
    return parse(role, result.output());
  }

  /**
   * @param response head and body
   */
  static Optional<WebState> parse(Role role, String response) {
    String[] parts = response.split("\r?\n\r?\n", 2);
    if (parts.length < 2 || !parts[0].matches("(?s)HTTP/1\\.\\d 200 .*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new WebState(role, JSON.readTree(parts[1])));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** Whether the daemon serves its clients, with so many workers. */
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

  private static String script() {
    try (InputStream in = WebState.class.getResourceAsStream("http.sh")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
