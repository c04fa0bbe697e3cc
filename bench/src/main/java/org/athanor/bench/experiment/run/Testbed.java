// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.NodeSpec;
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
 * @param cores cores of each node that a framework may use
 * @param memory memory of each node that a framework may use
 * @param work absolute directory on every node for all files of the run
 * @param installation Athanor's own files, at paths that are the same here and on the master
 */
record Testbed(
    List<Node> nodes,
    List<SystemInfo> systems,
    Marks marks,
    int cores,
    ByteSize memory,
    Path work,
    Installation installation) {
  private static final long RESERVE_BYTES = 2L << 30;

  /** Fills in the cores and the memory that the experiment does not specify. */
  static Testbed of(
      Experiment experiment,
      List<Node> nodes,
      List<SystemInfo> systems,
      Marks marks,
      Path work,
      Installation installation) {
    int processors = systems.stream().mapToInt(SystemInfo::processors).min().orElse(1);
    long memory = systems.stream().mapToLong(SystemInfo::memoryBytes).min().orElse(0);
    return new Testbed(
        List.copyOf(nodes),
        List.copyOf(systems),
        marks,
        experiment.cores().orElse(processors),
        experiment.memory().orElse(new ByteSize(share(memory))),
        work,
        installation);
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

  /** Node → number of its logical processors. */
  Map<String, Integer> processors() {
    Map<String, Integer> processors = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      processors.put(nodes.get(i).name(), systems.get(i).processors());
    }
    return processors;
  }

  /** The site of a framework's deployment. */
  Site site(int size, String filesystem, Path cache) {
    return new Site(
        nodes.subList(0, size),
        marks.framework(),
        cores,
        memory.bytes(),
        filesystem,
        work.resolve("framework"),
        installation,
        cache);
  }

  /** The site of generators and checks. */
  DataSite dataSite(int size, String filesystem, String inputs, Optional<String> configuration) {
    String java = systems.get(0).javaHome().map(home -> home + "/bin/java").orElse("java");
    return new DataSite(
        master(),
        marks.tools(),
        size,
        cores,
        filesystem,
        inputs,
        work.resolve("tools"),
        installation.lib(),
        java,
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

  /** A directory of a run, which other users can neither read nor have prepared. */
  static PrivateDirectory directory(Path path) {
    return new PrivateDirectory(path, "name another directory: work");
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
