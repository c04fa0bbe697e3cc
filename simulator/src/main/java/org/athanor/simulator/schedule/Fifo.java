// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.schedule;

import java.util.TreeMap;
import java.util.function.Predicate;

/** First come, first served: a later job gets what earlier ones do not take. */
public final class Fifo<J extends JobShare> implements JobOrder<J> {
  private final TreeMap<Integer, J> jobs = new TreeMap<>();

  @Override
  public void add(J job) {
    jobs.put(job.number(), job);
  }

  @Override
  public void remove(J job) {
    jobs.remove(job.number());
  }

  @Override
  public void running(J job, int change) {
    // The order does not depend on it.
  }

  @Override
  public boolean offer(Predicate<J> takes) {
    for (J job : jobs.values()) {
      if (takes.test(job)) {
        return true;
      }
    }
    return false;
  }
}
