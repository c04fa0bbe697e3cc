// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The jobs of a view by who waits for whom. */
public final class TopologicalOrder {
  private TopologicalOrder() {}

  /** Each job after all that wait for it. */
  public static List<PendingJob> latestFirst(View view) {
    Map<String, PendingJob> jobs = new LinkedHashMap<>();
    Map<String, Integer> open = new HashMap<>();
    for (PendingJob job : view.jobs()) {
      jobs.put(job.name(), job);
      job.after().forEach(name -> open.merge(name, 1, Integer::sum));
    }
    List<PendingJob> order = new ArrayList<>();
    for (PendingJob job : jobs.values()) {
      if (open.getOrDefault(job.name(), 0) == 0) {
        order.add(job);
      }
    }
    for (int i = 0; i < order.size(); i++) {
      for (String earlier : order.get(i).after()) {
        if (jobs.containsKey(earlier) && open.merge(earlier, -1, Integer::sum) == 0) {
          order.add(jobs.get(earlier));
        }
      }
    }
    return order;
  }
}
