// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.bench.monitor.HeldMemory;
import org.athanor.bench.monitor.MonitoredTrial;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.results.MonitorInfo;

/** The monitors of a run; see {@link org.athanor.bench.monitor.NodeMonitors}. */
public interface RunMonitors extends AutoCloseable {

  /** The monitors that are unavailable on a node: id → reason. */
  Map<String, String> unavailable(String node);

  /** What monitors of the user declare. */
  default List<MonitorInfo> declared() {
    return List.of();
  }

  /**
   * Begins to monitor a trial.
   *
   * @param marks marks of the processes that count as the framework's own
   * @param results directory of the results
   * @param trial directory of the trial, below {@code results}
   */
  MonitoredTrial begin(List<Node> nodes, Set<Mark> marks, Path results, Path trial)
      throws IOException, InterruptedException;

  /**
   * Uses memory of nodes until a trial begins.
   *
   * @param bytes of each node
   * @throws IOException if a node has not so much, or does not answer
   */
  HeldMemory holdMemory(List<Node> nodes, long bytes) throws IOException, InterruptedException;

  @Override
  void close();
}
