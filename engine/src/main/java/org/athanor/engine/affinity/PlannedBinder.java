// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.athanor.topology.BindingTarget;
import org.athanor.topology.CpuSet;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Binds each thread to its PUs in a plan. */
final class PlannedBinder implements ThreadBinder {
  private static final Logger LOG = LoggerFactory.getLogger(PlannedBinder.class);

  private final Topology topology;
  private final List<CpuSet> plan;
  private final AtomicBoolean failed = new AtomicBoolean();

  /**
   * @param plan the PUs of each thread
   */
  PlannedBinder(Topology topology, List<CpuSet> plan) {
    this.topology = topology;
    this.plan = plan;
  }

  @Override
  public void bind(int thread) {
    CpuSet cpus = plan.get(thread);
    try {
      topology.cpuBinding().bind(BindingTarget.currentThread(), cpus);
      LOG.debug("{} is bound to PUs {}", Thread.currentThread().getName(), cpus);
    } catch (TopologyException e) {
      if (failed.compareAndSet(false, true)) {
        LOG.warn(
            "{}: {}; this thread runs unbound, and so may others",
            Thread.currentThread().getName(),
            e.getMessage());
      }
    }
  }
}
