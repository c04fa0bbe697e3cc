// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.run.TrialWorkload.Footprint;
import org.athanor.cluster.hadoop.VolumeType;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.yaml.text.ByteSize;

/**
 * Checks that volumes of limited capacity have room for the data that an experiment puts on them.
 * HDFS would write what has no room on SSDs to disks, and trials would be of another configuration
 * than their results say. With n workers, in the size that needs most, and r replicas of a block,
 * each node needs r × (all inputs + the largest output) / n on each tier that is used. On a volume
 * with less room than a block HDFS puts none, however short the file is.
 */
final class VolumeCheck {
  private final Experiment experiment;
  private final StorageSpec storage;
  private final Collection<TrialWorkload> workloads;

  VolumeCheck(Experiment experiment, StorageSpec storage, Collection<TrialWorkload> workloads) {
    this.experiment = experiment;
    this.storage = storage;
    this.workloads = workloads;
  }

  /** What is wrong with the volumes, one line for each kind of volumes, or for each tier. */
  List<String> problems() {
    List<String> tooSmall =
        storage.volumes().stream().flatMap(some -> tooSmall(some).stream()).toList();
    return tooSmall.isEmpty() ? withoutRoom() : tooSmall;
  }

  private Optional<String> tooSmall(Volumes volumes) {
    long capacity = volumes.capacityBytes().orElse(Long.MAX_VALUE);
    ByteSize block = storage.blockOrDefault();
    return capacity >= block.bytes()
        ? Optional.empty()
        : Optional.of(
            "HDFS would never write to the "
                + volumes.type().id()
                + " of "
                + new ByteSize(capacity)
                + ", because it wants room for a whole block of "
                + block.rounded()
                + " (dfs.blocksize), and would take other devices without a word; give each such"
                + " volume "
                + block
                + " or more");
  }

  private List<String> withoutRoom() {
    long needed = experiment.sizes().stream().mapToLong(this::needed).max().orElse(0);
    return experiment.frameworks().stream()
        .map(DataTier::of)
        .distinct()
        .flatMap(tier -> problem(tier, needed).stream())
        .toList();
  }

  private long needed(int nodes) {
    long inputs = 0;
    long output = 0;
    for (TrialWorkload workload : workloads) {
      Footprint need = workload.footprint(nodes);
      inputs += need.input();
      output = Math.max(output, need.output());
    }
    return storage.replicas(nodes) * (inputs + output) / nodes;
  }

  private Optional<String> problem(DataTier tier, long needed) {
    VolumeType type = tier == DataTier.SSD ? VolumeType.SSD : VolumeType.DISK;
    long room = 0;
    for (Volumes some : storage.volumes()) {
      if (some.type() == type) {
        if (some.capacityBytes().isEmpty()) {
          return Optional.empty();
        }
        room += some.count() * some.capacityBytes().getAsLong();
      }
    }
    return storage.volumes().isEmpty() || needed <= room
        ? Optional.empty()
        : Optional.of(
            "inputs and outputs need "
                + new ByteSize(needed).rounded()
                + " on each node's "
                + type.id()
                + ", which has "
                + new ByteSize(room).rounded()
                + "; reduce sizes, or give it more");
  }
}
