// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Orders jobs so that each comes after those that it depends on, or names a circle. */
public final class JobOrder {
  private final Map<String, List<String>> on = new LinkedHashMap<>();
  private final Set<String> done = new LinkedHashSet<>();
  private List<String> circle = List.of();

  /** Orders the jobs. Dependencies on other names are ignored. */
  public JobOrder(List<String> jobs, List<Dependency> dependencies) {
    jobs.forEach(job -> on.put(job, new ArrayList<>()));
    for (Dependency dependency : dependencies) {
      if (on.containsKey(dependency.on())) {
        on.get(dependency.job()).add(dependency.on());
      }
    }
    jobs.forEach(this::visit);
  }

  /** Depth-first, with a stack of its own: a file may have a chain of any length. */
  private void visit(String first) {
    LinkedHashMap<String, Integer> path = new LinkedHashMap<>();
    List<String> stack = new ArrayList<>(List.of(first));
    while (!stack.isEmpty() && circle.isEmpty()) {
      String job = stack.get(stack.size() - 1);
      int next = path.getOrDefault(job, 0);
      List<String> before = on.get(job);
      if (done.contains(job) || next == before.size()) {
        done.add(job);
        path.remove(job);
        stack.remove(stack.size() - 1);
        continue;
      }
      path.put(job, next + 1);
      String earlier = before.get(next);
      if (path.containsKey(earlier)) {
        circle = circle(new ArrayList<>(path.keySet()), earlier);
      } else if (!done.contains(earlier)) {
        stack.add(earlier);
      }
    }
  }

  private static List<String> circle(List<String> path, String from) {
    List<String> circle = new ArrayList<>(path.subList(path.indexOf(from), path.size()));
    circle.add(from);
    return circle;
  }

  /** The jobs in order; meaningless if there is a circle. */
  public List<String> jobs() {
    return List.copyOf(done);
  }

  /** Jobs of a circle, each depending on the next one, the first one again at the end; or none. */
  public List<String> circle() {
    return circle;
  }
}
