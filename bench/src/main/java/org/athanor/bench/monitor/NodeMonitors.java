// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.athanor.agent.AgentMessages;
import org.athanor.agent.Monitor;
import org.athanor.agent.ProbeSet;
import org.athanor.agent.RunnerId;
import org.athanor.agent.probe.Host;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.results.NodeUse;

/**
 * Watches the nodes of an experiment: starts an agent on each, which lives until {@link #close} or
 * until this process is gone, and samples while a trial runs.
 *
 * <p>A node whose agent cannot be started, dies or does not answer costs its readings, not the
 * trial: they are unavailable, with that reason. Used by one thread; trials do not overlap.
 */
public final class NodeMonitors implements AutoCloseable {

  private static final int MOST_AT_ONCE = 16;

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

  private final Map<String, NodeAgent> agents;
  private final Optional<RunnerId> runner = RunnerId.self();
  private long trials;

  private NodeMonitors(Map<String, NodeAgent> agents) {
    this.agents = agents;
  }

  /**
   * Starts the agents and asks what they can read.
   *
   * @param mark of the agents; not that of a framework, if that is ended between trials
   */
  public static NodeMonitors start(List<Node> nodes, Mark mark, Settings settings)
      throws InterruptedException {
    Map<String, NodeAgent> agents = new LinkedHashMap<>();
    nodes.forEach(node -> agents.put(node.name(), new NodeAgent(node, mark, settings)));
    NodeMonitors monitors = new NodeMonitors(agents);
    startAll(agents.values());
    return monitors;
  }

  /** Copying files to a node and starting a JVM there takes a second; all do so at once. */
  private static void startAll(Collection<NodeAgent> agents) throws InterruptedException {
    if (agents.size() < 2) {
      for (NodeAgent agent : agents) {
        agent.start();
      }
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(MOST_AT_ONCE, agents.size()));
    try {
      List<Callable<Void>> starts = new ArrayList<>();
      for (NodeAgent agent : agents) {
        starts.add(
            () -> {
              agent.start();
              return null;
            });
      }
      for (Future<Void> start : pool.invokeAll(starts)) {
        start.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** What cannot be watched on a node: monitor id → reason, with the remedy where there is one. */
  public Map<String, String> unavailable(String node) {
    return new TreeMap<>(agent(node).unavailable());
  }

  /**
   * What cannot be watched on this machine, without starting an agent: monitor id → reason, with
   * the remedy where there is one.
   */
  public static Map<String, String> unavailableHere() {
    Set<Monitor> all = EnumSet.allOf(Monitor.class);
    ProbeSet probes = ProbeSet.open(Host.here(), all, Mark.VARIABLE, false, System::nanoTime);
    Map<String, String> unavailable = new TreeMap<>();
    probes.unavailable().forEach((monitor, reason) -> unavailable.put(monitor.id(), reason));
    probes.close();
    return unavailable;
  }

  /**
   * Begins a trial, just before the framework's client starts: from now on its processes, other
   * ones and the hardware are accounted.
   *
   * @param nodes those the trial uses, some of those monitors were started for
   * @param marks of the framework's processes, daemons that already run included
   * @param results directory of the results
   * @param trial directory of the trial below it; {@code samples-<node>.csv} are written there
   * @throws IOException if those files cannot be written
   */
  public MonitoredTrial begin(List<Node> nodes, Set<Mark> marks, Path results, Path trial)
      throws IOException, InterruptedException {
    Files.createDirectories(trial);
    List<NodeAgent> used = nodes.stream().map(node -> agent(node.name())).toList();
    startAll(used);
    long number = trials++;
    List<NodeTrial> parts = new ArrayList<>();
    for (int i = 0; i < used.size(); i++) {
      String name = nodes.get(i).name();
      Path file = trial.resolve("samples-" + NodeAgent.fileName(name) + ".csv");
      parts.add(new NodeTrial(name, used.get(i), number, results, file));
    }
    Set<String> ids = marks.stream().map(Mark::id).collect(Collectors.toSet());
    String line = AgentMessages.begin(number, ids, runner);
    for (NodeTrial part : parts) {
      part.begin(line);
    }
    for (NodeTrial part : parts) {
      part.awaitBegun();
    }
    return new Trial(parts);
  }

  private NodeAgent agent(String node) {
    NodeAgent agent = agents.get(node);
    if (agent == null) {
      throw new IllegalArgumentException(
          "node " + node + ": is not monitored; those that are: " + agents.keySet());
    }
    return agent;
  }

  /** Ends the agents. */
  @Override
  public void close() {
    for (NodeAgent agent : agents.values()) {
      try {
        agent.close();
      } catch (InterruptedException e) {
        // They end by themselves when this process does.
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private record Trial(List<NodeTrial> parts) implements MonitoredTrial {

    @Override
    public List<NodeUse> end() throws IOException, InterruptedException {
      for (NodeTrial part : parts) {
        part.end();
      }
      List<NodeUse> uses = new ArrayList<>();
      for (NodeTrial part : parts) {
        uses.add(part.awaitTotals());
      }
      return uses;
    }

    @Override
    public void close() {
      parts.forEach(NodeTrial::close);
    }
  }
}
