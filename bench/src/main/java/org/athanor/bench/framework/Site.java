// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.nio.file.Path;
import java.util.List;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * The nodes on which a framework is deployed, and what it may use of them.
 *
 * @param nodes the first one is the master, and also a worker
 * @param mark mark of all processes that are started
 * @param coresPerNode cores of each node for the framework
 * @param memoryBytesPerNode memory of each node for all worker processes of the framework,
 *     including clients that process records
 * @param files where it reads, writes and spills
 * @param work absolute directory for data and logs of daemons, the same on each node; empty at the
 *     start
 * @param installation the jars of Athanor itself and the launcher
 * @param cache directory that keeps distributions between experiments
 */
public record Site(
    List<Node> nodes,
    Mark mark,
    int coresPerNode,
    long memoryBytesPerNode,
    FileSystem files,
    Path work,
    Installation installation,
    Path cache) {

  public Site {
    nodes = List.copyOf(nodes);
  }

  public Node master() {
    return nodes.get(0);
  }

  /** URI of the default file system: {@code file:///} or {@code hdfs://host:port}. */
  public String filesystem() {
    return files.uri();
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
