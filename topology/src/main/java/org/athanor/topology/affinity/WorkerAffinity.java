// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.List;
import org.athanor.topology.CpuSet;
import org.athanor.topology.NodeSet;

/**
 * Where one Worker is to be bound.
 *
 * @param cpuset the PUs of the Worker's process: all that its threads may run on
 * @param nodeset the NUMA nodes near those PUs
 * @param threads the PUs of each of its threads, in the order of the threads
 */
public record WorkerAffinity(CpuSet cpuset, NodeSet nodeset, List<CpuSet> threads) {
  public WorkerAffinity {
    threads = List.copyOf(threads);
  }
}
