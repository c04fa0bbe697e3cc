// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.athanor.agent.Agent;
import org.athanor.agent.Monitor;
import org.athanor.agent.memory.MemoryHolder;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.cluster.PrivateDirectory;
import org.athanor.results.MonitorInfo;
import org.athanor.results.Reading;
import tools.jackson.core.json.JsonFactory;

/**
 * Manages the agent of one node: installs it, starts it, and restarts it for the next trial if it
 * has died. Not thread-safe.
 */
final class NodeAgent {

  /**
   * Options that keep the agent's JVM small and save background work. It writes no hsperfdata file,
   * since only those of the framework's JVMs are read.
   */
  private static final List<String> JVM =
      List.of(
          "-Xms8m",
          "-Xmx32m",
          "-Xss512k",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-Xshare:auto");

  private final Node node;
  private final Mark mark;
  private final NodeMonitors.Settings settings;
  private final String directory;
  private boolean installed;
  private Optional<AgentConnection> connection = Optional.empty();
  private Map<String, String> unavailable = Map.of();
  private List<MonitorInfo> declared = List.of();

  NodeAgent(Node node, Mark mark, NodeMonitors.Settings settings) {
    this.node = node;
    this.mark = mark;
    this.settings = settings;
    this.directory = settings.directory() + "/agent-" + fileName(node.name());
  }

  /** A node's name with the characters replaced that a file name should not contain. */
  static String fileName(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /**
   * Starts the agent unless it runs. If that fails, every monitor of the node is unavailable, with
   * the reason.
   */
  void start() throws InterruptedException {
    if (connection.isPresent()) {
      return;
    }
    try {
      installOnce();
      AgentConnection started = AgentConnection.to(node.name(), node.start(mark, command()));
      connection = Optional.of(started);
      AgentConnection.Ready ready = started.ready();
      unavailable = ready.unavailable();
      declared = ready.declared();
      for (Monitor monitor : Monitor.values()) {
        if (!settings.monitors().contains(monitor)) {
          unavailable.put(monitor.id(), "is not among the monitors of the experiment");
        }
      }
    } catch (IOException e) {
      lose(e);
    }
  }

  private void installOnce() throws IOException, InterruptedException {
    if (!installed) {
      install();
      installed = true;
    }
  }

  private void install() throws IOException, InterruptedException {
    // What is in it will be run.
    new PrivateDirectory(Path.of(directory), "name another directory: work").make(node, mark);
    List<Path> parts = classPath();
    for (int i = 0; i < parts.size(); i++) {
      node.copyTo(parts.get(i), remote(i, parts.get(i)));
    }
  }

  /**
   * Starts a process that uses memory of the node, see {@link MemoryHolder}.
   *
   * @throws IOException if the node cannot be reached
   */
  NodeProcess startMemoryHolder(long bytes) throws IOException, InterruptedException {
    installOnce();
    List<String> arguments = jvm(MemoryHolder.class);
    arguments.add(Long.toString(bytes));
    return node.start(mark, inRoot(arguments));
  }

  private static Command inRoot(List<String> arguments) {
    return new Command(arguments, Map.of(), Optional.of("/"), Optional.empty());
  }

  /** The command line of a small JVM with the agent's jars. */
  private List<String> jvm(Class<?> main) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add(node.system().javaHome().map(home -> home + "/bin/java").orElse("java"));
    arguments.addAll(JVM);
    arguments.add("-cp");
    List<Path> parts = classPath();
    arguments.add(
        IntStream.range(0, parts.size())
            .mapToObj(i -> remote(i, parts.get(i)))
            .collect(Collectors.joining(":")));
    arguments.add(main.getName());
    return arguments;
  }

  private Command command() throws IOException, InterruptedException {
    List<String> arguments = jvm(Agent.class);
    arguments.add(Long.toString(settings.interval().toMillis()));
    arguments.add(
        settings.monitors().stream()
            .map(Monitor::argument)
            .sorted()
            .collect(Collectors.joining(",")));
    arguments.add(Mark.VARIABLE);
    arguments.addAll(settings.events());
    return inRoot(arguments);
  }

  private String remote(int index, Path part) {
    return directory + "/" + index + "-" + part.getFileName();
  }

  /**
   * The jars or class directories that the agent needs: its own, results, Jackson's core, and those
   * of the user's monitors.
   */
  private List<Path> classPath() throws IOException {
    List<Path> parts = new ArrayList<>();
    for (Class<?> type : List.of(Agent.class, Reading.class, JsonFactory.class)) {
      try {
        parts.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
      } catch (URISyntaxException e) {
        throw new IOException(type + ": its location is not a file: " + e.getMessage(), e);
      }
    }
    parts.addAll(settings.jars());
    return parts;
  }

  /** Whether the node is this machine, or a part of it that shares its memory. */
  boolean isOfThisMachine() {
    return node.hasFilesOfThisMachine();
  }

  /** The connection to the agent; empty if the agent does not run. */
  Optional<AgentConnection> connection() {
    return connection;
  }

  /** Monitor id → reason why it is unavailable. */
  Map<String, String> unavailable() {
    return unavailable;
  }

  /**
   * What the monitors that are not Athanor's declare. It stays when the agent is lost: its readings
   * are unavailable then.
   */
  List<MonitorInfo> declared() {
    return declared;
  }

  /** The events that are counted in addition to those of every experiment. */
  List<String> events() {
    return settings.events();
  }

  String reason() {
    return unavailable.values().stream().findFirst().orElse("the agent does not run");
  }

  /** Ends the agent; all monitors of this node are unavailable until it is started again. */
  void lose(IOException cause) throws InterruptedException {
    Map<String, String> all = new LinkedHashMap<>();
    for (Monitor monitor : Monitor.values()) {
      all.put(monitor.id(), cause.getMessage());
    }
    settings.monitors().forEach(monitor -> all.put(monitor.id(), cause.getMessage()));
    unavailable = all;
    close();
  }

  void close() throws InterruptedException {
    if (connection.isPresent()) {
      AgentConnection ending = connection.get();
      connection = Optional.empty();
      ending.close();
    }
  }
}
