// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.schedule;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The job with the fewest running tasks is served first; the earlier one of two. */
public final class Fair<J extends JobShare> implements JobOrder<J> {
  private record Entry<J extends JobShare>(int running, J job) {}

  private final TreeSet<Entry<J>> order =
      new TreeSet<>(
          Comparator.<Entry<J>>comparingInt(Entry::running)
              .thenComparingInt(entry -> entry.job().number()));
  private final Map<Integer, Entry<J>> byNumber = new HashMap<>();

  @Override
  public void add(J job) {
    put(new Entry<>(0, job));
  }

  @Override
  public void remove(J job) {
    order.remove(byNumber.remove(job.number()));
  }

  @Override
  public void running(J job, int change) {
    Entry<J> entry = byNumber.get(job.number());
    order.remove(entry);
    put(new Entry<>(entry.running() + change, job));
  }

  private void put(Entry<J> entry) {
    byNumber.put(entry.job().number(), entry);
    order.add(entry);
  }

  @Override
  public boolean offer(Predicate<J> takes) {
    // The set changes when a job takes the slot; it is left then.
    for (Entry<J> entry : order) {
      if (takes.test(entry.job())) {
        return true;
      }
    }
    return false;
  }
}
