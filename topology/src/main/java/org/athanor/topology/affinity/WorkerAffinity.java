// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.List;
import org.athanor.topology.CpuSet;
import org.athanor.topology.NodeSet;

/**
 * The binding of one Worker.
 *
 * @param cpuset the PUs of the Worker's process, on which its threads may run
 * @param nodeset the NUMA nodes that are local to these PUs
 * @param threads the PUs of each thread, in the order of the threads
 */
public record WorkerAffinity(CpuSet cpuset, NodeSet nodeset, List<CpuSet> threads) {
  public WorkerAffinity {
    threads = List.copyOf(threads);
  }
}
