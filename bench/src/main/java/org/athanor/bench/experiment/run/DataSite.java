// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.util.Optional;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * The file system that holds inputs and outputs, and the node that runs generators and checks.
 *
 * @param master node on which generators and checks run
 * @param mark mark of the processes that they start
 * @param workers number of nodes that work
 * @param tasksPerNode tasks that run on each at the same time
 * @param filesystem URI of the default file system
 * @param inputs URI of the directory for inputs and references
 * @param work absolute directory on the master for temporary files
 * @param lib directory with Athanor's own jars, at the same path on the master and on this machine
 * @param java the {@code java} command on the master
 * @param configuration directory on the master with the file system's configuration, if it has one
 */
public record DataSite(
    Node master,
    Mark mark,
    int workers,
    int tasksPerNode,
    String filesystem,
    String inputs,
    Path work,
    Path lib,
    String java,
    Optional<String> configuration) {}
