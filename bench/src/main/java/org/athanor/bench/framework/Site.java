// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.nio.file.Path;
import java.util.List;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * Where a framework is deployed.
 *
 * @param nodes the first one is the master and a worker too
 * @param mark of everything that is started
 * @param coresPerNode cores for the framework on each node
 * @param memoryBytesPerNode memory for all of the framework's worker processes on a node, clients
 *     included where they work
 * @param filesystem URI of the default file system: {@code file:///} or {@code hdfs://host:port}
 * @param work absolute directory for daemons' data and logs, the same on each node, empty at the
 *     start
 * @param installation the jars of Athanor itself and the launcher
 * @param cache where distributions are kept between experiments
 */
public record Site(
    List<Node> nodes,
    Mark mark,
    int coresPerNode,
    long memoryBytesPerNode,
    String filesystem,
    Path work,
    Installation installation,
    Path cache) {

  public Site {
    nodes = List.copyOf(nodes);
  }

  public Node master() {
    return nodes.get(0);
  }

  /**
   * Athanor's own files.
   *
   * @param launcher the {@code athanor} script
   * @param lib directory with {@code engine}, {@code examples}, {@code hadoop}, {@code workloads},
   *     {@code bench}
   */
  public record Installation(Path launcher, Path lib) {}
}
