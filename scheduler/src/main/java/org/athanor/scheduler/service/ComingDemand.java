// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.power.Demand;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/**
 * What the jobs of a scheduler need of clusters, so that nodes are switched on in time. A job that
 * has not started counts if it will start before a node that is switched on now has booted, and
 * would miss its deadline, by the upper end of its prediction, if it had to wait for that; on the
 * cluster where it is predicted to be fastest.
 */
public final class ComingDemand {
  private ComingDemand() {}

  /**
   * Looks ahead.
   *
   * @param clusters that may run jobs
   * @param boot how long a node of a cluster takes to boot
   * @return by cluster; those of which nothing is needed are left out
   */
  public static Map<String, Demand> of(
      Seen seen, Collection<String> clusters, Function<String, Duration> boot) {
    Map<String, Demand> demands = new HashMap<>();
    for (Reservation each : seen.reservations()) {
      add(demands, each.cluster(), new Demand(each.resources(), Resources.NONE));
    }
    for (RunState run : seen.runs()) {
      Map<String, Outlook.Expected> outlook =
          Outlook.of(run, seen.predictor(), clusters, Map.of(), seen.at());
      for (JobSpec spec : run.spec().jobs()) {
        Outlook.Expected expected = outlook.get(spec.name());
        Phase phase = run.job(spec.name()).phase();
        boolean starts =
            phase == Phase.WAITING || phase == Phase.READY || phase == Phase.BACKING_OFF;
        if (starts && expected != null && isLate(run, spec, expected, seen.at(), boot)) {
          Resources needs =
              seen.least()
                  .needs(
                      spec.job(),
                      expected.cluster(),
                      seen.predictor().uses(spec, expected.cluster()));
          add(demands, expected.cluster(), new Demand(Resources.NONE, needs));
        }
      }
    }
    return demands;
  }

  private static void add(Map<String, Demand> demands, String cluster, Demand more) {
    demands.merge(
        cluster,
        more,
        (one, other) ->
            new Demand(one.reserved().plus(other.reserved()), one.coming().plus(other.coming())));
  }

  private static boolean isLate(
      RunState run,
      JobSpec spec,
      Outlook.Expected expected,
      Instant now,
      Function<String, Duration> boot) {
    Optional<Instant> deadline =
        Stream.concat(
                spec.deadline(run.spec().submitted()).stream(), run.spec().deadline().stream())
            .min(Instant::compareTo);
    Duration wait = boot.apply(expected.cluster());
    return deadline.isPresent()
        && !wait.isZero()
        && !expected.from().isAfter(now.plus(wait))
        && expected.high().plus(wait).isAfter(deadline.get());
  }
}
