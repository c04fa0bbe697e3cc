// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.words.Nearest;

/**
 * Part of an experiment: {@code spark}, {@code spark/terasort} or {@code "*"}{@code /terasort}, by
 * labels; all of it if there is no pattern.
 */
public record Selection(List<String> patterns) {
  public static final Selection ALL = new Selection(List.of());

  public Selection {
    patterns = List.copyOf(patterns);
  }

  /** Whether trials of this framework and workload belong to it. */
  public boolean includes(String framework, String workload) {
    return patterns.isEmpty()
        || patterns.stream()
            .map(Pair::of)
            .anyMatch(pair -> pair.framework(framework) && pair.workload(workload));
  }

  /** What the patterns name and the experiment has not, one line each. */
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
