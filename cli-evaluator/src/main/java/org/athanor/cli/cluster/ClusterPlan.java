// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.JavaVersion;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Reason;
import org.athanor.cluster.SystemInfo;
import org.athanor.cluster.hadoop.Disks;
import org.athanor.cluster.hadoop.HadoopSpec;
import org.athanor.cluster.hadoop.Service;
import org.athanor.cluster.hadoop.Worker;

/** The cluster to start, sized for its nodes. */
final class ClusterPlan {
  private static final long GIGABYTE = 1L << 30;

  private final List<Worker> workers;
  private final HadoopChoice hadoop;
  private final Path directory;
  private final OptionalInt port;
  private final Optional<NameNodeRules> rules;
  private final Map<Node, SystemInfo> systems = new LinkedHashMap<>();

  /**
   * @param port the first of consecutive ports; empty for Hadoop's own
   */
  ClusterPlan(
      List<Worker> workers,
      HadoopChoice hadoop,
      Path directory,
      OptionalInt port,
      Optional<NameNodeRules> rules) {
    this.workers = workers;
    this.hadoop = hadoop;
    this.directory = directory;
    this.port = port;
    this.rules = rules;
  }

  /** Checks all nodes, and reports all their problems together. */
  void check() throws UsageException, InterruptedException {
    if (port.isPresent() && (port.getAsInt() < 1024 || port.getAsInt() > 65_000)) {
      throw new UsageException("--port=" + port.getAsInt() + ": must be between 1024 and 65000");
    }
    List<String> problems = new ArrayList<>(hadoop.problems(workers));
    for (Node node : nodes(worker -> true)) {
      try {
        SystemInfo system = node.system();
        systems.put(node, system);
        checkJava(node, system, problems);
      } catch (IOException e) {
        problems.add(Reason.withFile(e));
      }
    }
    if (rules.isPresent()) {
      checkRules(workers.get(0).node(), problems);
    }
    if (!problems.isEmpty()) {
      throw new UsageException(String.join("\n", problems));
    }
  }

  private void checkRules(Node master, List<String> problems) {
    if (!master.hasFilesOfThisMachine()) {
      problems.add(
          "--storage-rules: the NameNode reads the file, but runs on "
              + master.name()
              + ": name this machine first in the host file, or start the cluster there");
      return;
    }
    Optional<String> java = Optional.ofNullable(systems.get(master)).flatMap(SystemInfo::java);
    if (java.isPresent() && JavaVersion.feature(java.get()).orElse(0) < NameNodeRules.JAVA) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s: has Java %s; --storage-rules needs %d or newer there: set JAVA_HOME",
              master.name(),
              java.get(),
              NameNodeRules.JAVA));
    }
  }

  private void checkJava(Node node, SystemInfo system, List<String> problems) {
    if (system.java().isEmpty()) {
      problems.add(node.name() + ": has no Java: install one, or set JAVA_HOME");
      return;
    }
    String java = system.java().get();
    OptionalInt feature = JavaVersion.feature(java);
    if (feature.isEmpty() || !hadoop.java().contains(feature.getAsInt())) {
      problems.add(
          String.format(
              "%s: has Java %s; Hadoop %s needs %s: set JAVA_HOME there",
              node.name(), java, hadoop.name(), hadoop.java()));
    }
  }

  HadoopSpec specification(Mark mark, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<String> classPath = new ArrayList<>(hadoop.distribution(progress).classPath());
    rules.ifPresent(some -> classPath.add(some.classPath()));
    return new HadoopSpec(
        workers,
        mark,
        directory,
        classPath,
        hasYarn() ? EnumSet.allOf(Service.class) : Set.of(Service.HDFS),
        cores(),
        memoryBytes(),
        Optional.empty(),
        port,
        rules.map(some -> Map.of("hdfs-site", some.settings())).orElse(Map.of()),
        Disks.NONE);
  }

  /** Without a worker that computes, YARN has nothing to do. */
  private boolean hasYarn() {
    return workers.stream().anyMatch(Worker::computes);
  }

  /** All workers get the same number of cores, so the smallest node decides. */
  private int cores() {
    return nodes(this::isSized).stream()
        .mapToInt(node -> systems.get(node).processors() / workersOn(node))
        .map(cores -> Math.max(1, cores))
        .min()
        .orElseThrow();
  }

  /** Three quarters of a node's memory, less that for the daemons. */
  private long memoryBytes() {
    return nodes(this::isSized).stream()
        .mapToLong(
            node -> (systems.get(node).memoryBytes() / 4 * 3 - daemonBytes(node)) / workersOn(node))
        .map(bytes -> Math.max(0, bytes))
        .min()
        .orElseThrow();
  }

  /**
   * Whether a worker counts for the size of the others: those that only store do not, if any
   * computes.
   */
  private boolean isSized(Worker worker) {
    return worker.computes() || !hasYarn();
  }

  /** 2 GB, and a quarter for each DataNode that a worker has beyond one. */
  private long daemonBytes(Node node) {
    long more =
        workers.stream()
            .filter(worker -> worker.node().equals(node))
            .mapToLong(worker -> Math.max(0, worker.dataNodes() - 1))
            .sum();
    return 2 * GIGABYTE + more * GIGABYTE / 4;
  }

  /** The number of workers that share the node. */
  private int workersOn(Node node) {
    return (int)
        workers.stream().filter(worker -> worker.node().equals(node) && isSized(worker)).count();
  }

  /** Each node of such workers once. */
  private Set<Node> nodes(Predicate<Worker> such) {
    Set<Node> nodes = new LinkedHashSet<>();
    workers.stream().filter(such).forEach(worker -> nodes.add(worker.node()));
    return nodes;
  }
}
