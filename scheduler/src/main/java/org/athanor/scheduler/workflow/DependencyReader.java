// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.Place;
import org.athanor.yaml.text.Nearest;

/**
 * Finds out which jobs depend on which: those that the file says, and those that follow from paths.
 * Reports unknown jobs, and paths that make no order.
 */
final class DependencyReader {
  private final Map<String, Place> places;
  private final List<Job> jobs;

  /**
   * Makes a reader.
   *
   * @param places of all jobs of the file by name, also of those with problems
   * @param jobs those without problems
   */
  DependencyReader(Map<String, Place> places, List<Job> jobs) {
    this.places = places;
    this.jobs = jobs;
  }

  /** The dependencies, at most one for each pair: that of the file, or by the first path. */
  List<Dependency> read() {
    checkOutputs();
    List<Dependency> all = new ArrayList<>();
    for (Job job : jobs) {
      Map<String, Dependency> on = new LinkedHashMap<>();
      for (String name : job.after()) {
        if (isOther(job, name)) {
          on.put(name, new Dependency(job.name(), name, Optional.empty()));
        }
      }
      for (Job writer : jobs) {
        written(job, writer)
            .ifPresent(path -> on.putIfAbsent(writer.name(), dependency(job, writer, path)));
      }
      all.addAll(on.values());
    }
    return all;
  }

  private static Dependency dependency(Job job, Job writer, String path) {
    return new Dependency(job.name(), writer.name(), Optional.of(path));
  }

  /** The first input of a job that another one writes. Reports a job that reads its own output. */
  private Optional<String> written(Job job, Job writer) {
    for (String input : job.inputs()) {
      for (String output : writer.outputs()) {
        if (DataPath.of(input).overlaps(DataPath.of(output))) {
          if (job.equals(writer)) {
            report(job, "reads " + input + " and writes " + output + "; a job must not do both");
            return Optional.empty();
          }
          return Optional.of(input);
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a name is that of another job. Reports it if not. */
  private boolean isOther(Job job, String name) {
    if (name.equals(job.name())) {
      report(job, "after " + name + ": must be another job");
      return false;
    }
    if (!places.containsKey(name)) {
      report(job, "after " + name + ": " + Nearest.unknown("job", name, places.keySet()));
      return false;
    }
    return true;
  }

  private void checkOutputs() {
    for (int i = 0; i < jobs.size(); i++) {
      for (int j = 0; j < i; j++) {
        checkOutputs(jobs.get(i), jobs.get(j));
      }
    }
  }

  private void checkOutputs(Job job, Job earlier) {
    for (String output : job.outputs()) {
      for (String known : earlier.outputs()) {
        if (DataPath.of(output).overlaps(DataPath.of(known))) {
          report(
              job,
              "writes "
                  + output
                  + ", but job "
                  + earlier.name()
                  + " writes "
                  + known
                  + "; must be another path");
          return;
        }
      }
    }
  }

  private void report(Job job, String what) {
    places.get(job.name()).report(what);
  }
}
