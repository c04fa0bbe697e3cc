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
 * Plans the threads of a Worker. If they do not fit, the error message names the engine's settings.
 */
final class WorkerPlan {
  private WorkerPlan() {}

  /**
   * Returns the PUs of each thread.
   *
   * @param level any level but none
   * @param seat of the Worker on its machine
   * @throws InvalidSettingException if there are fewer cores or PUs than threads
   */
  static List<CpuSet> threads(Topology topology, AffinityLevel level, int threads, Seat seat) {
    try {
      return plan(topology, level, threads, seat);
    } catch (OversubscriptionException e) {
      int most = maxThreads(topology, level, threads, seat);
      if (most == 0) {
        throw new InvalidSettingException(
            String.format(
                Locale.ROOT,
                "%s=%s: gives each thread a %s of its own, and there are too few here for %d"
                    + " Workers; set %s to %s or %s",
                EngineKeys.AFFINITY.name(),
                level,
                name(level),
                seat.count(),
                EngineKeys.AFFINITY.name(),
                AffinityLevel.CPU,
                AffinityLevel.NONE),
            e);
      }
      throw new InvalidSettingException(
          String.format(
              Locale.ROOT,
              "%s=%d: %s=%s gives each thread a %s of its own, and the engine can have %d here;"
                  + " set %s to %d or less, or %s to %s or %s",
              EngineKeys.THREADS.name(),
              threads,
              EngineKeys.AFFINITY.name(),
              level,
              name(level),
              most,
              EngineKeys.THREADS.name(),
              most,
              EngineKeys.AFFINITY.name(),
              AffinityLevel.CPU,
              AffinityLevel.NONE),
          e);
    }
  }

  private static String name(AffinityLevel level) {
    return level == AffinityLevel.CORE ? "core" : "PU";
  }

  private static List<CpuSet> plan(Topology topology, AffinityLevel level, int threads, Seat seat) {
    return AffinityPlan.of(topology, seat.count(), threads, level)
        .workers()
        .get(seat.index())
        .threads();
  }

  /** Returns the greatest number of threads that fits, or 0, given a number that does not. */
  private static int maxThreads(Topology topology, AffinityLevel level, int tooMany, Seat seat) {
    int fewer = tooMany - 1;
    while (fewer > 0 && !fits(topology, level, fewer, seat)) {
      fewer--;
    }
    return fewer;
  }

  private static boolean fits(Topology topology, AffinityLevel level, int threads, Seat seat) {
    try {
      return !plan(topology, level, threads, seat).isEmpty();
    } catch (OversubscriptionException e) {
      return false;
    }
  }
}
