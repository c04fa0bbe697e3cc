// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What happens in a history: which job runs on how many Workers, and how often what goes wrong.
 *
 * @param steps during which something goes wrong
 * @param faults how often each fault happens, compared with others; without those that do not
 * @param faultPercent how many of the steps are faults
 * @param failPercent how much of the held code fails
 * @param heldPercent how many places hold code
 * @param longTickSeconds how much time passes at once, at most
 * @param refuses whether some connections are refused
 */
record HistoryPlan(
    JobShape shape,
    int workers,
    int steps,
    Map<Fault, Integer> faults,
    int faultPercent,
    int failPercent,
    int heldPercent,
    int longTickSeconds,
    boolean refuses) {
  private static final int SHAPES = 40;
  private static final int MOST_STEPS = 3000;

  /** What can go wrong apart from the job's own code. */
  enum Fault {
    DATA_CONNECTION_BREAKS,
    CONTROL_CONNECTION_BREAKS,
    WORKER_IS_KILLED,
    WORKER_STOPS,
    WORKER_GOES_ON,
    DISK_FAILS,
    CLIENT_ENDS_ATTEMPT,
    CLIENT_KILLS_JOB,
    MASTER_IS_KILLED
  }

  static HistoryPlan of(Random random) {
    JobShape shape = JobShape.of(random.nextInt(SHAPES));
    Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    for (Fault fault : Fault.values()) {
      boolean isRare = fault == Fault.CLIENT_KILLS_JOB || fault == Fault.MASTER_IS_KILLED;
      if (random.nextInt(isRare ? 8 : 2) == 0) {
        faults.put(fault, isRare ? 1 : 1 + random.nextInt(4));
      }
    }
    if (faults.containsKey(Fault.WORKER_STOPS)) {
      faults.put(Fault.WORKER_GOES_ON, 1 + random.nextInt(4));
    }
    return new HistoryPlan(
        shape,
        1 + random.nextInt(4),
        random.nextInt(MOST_STEPS),
        faults,
        faults.isEmpty() ? 0 : List.of(1, 2, 4, 8).get(random.nextInt(4)),
        random.nextInt(3) * 5,
        random.nextInt(4) * 25,
        List.of(1, 1, 5, 20).get(random.nextInt(4)),
        random.nextInt(4) == 0);
  }

  /** A history of the same job in which nothing goes wrong. */
  static HistoryPlan withoutFailures(JobShape shape) {
    return new HistoryPlan(shape, 2, 0, Map.of(), 0, 0, 0, 1, false);
  }

  Fault anyFault(Random random) {
    int chosen = random.nextInt(faults.values().stream().mapToInt(n -> n).sum());
    for (Map.Entry<Fault, Integer> fault : faults.entrySet()) {
      chosen -= fault.getValue();
      if (chosen < 0) {
        return fault.getKey();
      }
    }
    throw new AssertionError("no fault is chosen");
  }
}
