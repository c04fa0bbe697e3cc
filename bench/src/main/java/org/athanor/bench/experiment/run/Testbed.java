// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.NodeRoles;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.ResourceSpec;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.framework.FileSystem;
import org.athanor.bench.framework.NodeShare;
import org.athanor.bench.framework.Site;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Node;
import org.athanor.cluster.PrivateDirectory;
import org.athanor.cluster.SystemInfo;
import org.athanor.yaml.text.ByteSize;

/**
 * The machines that an experiment runs on, and what it may use of them.
 *
 * @param nodes all of them, in the experiment's order
 * @param systems hardware and software of each node, in the same order
 * @param roles what the nodes are for
 * @param share what a framework may use of each node that works
 * @param work absolute directory on every node for all files of the run
 * @param installation Athanor's own files, at paths that are the same here and on the master
 * @param addresses interface → node → its address there, of all interfaces that the experiment
 *     names
 */
record Testbed(
    List<Node> nodes,
    List<SystemInfo> systems,
    NodeRoles roles,
    Marks marks,
    NodeShare share,
    Path work,
    Installation installation,
    Map<String, Map<String, String>> addresses) {
  private static final long RESERVE_BYTES = 2L << 30;

  /** Fills in the cores and the memory that the experiment does not specify. */
  static Testbed of(
      Experiment experiment,
      List<Node> nodes,
      List<SystemInfo> systems,
      Marks marks,
      Path work,
      Installation installation,
      Map<String, Map<String, String>> addresses) {
    return new Testbed(
        List.copyOf(nodes),
        List.copyOf(systems),
        experiment.roles(),
        marks,
        share(experiment, experiment.roles().workers(systems)),
        work,
        installation,
        addresses);
  }

  private static NodeShare share(Experiment experiment, List<SystemInfo> workers) {
    ResourceSpec resources = experiment.resources();
    int processors = workers.stream().mapToInt(SystemInfo::processors).min().orElse(1);
    long memory = workers.stream().mapToLong(SystemInfo::memoryBytes).min().orElse(0);
    int cores = resources.cores().orElse(processors);
    int tasks = resources.tasksPerNode().orElse(cores);
    // Tasks that cannot be divided are reported before anything starts.
    int processes = tasks % resources.workersPerNode() == 0 ? resources.workersPerNode() : 1;
    return new NodeShare(
        cores, resources.memory().map(ByteSize::bytes).orElse(share(memory)), processes, tasks);
  }

  /**
   * The default share of a node's memory: 3/4 of it, or all but 2 GiB if that is less, but at least
   * half.
   */
  static long share(long memoryBytes) {
    long share = Math.min(memoryBytes / 4 * 3, memoryBytes - RESERVE_BYTES);
    return Math.max(memoryBytes / 2, share);
  }

  Node master() {
    return nodes.get(0);
  }

  /** The first nodes that work. */
  List<Node> workers(int size) {
    return roles.workers(nodes).subList(0, size);
  }

  /** The nodes that trials of a size use: the master, the workers, and those of services. */
  List<Node> cluster(int size) {
    Set<Node> cluster = new LinkedHashSet<>();
    cluster.add(master());
    cluster.addAll(workers(size));
    roles.services().keySet().forEach(role -> cluster.addAll(roles.service(role, nodes)));
    return List.copyOf(cluster);
  }

  /** The role of a node that does not work, as results name it; empty if it works. */
  Optional<String> role(String node) {
    List<String> names = nodes.stream().map(Node::name).toList();
    if (roles.dedicatedMaster() && names.get(0).equals(node)) {
      return Optional.of(NodeRoles.MASTER);
    }
    return roles.services().keySet().stream()
        .filter(role -> roles.service(role, names).contains(node))
        .findFirst();
  }

  /** Node → number of its logical processors. */
  Map<String, Integer> processors() {
    Map<String, Integer> processors = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      processors.put(nodes.get(i).name(), systems.get(i).processors());
    }
    return processors;
  }

  /**
   * A node at its address in a network.
   *
   * @param network an interface; if empty, nodes have their names as addresses
   */
  Node at(Optional<String> network, Node node) {
    return network.map(addresses::get).map(known -> node.at(known.get(node.name()))).orElse(node);
  }

  /** The directories of the data of a storage on a number of nodes, one or more. */
  List<Path> directories(StorageSpec storage, int size) {
    String name = "storage-" + size + storage.suffix();
    return storage.data().isEmpty()
        ? List.of(work.resolve(name))
        : storage.data().stream().map(disk -> ofRun(disk).resolve(name)).toList();
  }

  /** The directories for intermediate data with a storage; empty for the framework's own. */
  List<Path> spill(StorageSpec storage) {
    return storage.spill().stream().map(disk -> ofRun(disk).resolve("spill")).toList();
  }

  /** The run's own directory in a directory that runs share. */
  private Path ofRun(Path shared) {
    return shared.resolve(work.getFileName());
  }

  /** All directories of the run on each node, the first one is {@link #work}. */
  List<Path> ofRun(Experiment experiment) {
    return Stream.concat(Stream.of(work), disks(experiment).stream().map(this::ofRun))
        .distinct()
        .toList();
  }

  /** The directories that the storages of an experiment name, each once. */
  static List<Path> disks(Experiment experiment) {
    return experiment.storages().stream()
        .flatMap(storage -> disks(storage).stream())
        .distinct()
        .toList();
  }

  /** The directories that a storage names, each once. */
  static List<Path> disks(StorageSpec storage) {
    return Stream.concat(storage.data().stream(), storage.spill().stream()).distinct().toList();
  }

  /** The site of a framework's deployment. */
  Site site(int size, Optional<String> network, FileSystem files, Path cache) {
    return new Site(
        at(network, master()),
        workers(size).stream().map(node -> at(network, node)).toList(),
        marks.framework(),
        share,
        files,
        work.resolve("framework"),
        installation,
        cache);
  }

  /** The {@code java} command of Athanor's own programs on the master. */
  String java() {
    return systems.get(0).javaHome().map(home -> home + "/bin/java").orElse("java");
  }

  /** The site of generators and checks. */
  DataSite dataSite(int size, String filesystem, String inputs, Optional<String> configuration) {
    return new DataSite(
        master(),
        marks.tools(),
        size,
        share.tasks(),
        filesystem,
        inputs,
        work.resolve("tools"),
        installation.lib(),
        java(),
        configuration);
  }

  DataSite dataSite(int size, Storage storage, DataTier tier) {
    return dataSite(size, storage.uri(), storage.inputs(tier), storage.configuration());
  }

  /** The site where a user's own inputs are measured, before any file system is started. */
  DataSite dataSite(Path cache) {
    return dataSite(1, "file:///", "file://" + cache + "/inputs", Optional.empty());
  }

  /** The work directory that all runs of a user share; each run has its own directory below it. */
  static Path workOf(Experiment experiment, String user) {
    String plain = user.replaceAll("[^A-Za-z0-9._-]", "_");
    return experiment.work().orElse(Path.of("/var/tmp/athanor-" + plain));
  }

  /**
   * A directory of a run, which other users can neither read nor have prepared.
   *
   * @param key that names it in the experiment
   */
  static PrivateDirectory directory(Path path, String key) {
    return new PrivateDirectory(path, "name another directory: " + key);
  }

  /**
   * The message of a node's failure without the node's name, for a problem that already names it.
   */
  static String withoutName(Node node, IOException failure) {
    String name = node.name() + ": ";
    String message = String.valueOf(failure.getMessage());
    return message.startsWith(name) ? message.substring(name.length()) : message;
  }

  /**
   * The subject of a node's problems, see {@link
   * org.athanor.bench.experiment.file.ExperimentFile#problem}.
   */
  static String subject(NodeSpec node) {
    return "nodes." + node.name();
  }
}
