// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;

/** A runner that begins a trial and never ends it; arguments: {@code MARK DIRECTORY}. */
final class RunnerToKill {

  private RunnerToKill() {}

  public static void main(String[] arguments) throws Exception {
    Mark mark = new Mark(arguments[0]);
    Path directory = Path.of(arguments[1]);
    List<Node> nodes = List.of(Nodes.localhost());
    NodeMonitors.Settings settings =
        new NodeMonitors.Settings(Set.of(), List.of(), Duration.ofMillis(100), directory + "/node");
    try (NodeMonitors monitors = NodeMonitors.start(nodes, mark, settings);
        MonitoredTrial trial = monitors.begin(nodes, Set.of(mark), directory, directory)) {
      System.out.println("monitoring");
      System.out.flush();
      new CountDownLatch(1).await();
      trial.end();
    }
  }
}
