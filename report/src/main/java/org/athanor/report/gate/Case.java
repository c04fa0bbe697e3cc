// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import java.util.List;
import java.util.Optional;
import org.athanor.report.statistics.Change.Conclusion;
import org.athanor.report.statistics.Comparison;

/**
 * A framework with a workload on a number of nodes, and what the limits say about it.
 *
 * @param framework its label
 * @param workload its label
 * @param nodes number of nodes
 * @param size size of the input for readers, such as {@code 128 MB}; empty if it is not known
 * @param row what is compared; empty if nothing can be
 * @param findings one for each limit, or one that says why nothing can be compared
 */
public record Case(
    String framework,
    String workload,
    int nodes,
    String size,
    Optional<Comparison.Row> row,
    List<Finding> findings) {

  public Case {
    findings = List.copyOf(findings);
  }

  /** The worst of the findings: a limit that is exceeded, then one that is not decided. */
  public Conclusion conclusion() {
    return Gate.worst(findings.stream().map(Finding::conclusion).toList());
  }

  /** The workload, its size and the number of nodes: {@code sort, 128 MB, on 4 nodes}. */
  public String name() {
    return workload
        + (size.isEmpty() ? "" : ", " + size)
        + (nodes == 1 ? ", on 1 node" : ", on " + nodes + " nodes");
  }
}
