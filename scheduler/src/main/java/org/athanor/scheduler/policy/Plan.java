// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Where and when each job of a view would run. Times are seconds from now.
 *
 * @param places in the order in which they were planned
 */
record Plan(List<Place> places) {

  /**
   * A job in a plan.
   *
   * @param access {@link Access#LOCAL}, also if the input has to be copied before the start; or
   *     {@link Access#REMOTE_READ}
   */
  record Place(PendingJob job, String cluster, Access access, double start, double finish) {
    /**
     * How long before a job's start the copy of its input begins, in units of what the copy takes.
     * A copy that begins much earlier is often in vain, because plans change; one that begins later
     * holds the job up if the cluster gets room sooner than predicted.
     */
    private static final double COPY_AHEAD = 2;

    /**
     * What to do with the job now, so that the plan comes true.
     *
     * @param view the job's, which is ready
     * @param now the beginning of the plan
     */
    Decision decision(List<Candidate> candidates, View view, Instant now) {
      String name = job.name();
      if (start == 0) {
        return new Decision.Start(
            name, cluster, access, candidates, "is predicted to end first on " + cluster);
      }
      double wait = start;
      String then = ", which gets room then";
      boolean copies =
          access == Access.LOCAL
              && !view.holds(job, cluster)
              && !job.input().arriving().containsKey(cluster);
      if (copies) {
        wait -= COPY_AHEAD * view.copySeconds(job, cluster);
        if (wait <= 0) {
          return new Decision.Stage(
              name,
              cluster,
              candidates,
              "is predicted to end first on " + cluster + ", after a copy");
        }
        then = ", which gets room later; its input is copied shortly before";
      }
      Instant until = now.plus(Duration.ofMillis((long) Math.ceil(wait * 1000)));
      return new Decision.Wait(
          name, until, candidates, "is predicted to end first on " + cluster + then);
    }
  }

  /** When the last job ends. */
  double makespan() {
    return places.stream().mapToDouble(Place::finish).max().orElse(0);
  }

  /** The sum of the times at which jobs end: for given jobs, as good as their mean. */
  double totalCompletion() {
    return places.stream().mapToDouble(Place::finish).sum();
  }
}
