// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.JavaVersion;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Reason;
import org.athanor.cluster.SystemInfo;
import org.athanor.cluster.hadoop.HadoopSpec;

/** The cluster to start, sized for its nodes. */
final class ClusterPlan {
  private static final long GIGABYTE = 1L << 30;

  private final List<Node> workers;
  private final HadoopChoice hadoop;
  private final Path directory;
  private final OptionalInt port;
  private final Map<Node, SystemInfo> systems = new LinkedHashMap<>();

  /**
   * @param port the first of consecutive ports; empty for Hadoop's own
   */
  ClusterPlan(List<Node> workers, HadoopChoice hadoop, Path directory, OptionalInt port) {
    this.workers = workers;
    this.hadoop = hadoop;
    this.directory = directory;
    this.port = port;
  }

  /** Checks all nodes, and reports all their problems together. */
  void check() throws UsageException, InterruptedException {
    if (port.isPresent() && (port.getAsInt() < 1024 || port.getAsInt() > 65_000)) {
      throw new UsageException("--port=" + port.getAsInt() + ": must be between 1024 and 65000");
    }
    List<String> problems = new ArrayList<>();
    for (Node node : new LinkedHashSet<>(workers)) {
      try {
        SystemInfo system = node.system();
        systems.put(node, system);
        checkJava(node, system, problems);
      } catch (IOException e) {
        problems.add(Reason.withFile(e));
      }
    }
    if (!problems.isEmpty()) {
      throw new UsageException(String.join("\n", problems));
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
    HadoopSpec spec =
        HadoopSpec.of(
            workers,
            mark,
            directory,
            hadoop.distribution(progress).classPath(),
            cores(),
            memoryBytes());
    return port.isPresent() ? spec.withFirstPort(port.getAsInt()) : spec;
  }

  /** All workers get the same number of cores, so the smallest node decides. */
  private int cores() {
    return systems.entrySet().stream()
        .mapToInt(entry -> entry.getValue().processors() / workersOn(entry.getKey()))
        .map(cores -> Math.max(1, cores))
        .min()
        .orElseThrow();
  }

  /** Three quarters of a node's memory, less 2 GB for the daemons. */
  private long memoryBytes() {
    return systems.entrySet().stream()
        .mapToLong(
            entry ->
                (entry.getValue().memoryBytes() / 4 * 3 - 2 * GIGABYTE) / workersOn(entry.getKey()))
        .min()
        .orElseThrow();
  }

  private int workersOn(Node node) {
    return (int) workers.stream().filter(node::equals).count();
  }
}
