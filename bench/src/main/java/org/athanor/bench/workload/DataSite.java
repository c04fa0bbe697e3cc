// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * Where inputs and outputs are, and where generators and checks run.
 *
 * @param master node on which generators and checks run
 * @param mark of everything that is started
 * @param nodes number of nodes of the cluster
 * @param coresPerNode cores that programs may use on each node
 * @param filesystem URI of the default file system: {@code file:///} or {@code hdfs://host:port}
 * @param directory URI on that file system below which inputs and references are; in the cache if
 *     it is local, so that they are found again
 * @param work absolute directory on the master for temporary files
 * @param lib directory with Athanor's {@code hadoop} and {@code workloads} jars
 * @param seed of generated inputs
 */
public record DataSite(
    Node master,
    Mark mark,
    int nodes,
    int coresPerNode,
    String filesystem,
    String directory,
    Path work,
    Path lib,
    long seed) {}
