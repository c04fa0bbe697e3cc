// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

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
  record Place(PendingJob job, String cluster, Access access, double start, double finish) {}

  /** When the last job ends. */
  double makespan() {
    return places.stream().mapToDouble(Place::finish).max().orElse(0);
  }

  /** The sum of the times at which jobs end: for given jobs, as good as their mean. */
  double totalCompletion() {
    return places.stream().mapToDouble(Place::finish).sum();
  }
}
