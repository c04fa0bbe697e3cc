// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.util.Optional;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * Where inputs and outputs are, and where generators and checks run.
 *
 * @param master node on which generators and checks run
 * @param mark of what they start
 * @param nodes number of nodes of the cluster
 * @param coresPerNode cores that programs may use on each node
 * @param filesystem URI of the default file system
 * @param inputs URI of the directory for inputs and references
 * @param work absolute directory on the master for temporary files
 * @param lib directory with Athanor's own jars, on the master and here
 * @param java program that runs Java on the master
 * @param configuration directory on the master with the file system's configuration, if it has one
 */
public record DataSite(
    Node master,
    Mark mark,
    int nodes,
    int coresPerNode,
    String filesystem,
    String inputs,
    Path work,
    Path lib,
    String java,
    Optional<String> configuration) {}
