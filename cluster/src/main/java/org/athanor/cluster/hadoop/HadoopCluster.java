// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeHttp;
import org.athanor.cluster.NodeProcess;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.PrivateDirectory;
import tools.jackson.databind.JsonNode;

/**
 * Running daemons of Hadoop, each in a JVM of its own on its node. Thread-safe.
 *
 * <p>The caller must claim the mark before the start (see {@link org.athanor.cluster.Claims}), so
 * that the daemons can be found and ended if this JVM is killed.
 */
public final class HadoopCluster implements AutoCloseable {
  private static final Duration FORMAT_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(4);
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(30);

  /** All daemons end within two seconds, except NodeManagers, which may wait longer. */
  static final Duration GRACE = Duration.ofSeconds(5);

  private static final long POLL_MILLISECONDS = 400;

  private final HadoopSpec spec;
  private final HadoopFiles files;
  private final HadoopInstallation installation;
  private final Map<Daemon, NodeProcess> processes = new LinkedHashMap<>();

  private HadoopCluster(HadoopSpec spec, HadoopFiles files, HadoopInstallation installation) {
    this.spec = spec;
    this.files = files;
    this.installation = installation;
  }

  /**
   * Starts the daemons; returns when all of them answer and all workers have joined. The file
   * system is formatted if the directory has none.
   *
   * @param progress receives a line whenever the start waits for something else
   * @throws IOException if a daemon does not start, or a node or port cannot be used. Everything is
   *     ended again; the message names daemon and node, and quotes the log
   */
  public static HadoopCluster start(HadoopSpec spec, Consumer<String> progress)
      throws IOException, InterruptedException {
    try {
      progress.accept("checking the nodes");
      makeDirectories(spec, progress);
      NodeFacts facts = NodeFacts.of(spec);
      List<Daemon> daemons = plan(spec, facts.takenPorts());
      HadoopFiles files = new HadoopFiles(spec, daemons, facts);
      HadoopCluster cluster =
          new HadoopCluster(spec, files, HadoopInstallation.prepare(spec, daemons, files));
      cluster.format(daemons, progress);
      // If the file system is not up yet, the history server retries only after ten seconds.
      cluster.launch(daemons, daemon -> daemon.role() != Role.HISTORYSERVER);
      cluster.awaitReady(progress);
      cluster.launch(daemons, daemon -> daemon.role() == Role.HISTORYSERVER);
      cluster.awaitReady(progress);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      progress.accept("ending the daemons that were started");
      try {
        endAll(spec);
      } catch (IOException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  /** On this machine too: files for nodes are written here first. */
  private static void makeDirectories(HadoopSpec spec, Consumer<String> progress)
      throws IOException, InterruptedException {
    Set<Node> places = spec.nodes();
    if (places.stream().noneMatch(Node::hasFilesOfThisMachine)) {
      places.add(Nodes.localhost());
    }
    for (Node node : places) {
      directory(spec.directory()).make(node, spec.mark()).forEach(progress);
    }
  }

  /** Of a cluster that {@code athanor cluster} starts; an experiment's is below its own. */
  static PrivateDirectory directory(Path path) {
    return new PrivateDirectory(path, "choose another directory (--dir)");
  }

  private static List<Daemon> plan(HadoopSpec spec, Map<String, Set<Integer>> taken)
      throws IOException {
    try {
      return HadoopPlan.of(spec, taken);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Default file system of its clients: {@code hdfs://host:port} or {@code file:///}. */
  public URI filesystem() {
    return URI.create(files.filesystem());
  }

  /** The clients' configuration directory, on this machine and on the master. */
  public Path configuration() {
    return HadoopFiles.clientHome(spec).resolve("conf");
  }

  /** The clients' class path on the master: configuration and jars. */
  public String classPath() {
    return installation.classPath(configuration());
  }

  /** The environment variables that clients on the master need. */
  public Map<String, String> environment() {
    return Map.of(
        "HADOOP_CONF_DIR", configuration().toString(),
        "JAVA_HOME", installation.javaHome(spec.master()));
  }

  /** The command of a client on the master: a class of Hadoop with a {@code main} method. */
  public Command client(String mainClass, String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of(installation.java(spec.master()), "-Xmx512m", "-cp", classPath(), mainClass));
    line.addAll(List.of(arguments));
    return Command.of(line).withEnvironment(environment());
  }

  /**
   * Asks the web server of a daemon on the master; empty if the daemon does not run, does not know
   * the path, or does not answer with JSON.
   *
   * @param path such as {@code /ws/v1/cluster/metrics}
   * @throws IOException if the master cannot be reached
   */
  public Optional<JsonNode> ask(Role role, String path) throws IOException, InterruptedException {
    for (Daemon daemon : processes.keySet()) {
      if (daemon.role() == role && role.onMaster()) {
        return NodeHttp.json(daemon.node(), spec.mark(), daemon.host(), daemon.webPort(), path);
      }
    }
    return Optional.empty();
  }

  /** Such as {@code datanode of h1 has ended with status 1: …}; empty if all run. */
  public Optional<String> deadDaemon() throws IOException, InterruptedException {
    for (Map.Entry<Daemon, NodeProcess> entry : processes.entrySet()) {
      OptionalInt status = entry.getValue().await(Duration.ZERO);
      if (status.isPresent()) {
        return Optional.of(exitMessage(entry.getKey(), status.getAsInt()));
      }
    }
    return Optional.empty();
  }

  /** The daemons with their process ids, to be stored. */
  List<DaemonRecord> records() {
    return processes.entrySet().stream()
        .map(entry -> DaemonRecord.of(entry.getKey(), entry.getValue().pid()))
        .toList();
  }

  /** Ends all daemons and containers; safe to repeat. */
  @Override
  public void close() throws IOException {
    try {
      endAll(spec);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while ending the cluster in " + spec.directory(), e);
    }
  }

  private static void endAll(HadoopSpec spec) throws IOException, InterruptedException {
    IOException first = null;
    for (Node node : spec.nodes()) {
      try {
        node.endAll(spec.mark(), GRACE);
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private void format(List<Daemon> daemons, Consumer<String> progress)
      throws IOException, InterruptedException {
    for (Daemon daemon : daemons) {
      Path data = daemon.home().resolve("namenode");
      if (daemon.role() == Role.NAMENODE && !exists(daemon.node(), data + "/current/VERSION")) {
        progress.accept("formatting the file system");
        Command format =
            command(daemon, List.of("-format", "-force", "-nonInteractive"))
                .withEnvironment(daemonEnvironment(daemon));
        CommandResult result = daemon.node().run(spec.mark(), format, FORMAT_TIMEOUT);
        if (result.status() != 0) {
          throw new IOException(
              daemon.title()
                  + ": formatting "
                  + data
                  + " failed: "
                  + LogExcerpt.of(result.errors()));
        }
      }
    }
  }

  private boolean exists(Node node, String file) throws IOException, InterruptedException {
    return node.run(spec.mark(), Command.of("test", "-e", file), QUERY_TIMEOUT).status() == 0;
  }

  private void launch(List<Daemon> daemons, Predicate<Daemon> which) throws IOException {
    for (Daemon daemon : daemons) {
      if (which.test(daemon)) {
        Command command =
            command(daemon, List.of())
                .withEnvironment(daemonEnvironment(daemon))
                .in(daemon.home().toString())
                .loggedTo(daemon.log().toString());
        processes.put(daemon, daemon.node().start(spec.mark(), command));
      }
    }
  }

  private Command command(Daemon daemon, List<String> arguments) {
    Sizing sizing = Sizing.of(spec.cores(), spec.memoryBytes());
    List<String> line = new ArrayList<>();
    line.add(installation.java(daemon.node()));
    line.addAll(HadoopFiles.OPENS);
    line.addAll(
        List.of(
            "-Dproc_" + daemon.role().id(),
            "-Xmx" + sizing.daemonHeapMb() + "m",
            "-XX:+UseSerialGC",
            "-Djava.net.preferIPv4Stack=true",
            "-Dhadoop.log.dir=" + daemon.home(),
            "-cp",
            installation.classPath(daemon.configuration()),
            daemon.role().mainClass()));
    line.addAll(arguments);
    return Command.of(line);
  }

  private Map<String, String> daemonEnvironment(Daemon daemon) {
    return Map.of(
        "HADOOP_CONF_DIR", daemon.configuration().toString(),
        "JAVA_HOME", installation.javaHome(daemon.node()));
  }

  private void awaitReady(Consumer<String> progress) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    Map<Daemon, String> waiting = new LinkedHashMap<>();
    processes.keySet().stream()
        .filter(daemon -> daemon.role().onMaster())
        .forEach(daemon -> waiting.put(daemon, "no answer yet"));
    String lastLine = "";
    while (true) {
      Optional<String> dead = deadDaemon();
      if (dead.isPresent()) {
        throw new IOException(dead.get());
      }
      for (Daemon daemon : List.copyOf(waiting.keySet())) {
        Optional<WebState> state =
            WebState.ask(
                daemon.role(), daemon.node(), daemon.host(), daemon.webPort(), spec.mark());
        if (state.isPresent() && state.get().isReady(workers(daemon.role()))) {
          waiting.remove(daemon);
        } else {
          state.ifPresent(some -> waiting.put(daemon, some.text()));
        }
      }
      if (waiting.isEmpty()) {
        return;
      }
      String line =
          waiting.entrySet().stream()
              .map(entry -> entry.getKey().role().id() + " (" + entry.getValue() + ")")
              .collect(Collectors.joining(", ", "waiting for ", ""));
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "the cluster in "
                + spec.directory()
                + " is not ready after "
                + START_TIMEOUT.toSeconds()
                + " s: "
                + line
                + "; logs are in that directory");
      }
      if (!line.equals(lastLine)) {
        progress.accept(line);
        lastLine = line;
      }
      Thread.sleep(POLL_MILLISECONDS);
    }
  }

  /** The number of daemons that belong to a master's daemon. */
  private int workers(Role master) {
    return (int)
        processes.keySet().stream().filter(daemon -> daemon.role() == master.ofWorkers()).count();
  }

  private String exitMessage(Daemon daemon, int status) throws IOException, InterruptedException {
    Command tail = Command.of("tail", "-c", "60000", daemon.log().toString());
    String log = daemon.node().run(spec.mark(), tail, QUERY_TIMEOUT).output();
    return daemon.title()
        + " has ended with status "
        + status
        + ": "
        + LogExcerpt.of(log)
        + " (log: "
        + daemon.node().name()
        + ":"
        + daemon.log()
        + ")";
  }
}
