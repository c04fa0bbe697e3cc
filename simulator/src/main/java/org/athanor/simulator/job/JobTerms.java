// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.job;

import java.util.OptionalDouble;
import java.util.Set;

/**
 * What a job asks of whoever places it on one of several clusters. A cluster that runs it does not
 * look at this.
 *
 * @param priority jobs with greater numbers go first; {@link #USUAL_PRIORITY} if nothing is said
 * @param after names of jobs that must have ended before it starts
 * @param withinSeconds from its submission to the end that it shall have, above 0; empty if any
 *     will do
 */
public record JobTerms(int priority, Set<String> after, OptionalDouble withinSeconds) {
  /** As of jobs of workflows. */
  public static final int USUAL_PRIORITY = 50;

  /** Nothing is asked. */
  public static final JobTerms NONE =
      new JobTerms(USUAL_PRIORITY, Set.of(), OptionalDouble.empty());

  public JobTerms {
    after = Set.copyOf(after);
  }
}
