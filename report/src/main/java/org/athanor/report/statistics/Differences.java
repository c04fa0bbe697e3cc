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
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Study;
import org.athanor.results.Unit;

/**
 * The differences between two experiments beside their frameworks, which a comparison must show.
 */
record Differences(Study before, Study after) {

  /** All differences in words; those of resources come first. */
  List<String> all() {
    Results mine = before.sources().get(0).results();
    Results yours = after.sources().get(0).results();
    List<String> all = new ArrayList<>();
    differ("cores per node", mine.coresPerNode(), yours.coresPerNode()).ifPresent(all::add);
    differ("memory per node", memory(mine), memory(yours)).ifPresent(all::add);
    differ("file system", mine.filesystem(), yours.filesystem()).ifPresent(all::add);
    before.workloads().stream()
        .flatMap(workload -> workload(workload.label()).stream())
        .map(difference -> "not compared: " + difference)
        .forEach(all::add);
    return all;
  }

  private static String memory(Results results) {
    return AmountText.of(results.memoryBytesPerNode(), Unit.BYTES);
  }

  /** How the workloads with a label differ; empty if they do not, or one experiment lacks it. */
  Optional<String> workload(String label) {
    Optional<WorkloadInfo> mine = before.workload(label);
    Optional<WorkloadInfo> yours = after.workload(label);
    if (mine.isEmpty() || yours.isEmpty()) {
      return Optional.empty();
    }
    return Stream.of(
            differ(label, mine.get().kind(), yours.get().kind()),
            differ(label, size(mine.get()), size(yours.get())),
            differ(label, mine.get().input(), yours.get().input()),
            settings(label, mine.get(), yours.get()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static String size(WorkloadInfo workload) {
    return workload.inputBytes().map(bytes -> AmountText.of(bytes, Unit.BYTES)).orElse("no size");
  }

  private static Optional<String> settings(String label, WorkloadInfo mine, WorkloadInfo yours) {
    TreeSet<String> keys = new TreeSet<>(mine.settings().keySet());
    keys.addAll(yours.settings().keySet());
    return keys.stream()
        .flatMap(
            key ->
                differ(
                    label + "." + key,
                    mine.settings().getOrDefault(key, "default"),
                    yours.settings().getOrDefault(key, "default"))
                    .stream())
        .findFirst();
  }

  private static Optional<String> differ(String what, Object mine, Object yours) {
    return Objects.equals(mine, yours)
        ? Optional.empty()
        : Optional.of(what + ": " + mine + " before, " + yours + " after");
  }
}
