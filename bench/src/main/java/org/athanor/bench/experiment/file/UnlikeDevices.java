// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.FileSystemKind;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary.FrameworkWords;
import org.athanor.cluster.hadoop.VolumeType;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** Reads the key {@code volumes}, and checks what the key {@code storage} of frameworks needs. */
final class UnlikeDevices {
  private static final String INPUT = "input";

  private final Section top;
  private final List<Volumes> volumes;

  UnlikeDevices(Section top) {
    this.top = top;
    this.volumes = top.get(Keys.VOLUMES).orElse(List.of());
  }

  /** The volumes; empty if the file names none. Reports those that cannot be used. */
  List<Volumes> volumes(FileSystemKind filesystem) {
    Optional<Place> place = top.place(Keys.VOLUMES);
    if (place.isPresent() && filesystem != FileSystemKind.HDFS) {
      place.get().report("needs filesystem: hdfs; set that key, or remove this one");
    } else if (!volumes.isEmpty() && !has(VolumeType.DISK)) {
      place.orElseThrow().report("must have a disk, to which HDFS writes; add disk=1");
    }
    return volumes;
  }

  private boolean has(VolumeType type) {
    return volumes.stream().anyMatch(some -> some.type() == type);
  }

  /**
   * Reports what the key {@code storage} of frameworks lacks.
   *
   * @param places of the keys of frameworks and workloads
   */
  void checkStorage(
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
      // Volumes that are wrong are reported already.
      boolean wrong = volumes.isEmpty() && top.place(Keys.VOLUMES).isPresent();
      if (!wrong && !has(VolumeType.SSD)) {
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
