// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import java.util.Optional;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.topology.Topology;
import org.athanor.topology.affinity.AffinityLevel;

/**
 * Where the threads of an engine run. The engine is one Worker and plans as if it had the machine,
 * or what its cpuset leaves of it, to itself. Thread-safe.
 */
public final class Affinity {
  private Affinity() {}

  /**
   * Refuses settings that the machine has no room for. Where threads cannot be bound there are
   * none.
   *
   * @throws InvalidSettingException if each thread is to have a core or PU of its own and there are
   *     too few
   */
  public static void check(EngineSettings settings) {
    binder(settings);
  }

  /**
   * What binds the threads of a Worker with those settings.
   *
   * @throws InvalidSettingException as {@link #check}
   */
  public static ThreadBinder binder(EngineSettings settings) {
    if (settings.affinity() == AffinityLevel.NONE) {
      return thread -> {};
    }
    Optional<Topology> machine = Machine.topology();
    if (machine.isEmpty()) {
      return thread -> {};
    }
    return new PlannedBinder(
        machine.get(), WorkerPlan.threads(machine.get(), settings.affinity(), settings.threads()));
  }
}
