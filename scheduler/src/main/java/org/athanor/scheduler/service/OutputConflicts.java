// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.workflow.DataPath;

/**
 * Runs that would write where an earlier one does, which has not ended. They wait for its end: its
 * later jobs may read what its earlier ones wrote. Which of two runs is earlier never changes, so
 * runs do not wait for each other. Thread of work only.
 */
final class OutputConflicts {
  private final boolean relativeToHome;
  private final Map<String, List<Output>> outputs = new LinkedHashMap<>();
  private final Map<String, String> held = new LinkedHashMap<>();

  private record Output(String text, DataPath path) {}

  /**
   * Makes it.
   *
   * @param relativeToHome whether there is a cluster where relative paths begin in a user's
   *     directory, and not where the workflow's file is
   */
  OutputConflicts(boolean relativeToHome) {
    this.relativeToHome = relativeToHome;
  }

  /** Adds a run after those that are there. */
  void add(RunSpec run) {
    outputs.remove(run.id());
    outputs.put(run.id(), outputs(run.jobs()));
    compare();
  }

  /** Removes a run that has ended. */
  void remove(String run) {
    outputs.remove(run);
    compare();
  }

  /** Why a run must wait; empty if it need not. */
  Optional<String> reason(String run) {
    return Optional.ofNullable(held.get(run));
  }

  /** An output of some jobs where a run writes too; empty if there is none. */
  Optional<String> conflict(List<JobSpec> jobs, RunSpec other) {
    return conflict(outputs(jobs), outputs(other.jobs()));
  }

  private List<Output> outputs(List<JobSpec> jobs) {
    List<Output> all = new ArrayList<>();
    for (JobSpec job : jobs) {
      for (String path : job.job().outputs()) {
        boolean absolute = path.startsWith("/") || path.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
        String full = absolute || relativeToHome ? path : job.directory() + "/" + path;
        all.add(new Output(path, DataPath.of(full)));
      }
    }
    return all;
  }

  private static Optional<String> conflict(List<Output> own, List<Output> others) {
    return own.stream()
        .filter(mine -> others.stream().anyMatch(other -> mine.path().overlaps(other.path())))
        .map(Output::text)
        .findFirst();
  }

  private void compare() {
    held.clear();
    List<String> order = List.copyOf(outputs.keySet());
    for (int later = 1; later < order.size(); later++) {
      for (int i = 0; i < later && !held.containsKey(order.get(later)); i++) {
        String earlier = order.get(i);
        String run = order.get(later);
        conflict(outputs.get(run), outputs.get(earlier))
            .ifPresent(
                path ->
                    held.put(
                        run,
                        "output "
                            + path
                            + ": run "
                            + earlier
                            + " writes there, and has not ended"));
      }
    }
  }
}
