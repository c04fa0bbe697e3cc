// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * Watches the nodes of an experiment: starts an agent on each, which lives until {@link #close} or
 * until this process is gone, and samples while a trial runs.
 *
 * <p>A node whose agent cannot be started, dies or does not answer costs its readings, not the
 * trial: they are unavailable, with that reason. Used by one thread; trials do not overlap.
 */
public final class NodeMonitors implements AutoCloseable {

  /**
   * What to watch, and how.
   *
   * @param monitors those wanted; the {@link Monitor#essential} ones are added
   * @param interval between samples, 100 ms to 1 h
   * @param directory absolute directory on every node for the agent's files
   */
  public record Settings(Set<Monitor> monitors, Duration interval, String directory) {

    public Settings {
      Set<Monitor> all = EnumSet.copyOf(Monitor.essential());
      all.addAll(monitors);
      monitors = Set.copyOf(all);
      if (interval.toMillis() < 100 || interval.toHours() >= 1) {
        throw new IllegalArgumentException(
            "interval " + interval.toMillis() + " ms: must be from 100 ms to 1 h");
      }
      if (!directory.startsWith("/")) {
        throw new IllegalArgumentException(
            "directory " + directory + ": must be an absolute path, it is one of the nodes");
      }
    }
  }

  private NodeMonitors() {}

  /**
   * Starts the agents and asks what they can read.
   *
   * @param mark of the agents; not that of a framework, if that is ended between trials
   */
  public static NodeMonitors start(List<Node> nodes, Mark mark, Settings settings)
      throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** What cannot be watched on a node: monitor id → reason, with the remedy where there is one. */
  public Map<String, String> unavailable(String node) {
    throw new UnsupportedOperationException();
  }

  /**
   * What cannot be watched on this machine, without starting an agent: monitor id → reason, with
   * the remedy where there is one.
   */
  public static Map<String, String> unavailableHere() {
    throw new UnsupportedOperationException();
  }

  /**
   * Begins a trial, just before the framework's client starts: from now on its processes, other
   * ones and the hardware are accounted.
   *
   * @param nodes those the trial uses, some of those monitors were started for
   * @param mark of the framework's processes, daemons that already run included
   * @param results directory of the results
   * @param trial directory of the trial below it; {@code samples-<node>.csv} are written there
   * @throws IOException if those files cannot be written
   */
  public MonitoredTrial begin(List<Node> nodes, Mark mark, Path results, Path trial)
      throws IOException, InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** Ends the agents. */
  @Override
  public void close() {}
}
