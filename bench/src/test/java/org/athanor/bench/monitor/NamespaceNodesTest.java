// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.athanor.agent.Monitor;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable;
import org.athanor.results.Total;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that are network namespaces of this machine. */
class NamespaceNodesTest {

  private static final String BUSY = "i=0; while [ $i -lt 700000 ]; do i=$((i+1)); done; times";

  @TempDir Path directory;
  private final String suffix = Long.toString(ProcessHandle.current().pid());
  private final List<String> names = List.of("mon-a" + suffix, "mon-b" + suffix);

  @BeforeEach
  void makeNamespaces() throws Exception {
    for (String name : names) {
      assumeTrue(ip("add", name) == 0, "needs root, iproute2 and network namespaces");
    }
  }

  @AfterEach
  void removeNamespaces() throws Exception {
    for (String name : names) {
      assumeTrue(ip("del", name) == 0, "there was no namespace " + name);
    }
  }

  private static int ip(String... arguments) throws Exception {
    String line = "ip netns " + String.join(" ", arguments);
    try {
      return new ProcessBuilder("sh", "-c", line).start().waitFor();
    } catch (IOException e) {
      return 1;
    }
  }

  @Test
  void eachNodeCountsItsOwnProcessesAndTheOtherNodesAreNoDisturbance() throws Exception {
    List<Node> nodes = names.stream().map(name -> Nodes.of("namespace:" + name)).toList();
    Mark mark = new Mark("namespaces-" + suffix);
    NodeMonitors.Settings settings =
        new NodeMonitors.Settings(
            Set.of(Monitor.NETWORK), List.of(), Duration.ofMillis(200), directory + "/node");
    try (NodeMonitors monitors =
        NodeMonitors.start(nodes, new Mark(mark.id() + "-agents"), settings)) {
      List<NodeUse> uses;
      double used;
      try (MonitoredTrial trial =
          monitors.begin(nodes, Set.of(mark), directory, directory.resolve("trial"))) {
        String times =
            nodes.get(0).run(mark, Command.of("sh", "-c", BUSY), Duration.ofMinutes(1)).output();
        used = Double.parseDouble(times.replaceAll("(?s)0m([0-9.]+)s.*", "$1"));
        uses = trial.end();
      }
      assertThat(used).isPositive();
      double own = value(uses.get(0), Total.CPU_OWN);
      assertThat(own).isBetween(used - 0.05, used + 0.1);
      assertThat(value(uses.get(1), Total.CPU_OWN)).isLessThan(0.01);
      // Both agents see the same machine, so the time of other processes is the same for both,
      // except for ticks and for the time between their readings.
      assertThat(value(uses.get(1), Total.CPU_OTHER))
          .isBetween(
              value(uses.get(0), Total.CPU_OTHER) - 0.3, value(uses.get(0), Total.CPU_OTHER) + 0.3);
      SampleTable samples = SampleTable.read(directory.resolve(uses.get(0).samples()));
      assertThat(samples.columns())
          .extracting(SampleTable.Column::header)
          .contains("network_received[lo]");
    }
  }

  private static double value(NodeUse use, Total total) {
    assertThat(use.totals().get(total)).as(total.id()).isInstanceOf(Reading.Value.class);
    return ((Reading.Value) use.totals().get(total)).amount();
  }
}
