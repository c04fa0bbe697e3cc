// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

import java.util.List;
import java.util.Locale;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.topology.CpuSet;
import org.athanor.topology.Topology;
import org.athanor.topology.affinity.AffinityLevel;
import org.athanor.topology.affinity.AffinityPlan;
import org.athanor.topology.affinity.OversubscriptionException;

/**
 * Plans the threads of a machine's only Worker. If they do not fit, the error message names the
 * engine's settings.
 */
final class WorkerPlan {
  private WorkerPlan() {}

  /**
   * Returns the PUs of each thread.
   *
   * @param level any level but none
   * @throws InvalidSettingException if there are fewer cores or PUs than threads
   */
  static List<CpuSet> threads(Topology topology, AffinityLevel level, int threads) {
    try {
      return plan(topology, level, threads);
    } catch (OversubscriptionException e) {
      throw new InvalidSettingException(
          String.format(
              Locale.ROOT,
              "%s=%d: %s=%s gives each thread a %s of its own, and the engine can have %d here;"
                  + " set %s to %d or less, or %s to %s or %s",
              EngineKeys.THREADS.name(),
              threads,
              EngineKeys.AFFINITY.name(),
              level,
              level == AffinityLevel.CORE ? "core" : "PU",
              maxThreads(topology, level, threads),
              EngineKeys.THREADS.name(),
              maxThreads(topology, level, threads),
              EngineKeys.AFFINITY.name(),
              AffinityLevel.CPU,
              AffinityLevel.NONE),
          e);
    }
  }

  private static List<CpuSet> plan(Topology topology, AffinityLevel level, int threads) {
    return AffinityPlan.of(topology, 1, threads, level).workers().get(0).threads();
  }

  /** Returns the greatest number of threads that fits, given a number that does not. */
  private static int maxThreads(Topology topology, AffinityLevel level, int tooMany) {
    int fewer = tooMany - 1;
    while (!fits(topology, level, fewer)) {
      fewer--;
    }
    return fewer;
  }

  private static boolean fits(Topology topology, AffinityLevel level, int threads) {
    try {
      return !plan(topology, level, threads).isEmpty();
    } catch (OversubscriptionException e) {
      return false;
    }
  }
}
