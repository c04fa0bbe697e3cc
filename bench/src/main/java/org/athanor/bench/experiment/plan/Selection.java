// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.yaml.text.Nearest;

/**
 * The part of an experiment that is to run. A pattern consists of labels: {@code spark}, {@code
 * spark/terasort} or {@code "*"}{@code /terasort}. Without patterns everything is selected.
 */
public record Selection(List<String> patterns) {
  public static final Selection ALL = new Selection(List.of());

  public Selection {
    patterns = List.copyOf(patterns);
  }

  /** Whether trials of this framework and workload are selected. */
  public boolean includes(String framework, String workload) {
    return patterns.isEmpty()
        || patterns.stream()
            .map(Pair::of)
            .anyMatch(pair -> pair.framework(framework) && pair.workload(workload));
  }

  /**
   * Returns a line for each pattern that is malformed or names a label that the experiment does not
   * have.
   */
  public List<String> problems(Experiment experiment) {
    List<String> frameworks = experiment.frameworks().stream().map(FrameworkSpec::label).toList();
    List<String> workloads = experiment.workloads().stream().map(WorkloadSpec::label).toList();
    List<String> problems = new ArrayList<>();
    for (String pattern : patterns) {
      Pair pair = Pair.of(pattern);
      if (pair.framework().isEmpty() || pair.workload().isEmpty()) {
        problems.add(
            "--only="
                + pattern
                + ": must be FRAMEWORK or FRAMEWORK/WORKLOAD, or * for all of them");
        continue;
      }
      unknown(pattern, "framework", pair.framework(), frameworks).ifPresent(problems::add);
      unknown(pattern, "workload", pair.workload(), workloads).ifPresent(problems::add);
    }
    return problems;
  }

  private static Optional<String> unknown(
      String pattern, String thing, String label, List<String> labels) {
    if (label.equals("*") || labels.contains(label)) {
      return Optional.empty();
    }
    return Optional.of(
        "--only="
            + pattern
            + ": unknown "
            + thing
            + " "
            + label
            + "; allowed "
            + String.join(", ", labels)
            + ", *"
            + Nearest.hint(label, labels));
  }

  private record Pair(String framework, String workload) {
    static Pair of(String pattern) {
      int slash = pattern.indexOf('/');
      return slash < 0
          ? new Pair(pattern, "*")
          : new Pair(pattern.substring(0, slash), pattern.substring(slash + 1));
    }

    boolean framework(String label) {
      return framework.equals("*") || framework.equals(label);
    }

    boolean workload(String label) {
      return workload.equals("*") || workload.equals(label);
    }
  }
}
