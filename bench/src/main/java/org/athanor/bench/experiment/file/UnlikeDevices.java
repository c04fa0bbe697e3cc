// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.List;
import java.util.Optional;
import org.athanor.bench.experiment.FileSystemKind;
import org.athanor.cluster.hadoop.VolumeType;
import org.athanor.cluster.hadoop.Volumes;

/** Reads the key {@code volumes}. */
final class UnlikeDevices {
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
}
