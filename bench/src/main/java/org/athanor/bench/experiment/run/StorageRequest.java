// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.util.List;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.hadoop.Worker;

/**
 * A storage to start.
 *
 * @param workers one on each node, with the volumes of an HDFS; the first one's node is the master,
 *     and may have no other role
 * @param mark of its processes
 * @param directories absolute directories for its data, the same on each node, one or more; the
 *     first one also has what else it needs
 * @param keepsInputs whether inputs may be those of earlier runs, and stay for later ones
 * @param java the {@code java} command on the master
 */
public record StorageRequest(
    StorageSpec spec,
    List<Worker> workers,
    Mark mark,
    List<Path> directories,
    boolean keepsInputs,
    String java) {

  public StorageRequest {
    workers = List.copyOf(workers);
    directories = List.copyOf(directories);
  }

  /** The number of nodes that store. */
  int storing() {
    return Math.toIntExact(workers.stream().filter(Worker::stores).count());
  }

  Node master() {
    return workers.get(0).node();
  }

  /** The directory for what is no data. */
  Path directory() {
    return directories.get(0);
  }
}
