// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import java.util.Optional;
import org.athanor.engine.config.EngineKeys;
import org.athanor.topology.BindingTarget;
import org.athanor.topology.CpuSet;
import org.athanor.topology.SupportedFeature;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PUs that this process may use. Detected once, before the first thread is bound. If threads
 * cannot be bound, the log then says why.
 */
final class Machine {
  private static final Logger LOG = LoggerFactory.getLogger(Machine.class);
  private static final Optional<Topology> TOPOLOGY = load();

  private Machine() {}

  /** Returns the topology, which is never closed; empty if threads cannot be bound. */
  static Optional<Topology> topology() {
    return TOPOLOGY;
  }

  private static Optional<Topology> load() {
    try {
      return Optional.of(bindable(Topology.load()));
    } catch (TopologyException e) {
      return unbound(e.getMessage());
    } catch (LinkageError e) {
      return unbound(
          "JNA cannot be used ("
              + e
              + "): put all jars that `athanor classpath` prints on the class path");
    }
  }

  private static Optional<Topology> unbound(String reason) {
    LOG.warn(
        "{}: {}; threads are not bound, everything else works", EngineKeys.AFFINITY.name(), reason);
    return Optional.empty();
  }

  private static Topology bindable(Topology whole) {
    if (!whole.supports(SupportedFeature.BIND_THIS_THREAD)) {
      whole.close();
      throw new TopologyException("this operating system cannot bind threads");
    }
    // hwloc leaves out PUs that a cgroup forbids, but not those outside the affinity mask that the
    // process was started with.
    CpuSet own =
        whole.supports(SupportedFeature.GET_THIS_PROCESS_BINDING)
            ? whole.cpuBinding().of(BindingTarget.currentProcess())
            : whole.allowedCpuset();
    if (whole.allowedCpuset().isIncludedIn(own)) {
      return whole;
    }
    try (whole) {
      return whole.restrictedTo(own);
    }
  }
}
