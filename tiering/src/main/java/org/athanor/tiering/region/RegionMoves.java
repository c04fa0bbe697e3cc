// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/** Copies the region's files to SSDs, and takes the copies back, as a plan is carried out. */
final class RegionMoves {
  private static final int LEAST_REPLICAS = 2;

  private final HdfsTree hdfs;
  private final PlanExecution.Limits limits;
  private final PlanExecution.Pause pause;
  private final PlanExecution.Listener listener;

  RegionMoves(
      HdfsTree hdfs,
      PlanExecution.Limits limits,
      PlanExecution.Pause pause,
      PlanExecution.Listener listener) {
    this.hdfs = hdfs;
    this.limits = limits;
    this.pause = pause;
    this.listener = listener;
  }

  /** Whether each block has a replica on an SSD. */
  static boolean isOnSsd(FileState file) {
    return file.blocks().stream().allMatch(block -> block.contains(DeviceType.SSD));
  }

  /** Whether any block has a replica on an SSD. */
  static boolean touchesSsd(FileState file) {
    return file.blocks().stream().anyMatch(block -> block.contains(DeviceType.SSD));
  }

  /** Whether a file is on SSDs and stays there, by its policy. */
  static boolean staysOnSsd(FileState file) {
    return isOnSsd(file) && !file.policy().equals(StoragePolicy.HOT.name());
  }

  /** Why a file that is not on SSDs cannot be copied there, in words; empty if it can. */
  static Optional<String> obstacle(FileState file) {
    return Optional.of(file.policy())
        .filter(policy -> !policy.equals(StoragePolicy.HOT.name()))
        .map(policy -> "has the storage policy " + policy)
        .or(() -> obstacleOfHeld(file));
  }

  /** Likewise for a file that the region holds, which may have its policy. */
  static Optional<String> obstacleOfHeld(FileState file) {
    if (file.isOpen()) {
      return Optional.of("is being written");
    }
    if (file.isErasureCoded()) {
      return Optional.of("is erasure coded");
    }
    if (file.replicas() < LEAST_REPLICAS) {
      return Optional.of("has one replica");
    }
    if (file.fewestReplicas() < file.replicas()) {
      return Optional.of("has blocks with too few replicas");
    }
    return hasPolicyOfRegion(file)
        ? Optional.empty()
        : Optional.of("has the storage policy " + file.policy());
  }

  private static boolean hasPolicyOfRegion(FileState file) {
    return file.policy().equals(StoragePolicy.HOT.name())
        || file.policy().equals(StoragePolicy.ONE_SSD.name());
  }

  /** Whether a file is where the region puts files. */
  static boolean isPlaced(FileState file) {
    return file.policy().equals(StoragePolicy.ONE_SSD.name()) && isOnSsd(file);
  }

  /**
   * Copies files to SSDs.
   *
   * @param files in the region, as they were looked at
   * @return why files are not there, by their numbers
   */
  Map<Long, String> prefetch(Map<HeldFile, FileState> files) throws InterruptedException {
    List<PlanAction> actions = new ArrayList<>();
    files.forEach(
        (file, state) ->
            actions.add(action(file.path(), state, StoragePolicy.ONE_SSD, "prefetched for a job")));
    Map<Long, String> missing = new LinkedHashMap<>();
    for (Outcome outcome : execute(actions)) {
      if (outcome.status() != Outcome.Status.DONE && outcome.status() != Outcome.Status.WAS_DONE) {
        missing.put(outcome.action().id(), outcome.detail());
      }
    }
    return missing;
  }

  private List<Outcome> execute(List<PlanAction> actions) throws InterruptedException {
    return actions.isEmpty()
        ? List.of()
        : new PlanExecution(hdfs, limits, pause, listener).run(actions);
  }

  private static PlanAction action(String path, FileState file, StoragePolicy to, String reason) {
    return new PlanAction(
        path,
        file.id(),
        file.bytes(),
        Instant.ofEpochMilli(file.modifiedMillis()),
        StoragePolicy.valueOf(file.policy()),
        to,
        file.replicas(),
        file.replicas(),
        file.bytes(),
        reason);
  }

  /** What is known of a file that shall leave SSDs. */
  private enum Rest {
    /** It has no copy there any more, or somebody else has decided about it. */
    GONE,
    /** It cannot be touched now. */
    LATER,
    /** Its copy can be taken back. */
    THERE
  }

  /**
   * Takes copies back.
   *
   * @return numbers of the files that have none any more
   * @throws IOException if HDFS does not answer
   */
  Set<Long> takeBack(List<HeldFile> files) throws IOException, InterruptedException {
    Set<Long> gone = new LinkedHashSet<>();
    List<PlanAction> actions = new ArrayList<>();
    Map<Long, HeldFile> moving = new LinkedHashMap<>();
    for (HeldFile file : files) {
      Optional<FileState> state = here(file);
      switch (rest(file, state)) {
        case GONE -> gone.add(file.id());
        case LATER -> {
          // Looked at again later.
        }
        case THERE -> {
          actions.add(action(file.path(), state.orElseThrow(), StoragePolicy.HOT, "not needed"));
          moving.put(file.id(), file);
        }
      }
    }
    execute(actions);
    for (HeldFile file : moving.values()) {
      if (rest(file, here(file)) == Rest.GONE) {
        gone.add(file.id());
      }
    }
    return gone;
  }

  /** The file at its path; empty if another one, or none, is there. */
  Optional<FileState> here(HeldFile file) throws IOException {
    return hdfs.state(file.path()).filter(state -> state.id() == file.id());
  }

  private Rest rest(HeldFile file, Optional<FileState> here) throws IOException {
    if (here.isEmpty()) {
      return hdfs.hasInode(file.id()) ? Rest.LATER : Rest.GONE;
    }
    FileState state = here.get();
    if (!hasPolicyOfRegion(state)) {
      return Rest.GONE; // somebody else has decided
    }
    if (state.policy().equals(StoragePolicy.HOT.name()) && !touchesSsd(state)) {
      return Rest.GONE;
    }
    boolean touchable =
        !state.isOpen()
            && !state.isErasureCoded()
            && state.replicas() >= LEAST_REPLICAS
            && state.fewestReplicas() >= state.replicas();
    return touchable ? Rest.THERE : Rest.LATER;
  }
}
