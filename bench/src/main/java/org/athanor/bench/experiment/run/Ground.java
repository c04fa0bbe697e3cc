// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.ByteSize;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.framework.Site;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Node;
import org.athanor.cluster.SystemInfo;

/**
 * What an experiment runs on.
 *
 * @param nodes all of them, in the experiment's order
 * @param systems what each of them is, in the same order
 * @param cores per node for each framework
 * @param memory per node for each framework
 * @param work absolute directory on every node for everything that is written there
 * @param installation Athanor's own files, at paths that are the same here and on the master
 */
record Ground(
    List<Node> nodes,
    List<SystemInfo> systems,
    Marks marks,
    int cores,
    ByteSize memory,
    Path work,
    Installation installation) {
  private static final long RESERVE_BYTES = 2L << 30;

  /** Fills in what the experiment leaves to the machines. */
  static Ground of(
      Experiment experiment,
      List<Node> nodes,
      List<SystemInfo> systems,
      Marks marks,
      Path work,
      Installation installation) {
    int processors = systems.stream().mapToInt(SystemInfo::processors).min().orElse(1);
    long memory = systems.stream().mapToLong(SystemInfo::memoryBytes).min().orElse(0);
    return new Ground(
        List.copyOf(nodes),
        List.copyOf(systems),
        marks,
        experiment.cores().orElse(processors),
        experiment.memory().orElse(new ByteSize(share(memory))),
        work,
        installation);
  }

  /** 3/4 of a node's memory, or all but 2 GiB if that is less; at least half of it. */
  static long share(long memoryBytes) {
    long share = Math.min(memoryBytes / 4 * 3, memoryBytes - RESERVE_BYTES);
    return Math.max(memoryBytes / 2, share);
  }

  Node master() {
    return nodes.get(0);
  }

  /** Node → its logical processors. */
  Map<String, Integer> processors() {
    Map<String, Integer> processors = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      processors.put(nodes.get(i).name(), systems.get(i).processors());
    }
    return processors;
  }

  /** Where a framework is deployed. */
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

  /** Where generators and checks run. */
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

  DataSite dataSite(int size, Storage storage) {
    return dataSite(size, storage.uri(), storage.inputs(), storage.configuration());
  }

  /** Before any file system is started: where a user's own inputs are looked at. */
  DataSite dataSite(Path cache) {
    return dataSite(1, "file:///", "file://" + cache + "/inputs", Optional.empty());
  }

  /** The directory of a user for all runs, below which each has its own. */
  static Path workOf(Experiment experiment, String user) {
    String plain = user.replaceAll("[^A-Za-z0-9._-]", "_");
    return experiment.work().orElse(Path.of("/var/tmp/athanor-" + plain));
  }

  /** What failed on a node, for a place that names it already. */
  static String withoutName(Node node, IOException failure) {
    String name = node.name() + ": ";
    String message = String.valueOf(failure.getMessage());
    return message.startsWith(name) ? message.substring(name.length()) : message;
  }

  /** Where the problem of a node is told. */
  static String subject(NodeSpec node) {
    return "nodes." + node.name();
  }
}
