// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.athanor.results.AmountText;
import org.athanor.results.Results;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Study;
import org.athanor.results.Unit;

/**
 * The differences between two experiments, other than in their frameworks, that a comparison must
 * show.
 */
record Differences(Study before, Study after) {

  /** All differences in words; those of conditions come first. */
  List<String> all() {
    List<String> all = new ArrayList<>(conditions());
    before.workloads().stream()
        .flatMap(workload -> workload(workload.label()).stream())
        .map(difference -> "not compared: " + difference)
        .forEach(all::add);
    return all;
  }

  /** The differences of origin and resources, in words. */
  List<String> conditions() {
    Results resultsBefore = before.sources().get(0).results();
    Results resultsAfter = after.sources().get(0).results();
    List<String> all = new ArrayList<>();
    differ("origin", origin(resultsBefore), origin(resultsAfter)).ifPresent(all::add);
    differ("cores per node", resultsBefore.coresPerNode(), resultsAfter.coresPerNode())
        .ifPresent(all::add);
    if (!Comparison.sameMemory(
        resultsBefore.memoryBytesPerNode(), resultsAfter.memoryBytesPerNode())) {
      differ("memory per node", memory(resultsBefore), memory(resultsAfter)).ifPresent(all::add);
    }
    differ("layout", layout(resultsBefore), layout(resultsAfter)).ifPresent(all::add);
    differ("warm", warm(resultsBefore), warm(resultsAfter)).ifPresent(all::add);
    // With storages, they are settings of workloads.
    if (resultsBefore.storages().isEmpty() || resultsAfter.storages().isEmpty()) {
      differ("file system", resultsBefore.filesystem(), resultsAfter.filesystem())
          .ifPresent(all::add);
    }
    return all;
  }

  /** Results of older releases do not tell their layout, which was the default. */
  private static String layout(Results results) {
    return results.chosenLayout().map(LayoutInfo::text).orElse("default");
  }

  private static String warm(Results results) {
    return results.warm().map(WarmInfo::text).orElse("nothing");
  }

  private static String memory(Results results) {
    return results.memoryBytesPerNode() == 0
        ? "none"
        : AmountText.of(results.memoryBytesPerNode(), Unit.BYTES);
  }

  private static String origin(Results results) {
    return results.simulation().isPresent() ? "simulated" : "measured";
  }

  /** How the workloads with a label differ; empty if they do not, or one experiment lacks it. */
  Optional<String> workload(String label) {
    Optional<WorkloadInfo> workloadBefore = before.workload(label);
    Optional<WorkloadInfo> workloadAfter = after.workload(label);
    if (workloadBefore.isEmpty() || workloadAfter.isEmpty()) {
      return Optional.empty();
    }
    return Stream.of(
            differ(label, workloadBefore.get().kind(), workloadAfter.get().kind()),
            differ(label, size(workloadBefore.get()), size(workloadAfter.get())),
            differ(label, workloadBefore.get().input(), workloadAfter.get().input()),
            settings(label, workloadBefore.get(), workloadAfter.get()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static String size(WorkloadInfo workload) {
    if (workload.weak()) {
      return "a size that grows with the number of workers";
    }
    return workload.inputBytes().map(bytes -> AmountText.of(bytes, Unit.BYTES)).orElse("no size");
  }

  private static Optional<String> settings(
      String label, WorkloadInfo workloadBefore, WorkloadInfo workloadAfter) {
    TreeSet<String> keys = new TreeSet<>(workloadBefore.settings().keySet());
    keys.addAll(workloadAfter.settings().keySet());
    return keys.stream()
        .flatMap(
            key ->
                differ(
                    label + "." + key,
                    workloadBefore.settings().getOrDefault(key, "default"),
                    workloadAfter.settings().getOrDefault(key, "default"))
                    .stream())
        .findFirst();
  }

  private static Optional<String> differ(String name, Object valueBefore, Object valueAfter) {
    return Objects.equals(valueBefore, valueAfter)
        ? Optional.empty()
        : Optional.of(name + ": " + valueBefore + " before, " + valueAfter + " after");
  }
}
