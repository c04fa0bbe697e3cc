// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * The nodes on which a framework is deployed, and what it may use of them.
 *
 * @param master runs what coordinates, and clients; it may be a worker, too
 * @param workers the nodes that work
 * @param mark mark of all processes that are started
 * @param share what the framework may use of each worker
 * @param files where it reads, writes and spills
 * @param work absolute directory for data and logs of daemons, the same on each node; empty at the
 *     start
 * @param installation the jars of Athanor itself and the launcher
 * @param cache directory that keeps distributions between experiments
 */
public record Site(
    Node master,
    List<Node> workers,
    Mark mark,
    NodeShare share,
    FileSystem files,
    Path work,
    Installation installation,
    Path cache) {

  public Site {
    workers = List.copyOf(workers);
  }

  /** The master and the workers, each once. */
  public List<Node> nodes() {
    Set<Node> all = new LinkedHashSet<>();
    all.add(master);
    all.addAll(workers);
    return List.copyOf(all);
  }

  /** Whether the master is no worker. */
  boolean dedicatedMaster() {
    return !workers.contains(master);
  }

  /** Whether the framework needs to reach other nodes. */
  boolean distributed() {
    return workers.size() > 1 || dedicatedMaster();
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
