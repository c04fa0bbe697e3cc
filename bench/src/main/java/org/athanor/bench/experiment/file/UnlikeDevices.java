// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.List;
import java.util.Map;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary.FrameworkWords;
import org.athanor.cluster.hadoop.VolumeType;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.yaml.Place;

/** Checks what the key {@code storage} of frameworks needs. */
final class UnlikeDevices {
  private static final String INPUT = "input";

  private final List<StorageSpec> storages;

  UnlikeDevices(List<StorageSpec> storages) {
    this.storages = storages;
  }

  /** Whether volumes have one on a disk. */
  static boolean hasDisk(List<Volumes> volumes) {
    return has(volumes, VolumeType.DISK);
  }

  private static boolean has(List<Volumes> volumes, VolumeType type) {
    return volumes.stream().anyMatch(some -> some.type() == type);
  }

  /**
   * Reports what the key {@code storage} of frameworks lacks.
   *
   * @param wrong whether volumes are wrong, and reported already
   * @param places of the keys of frameworks and workloads
   */
  void check(
      boolean wrong,
      List<FrameworkSpec> frameworks,
      Map<String, FrameworkWords> kinds,
      List<WorkloadSpec> workloads,
      Map<String, Place> places) {
    List<FrameworkSpec> placed =
        frameworks.stream().filter(framework -> framework.storage().isPresent()).toList();
    for (FrameworkSpec framework : placed) {
      Place place = places.get("frameworks." + framework.label() + "." + Keys.STORAGE.name());
      if (!kinds.get(framework.kind()).placesIntermediateData()) {
        place.report(
            "the devices of intermediate data of "
                + framework.kind()
                + " cannot be chosen; allowed for "
                + String.join(", ", placing(kinds)));
      }
      if (!wrong && !storages.stream().allMatch(each -> has(each.volumes(), VolumeType.SSD))) {
        place.report(
            "needs volumes with an ssd and a disk, such as volumes: ssd=53m/24m,disk=6m/5m");
      }
    }
    for (WorkloadSpec workload : workloads) {
      if (!placed.isEmpty() && workload.settings().containsKey(INPUT)) {
        places
            .get("workloads." + workload.label() + "." + INPUT)
            .report(
                "must not be your own: storage of "
                    + placed.get(0).label()
                    + " decides the devices of the input; remove input, or storage");
      }
    }
  }

  private static List<String> placing(Map<String, FrameworkWords> kinds) {
    return kinds.entrySet().stream()
        .filter(kind -> kind.getValue().placesIntermediateData())
        .map(Map.Entry::getKey)
        .toList();
  }
}
