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
 * spark/terasort}, {@code "*"}{@code /terasort}, or {@code spark/terasort/ssd} with the storage.
 * Without patterns everything is selected.
 */
public record Selection(List<String> patterns) {
  public static final Selection ALL = new Selection(List.of());

  public Selection {
    patterns = List.copyOf(patterns);
  }

  /** Whether trials of this framework and workload are selected, on some storage at least. */
  public boolean includes(String framework, String workload) {
    return patterns.isEmpty()
        || patterns.stream()
            .map(Pattern::of)
            .anyMatch(pattern -> pattern.selects(framework, workload));
  }

  /**
   * Whether a trial is selected.
   *
   * @param storage label of its storage; empty if the experiment has no labels of storages
   */
  public boolean includes(String framework, String workload, Optional<String> storage) {
    return patterns.isEmpty()
        || patterns.stream()
            .map(Pattern::of)
            .anyMatch(
                pattern ->
                    pattern.selects(framework, workload) && matches(pattern.storage(), storage));
  }

  private static boolean matches(String label, Optional<String> storage) {
    return label.equals("*") || storage.filter(label::equals).isPresent();
  }

  /**
   * Returns a line for each pattern that is malformed or names a label that the experiment does not
   * have.
   */
  public List<String> problems(Experiment experiment) {
    List<String> frameworks = experiment.frameworks().stream().map(FrameworkSpec::label).toList();
    List<String> workloads = experiment.workloads().stream().map(WorkloadSpec::label).toList();
    List<String> storages =
        experiment.storages().stream().flatMap(storage -> storage.label().stream()).toList();
    List<String> problems = new ArrayList<>();
    for (String text : patterns) {
      Pattern pattern = Pattern.of(text);
      if (pattern.framework().isEmpty()
          || pattern.workload().isEmpty()
          || pattern.storage().isEmpty()) {
        problems.add(
            "--only="
                + text
                + ": must be FRAMEWORK, FRAMEWORK/WORKLOAD or FRAMEWORK/WORKLOAD/STORAGE, or * for"
                + " all of them");
        continue;
      }
      unknown(text, "framework", pattern.framework(), frameworks).ifPresent(problems::add);
      unknown(text, "workload", pattern.workload(), workloads).ifPresent(problems::add);
      unknown(text, "storage", pattern.storage(), storages).ifPresent(problems::add);
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

  private record Pattern(String framework, String workload, String storage) {
    static Pattern of(String text) {
      String[] labels = text.split("/", 3);
      return new Pattern(
          labels[0], labels.length > 1 ? labels[1] : "*", labels.length > 2 ? labels[2] : "*");
    }

    boolean selects(String otherFramework, String otherWorkload) {
      return (framework.equals("*") || framework.equals(otherFramework))
          && (workload.equals("*") || workload.equals(otherWorkload));
    }
  }
}
