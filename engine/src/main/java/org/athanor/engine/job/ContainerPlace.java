// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;

/**
 * The container in which attempts run, or a job is coordinated, and its node.
 *
 * @param httpPort of the node's manager, or {@link Containers#NO_PORT}
 * @param rack of the node
 */
public record ContainerPlace(ContainerId container, NodeId node, int httpPort, String rack) {
  private static final String DEFAULT_RACK = "/default-rack";

  /** Returns a container that does not exist, on this machine; see {@link Containers}. */
  public static ContainerPlace here(ContainerId container) {
    return new ContainerPlace(container, Containers.node(), Containers.NO_PORT, DEFAULT_RACK);
  }

  /** Returns where a job is coordinated that has no application master, see {@link #here}. */
  public static ContainerPlace ofJobHere(JobID job) {
    return here(new Containers(job, 0, 0).ofJob());
  }
}
