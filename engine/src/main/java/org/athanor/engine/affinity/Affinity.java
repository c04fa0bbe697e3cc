// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import java.util.List;
import java.util.Optional;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.topology.CpuSet;
import org.athanor.topology.Topology;
import org.athanor.topology.affinity.AffinityLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides where the threads of a Worker run. The plan assumes that no process but the session's
 * Workers uses the machine or the part of it in the process's cpuset. Thread-safe.
 */
public final class Affinity {
  private static final Logger LOG = LoggerFactory.getLogger(Affinity.class);

  private Affinity() {}

  /**
   * Checks that the machine has enough cores or PUs for the settings of a Worker that is alone on
   * it. Does nothing where threads cannot be bound.
   *
   * @throws InvalidSettingException if the settings give each thread a core or PU of its own and
   *     there are too few
   */
  public static void check(EngineSettings settings) {
    binder(settings, Seat.ALONE);
  }

  /**
   * Returns the binder for the threads of a Worker with these settings. It binds none if the
   * machine is too small for all Workers on it, but not for one.
   *
   * @throws InvalidSettingException as {@link #check}
   */
  public static ThreadBinder binder(EngineSettings settings, Seat seat) {
    if (settings.affinity() == AffinityLevel.NONE) {
      return thread -> {};
    }
    Optional<Topology> machine = Machine.topology();
    if (machine.isEmpty()) {
      return thread -> {};
    }
    AffinityLevel level = settings.affinity();
    List<CpuSet> alone = WorkerPlan.threads(machine.get(), level, settings.threads(), Seat.ALONE);
    if (seat.equals(Seat.ALONE)) {
      return new PlannedBinder(machine.get(), alone);
    }
    try {
      return new PlannedBinder(
          machine.get(), WorkerPlan.threads(machine.get(), level, settings.threads(), seat));
    } catch (InvalidSettingException e) {
      // Where Workers are placed is not in the user's hand; so they share what there is.
      LOG.warn(
          "the threads of this Worker, {} on its machine, are not bound: {}", seat, e.getMessage());
      return thread -> {};
    }
  }
}
