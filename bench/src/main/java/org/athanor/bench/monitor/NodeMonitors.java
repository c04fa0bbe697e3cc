// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
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
import org.athanor.results.MonitorInfo;
import org.athanor.results.NodeUse;

/**
 * Monitors the nodes of an experiment: starts an agent on each node. An agent lives until {@link
 * #close} or until this process ends, and samples while a trial runs.
 *
 * <p>If an agent cannot be started, dies or does not answer, the readings of its node are
 * unavailable, with that reason; the trial goes on. Must be used by one thread; trials must not
 * overlap.
 */
public final class NodeMonitors implements AutoCloseable {

  private static final int MOST_AT_ONCE = 16;

  /**
   * What to measure, and how.
   *
   * @param monitors the requested ones; the {@link Monitor#essential} ones are added
   * @param events names of events that {@code perf} counts in addition, without modifiers
   * @param interval between samples, 100 ms to 1 h
   * @param directory absolute path of a directory for the agent's files, the same on every node
   * @param own monitors of the user
   */
  public record Settings(
      Set<Monitor> monitors,
      List<String> events,
      Duration interval,
      String directory,
      List<OwnMonitorSpec> own) {

    public Settings {
      Set<Monitor> all = new HashSet<>(Monitor.essential());
      all.addAll(monitors);
      own.forEach(monitor -> all.add(Monitor.own(monitor.name(), monitor.className())));
      monitors = Set.copyOf(all);
      own = List.copyOf(own);
      events = List.copyOf(events);
      if (interval.toMillis() < 100 || interval.toHours() >= 1) {
        throw new IllegalArgumentException(
            "interval " + interval.toMillis() + " ms: must be from 100 ms to 1 h");
      }
      if (!directory.startsWith("/")) {
        throw new IllegalArgumentException(
            "directory " + directory + ": must be an absolute path on the nodes");
      }
    }

    /** Without monitors of the user. */
    public Settings(
        Set<Monitor> monitors, List<String> events, Duration interval, String directory) {
      this(monitors, events, interval, directory, List.of());
    }

    /** The jars of the user's monitors, each once. */
    List<Path> jars() {
      return own.stream().map(OwnMonitorSpec::jar).distinct().toList();
    }
  }

  private final Map<String, NodeAgent> agents;
  private final Optional<RunnerId> runner = RunnerId.self();
  private long trials;

  private NodeMonitors(Map<String, NodeAgent> agents) {
    this.agents = agents;
  }

  /**
   * Starts the agents and waits until each has reported what it can read.
   *
   * @param mark of the agents. Processes with a framework's mark may be killed between trials, so
   *     this must be another one.
   */
  public static NodeMonitors start(List<Node> nodes, Mark mark, Settings settings)
      throws InterruptedException {
    Map<String, NodeAgent> agents = new LinkedHashMap<>();
    nodes.forEach(node -> agents.put(node.name(), new NodeAgent(node, mark, settings)));
    NodeMonitors monitors = new NodeMonitors(agents);
    startAll(agents.values());
    return monitors;
  }

  /** Starts agents in parallel: copying files to a node and starting a JVM there takes a second. */
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

  /** What cannot be measured on a node: monitor id → reason, with the remedy if there is one. */
  public Map<String, String> unavailable(String node) {
    return new TreeMap<>(agent(node).unavailable());
  }

  /**
   * What the user's monitors declare, of those that work on a node at least.
   *
   * @throws IllegalArgumentException if nodes declare different units of the same
   */
  public List<MonitorInfo> declared() {
    List<MonitorInfo> all = List.of();
    for (NodeAgent agent : agents.values()) {
      all = MonitorInfo.unite(all, agent.declared());
    }
    return all;
  }

  /**
   * What cannot be measured on this machine: monitor id → reason, with the remedy if there is one.
   * Starts no agent.
   */
  public static Map<String, String> unavailableHere() {
    Set<Monitor> all = Set.of(Monitor.values());
    ProbeSet probes =
        ProbeSet.open(Host.here(), all, List.of(), Mark.VARIABLE, false, System::nanoTime);
    Map<String, String> unavailable = new TreeMap<>();
    probes.unavailable().forEach((monitor, reason) -> unavailable.put(monitor.id(), reason));
    probes.close();
    return unavailable;
  }

  /**
   * Begins a trial. Call this just before the framework's client starts: the readings count from
   * here.
   *
   * @param nodes the nodes that the trial uses; their agents must have been started
   * @param marks of the framework's processes, including daemons that already run
   * @param results directory of the results
   * @param trial directory of the trial, below {@code results}; the files {@code
   *     samples-<node>.csv} are written there
   * @throws IOException if those files cannot be written
   */
  public MonitoredTrial begin(List<Node> nodes, Set<Mark> marks, Path results, Path trial)
      throws IOException, InterruptedException {
    Files.createDirectories(trial);
    List<NodeAgent> used = nodes.stream().map(node -> agent(node.name())).toList();
    startAll(used);
    long number = trials++;
    List<MonitorInfo> declared = declared();
    List<NodeTrial> parts = new ArrayList<>();
    for (int i = 0; i < used.size(); i++) {
      String name = nodes.get(i).name();
      Path file = trial.resolve("samples-" + NodeAgent.fileName(name) + ".csv");
      parts.add(new NodeTrial(name, used.get(i), declared, number, results, file));
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

  /**
   * Uses memory of nodes until a trial begins, so that the trial finds memory that the host of a
   * virtual machine has given to it.
   *
   * @param bytes of each node
   * @throws IOException if a node has not so much, or does not answer
   */
  public HeldMemory holdMemory(List<Node> nodes, long bytes)
      throws IOException, InterruptedException {
    Map<String, NodeAgent> used = new LinkedHashMap<>();
    nodes.forEach(node -> used.put(node.name(), agent(node.name())));
    return MemoryHolders.hold(used, bytes);
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
        // The agents end when this process ends.
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
