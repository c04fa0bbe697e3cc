// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * A cluster of Hadoop's daemons to start.
 *
 * @param workers the node of the first is also the master. A node that occurs several times has
 *     several workers
 * @param mark of this cluster's daemons and containers only, because all processes of the mark are
 *     ended with the cluster; in an experiment, a {@link Mark#part} of its mark
 * @param directory absolute path of configuration, logs and data, the same on each node. HDFS keeps
 *     its data there for the next cluster in this directory
 * @param classPath of Hadoop's jars, such as {@code /opt/hadoop/share/hadoop/common/*}; copied to
 *     nodes that lack it
 * @param services the services, which decide the daemons
 * @param cores of each worker, for containers
 * @param memoryBytes of each worker, for containers; the daemons' heaps come on top
 * @param javaHome the Java of daemons and containers; if empty, the one that each node has
 * @param firstPort the first of the consecutive ports of a node's daemons; if empty, Hadoop's
 *     default ports, or others where those are in use
 * @param settings more settings, which override others: by file without {@code .xml}, then by key
 * @param disks where workers keep data that are not to be below {@code directory}
 */
public record HadoopSpec(
    List<Worker> workers,
    Mark mark,
    Path directory,
    List<String> classPath,
    Set<Service> services,
    int cores,
    long memoryBytes,
    Optional<String> javaHome,
    OptionalInt firstPort,
    Map<String, Map<String, String>> settings,
    Disks disks) {

  /** Names of the files that have settings. */
  public static final Set<String> FILES =
      Set.of("core-site", "hdfs-site", "yarn-site", "mapred-site", "capacity-scheduler");

  public HadoopSpec {
    workers = List.copyOf(workers);
    classPath = List.copyOf(classPath);
    services = Set.copyOf(services);
    settings = Map.copyOf(settings);
    if (workers.isEmpty() || services.isEmpty()) {
      throw new IllegalArgumentException("a cluster needs a worker and a service");
    }
    requireDirectory(directory);
    if (cores < 1 || (services.contains(Service.YARN) && memoryBytes >> 20 < smallest())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d cores and %d MB for containers: must be at least 1 and %d MB on each worker",
              cores,
              memoryBytes >> 20,
              smallest()));
    }
    if (!FILES.containsAll(settings.keySet())) {
      throw new IllegalArgumentException(
          "settings for " + settings.keySet() + ": each file must be one of " + FILES);
    }
  }

  static void requireDirectory(Path directory) {
    if (!directory.isAbsolute() || !directory.toString().matches("[^\\s,:;'\"$*%&<>\\\\]+")) {
      throw new IllegalArgumentException(
          directory
              + ": cannot be a cluster's directory: must be absolute, without blanks and any of"
              + " , : ; ' \" $ * % & < > \\");
    }
  }

  private static int smallest() {
    return Sizing.SMALLEST_WORKER_MB;
  }

  /** A cluster with all services, and a worker on each node. */
  public static HadoopSpec of(
      List<Node> nodes,
      Mark mark,
      Path directory,
      List<String> classPath,
      int cores,
      long memoryBytes) {
    return new HadoopSpec(
        nodes.stream().map(Worker::of).toList(),
        mark,
        directory,
        classPath,
        EnumSet.allOf(Service.class),
        cores,
        memoryBytes,
        Optional.empty(),
        OptionalInt.empty(),
        Map.of(),
        Disks.NONE);
  }

  /** A cluster with HDFS only, which has no containers. */
  public static HadoopSpec hdfs(
      List<Node> nodes, Mark mark, Path directory, List<String> classPath) {
    return new HadoopSpec(
        nodes.stream().map(Worker::of).toList(),
        mark,
        directory,
        classPath,
        Set.of(Service.HDFS),
        1,
        0,
        Optional.empty(),
        OptionalInt.empty(),
        Map.of(),
        Disks.NONE);
  }

  public HadoopSpec withWorkers(List<Worker> others) {
    return new HadoopSpec(
        others,
        mark,
        directory,
        classPath,
        services,
        cores,
        memoryBytes,
        javaHome,
        firstPort,
        settings,
        disks);
  }

  public HadoopSpec withServices(Service... some) {
    return new HadoopSpec(
        workers,
        mark,
        directory,
        classPath,
        Set.of(some),
        cores,
        memoryBytes,
        javaHome,
        firstPort,
        settings,
        disks);
  }

  public HadoopSpec withJava(String home) {
    return new HadoopSpec(
        workers,
        mark,
        directory,
        classPath,
        services,
        cores,
        memoryBytes,
        Optional.of(home),
        firstPort,
        settings,
        disks);
  }

  public HadoopSpec withFirstPort(int port) {
    return new HadoopSpec(
        workers,
        mark,
        directory,
        classPath,
        services,
        cores,
        memoryBytes,
        javaHome,
        OptionalInt.of(port),
        settings,
        disks);
  }

  public HadoopSpec withSettings(Map<String, Map<String, String>> more) {
    return new HadoopSpec(
        workers,
        mark,
        directory,
        classPath,
        services,
        cores,
        memoryBytes,
        javaHome,
        firstPort,
        more,
        disks);
  }

  public HadoopSpec withDisks(Disks others) {
    return new HadoopSpec(
        workers,
        mark,
        directory,
        classPath,
        services,
        cores,
        memoryBytes,
        javaHome,
        firstPort,
        settings,
        others);
  }

  Node master() {
    return workers.get(0).node();
  }

  /** The nodes of the workers, each once; the master is the first. */
  Set<Node> nodes() {
    Set<Node> nodes = new LinkedHashSet<>();
    workers.forEach(worker -> nodes.add(worker.node()));
    return nodes;
  }

  boolean hasRacks() {
    return workers.stream().anyMatch(worker -> worker.rack().isPresent());
  }

  /**
   * The host that a worker is for Hadoop. Where it matters, several workers of this machine are
   * several hosts: they get loopback addresses of their own, because a NameNode knows one network
   * location for each host name.
   *
   * @param index of the worker
   */
  String host(int index) {
    Worker worker = workers.get(index);
    boolean matters =
        workers.stream().anyMatch(some -> some.rack().isPresent() || !some.volumes().isEmpty());
    boolean alone = workers.stream().filter(some -> some.node().equals(worker.node())).count() == 1;
    if (!matters || alone) {
      return worker.node().address();
    }
    int number = index + 2;
    return "127.0." + number / 256 + "." + number % 256;
  }
}
