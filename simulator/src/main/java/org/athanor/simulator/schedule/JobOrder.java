// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.schedule;

import java.util.function.Predicate;

/**
 * The order in which jobs are served.
 *
 * @param <J> the jobs
 */
public interface JobOrder<J extends JobShare> {
  /** A job that begins. */
  void add(J job);

  /** A job that has ended, and runs no task. */
  void remove(J job);

  /** The number of a job's tasks that run changes by one or minus one. */
  void running(J job, int change);

  /** Offers a slot to the jobs in order until one takes it; false if none does. */
  boolean offer(Predicate<J> takes);
}
