// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongPredicate;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/** Copies the region's files to SSDs, and takes the copies back, as a plan is carried out. */
final class RegionMoves {
  private static final int LEAST_REPLICAS = 2;

  /** Files and bytes that are copied before it is looked whether the job still waits. */
  private static final int MOST_AT_ONCE = 10;

  private static final long MOST_BYTES_AT_ONCE = 10_000_000_000L;

  private final HdfsTree hdfs;
  private final PlanExecution.Limits limits;
  private final PlanExecution.Pause pause;
  private final PlanExecution.Listener listener;

  /** As it was in this step. */
  private OptionalInt nodesWithDisks = OptionalInt.empty();

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

  /** Whether files are still to be copied. */
  @FunctionalInterface
  interface Wanted {
    boolean isSo() throws InterruptedException;
  }

  /**
   * Copies files to SSDs, some at a time.
   *
   * @param files in the region, as they were looked at
   * @param wanted asked before each of those
   * @return why files are not there, by their numbers
   */
  Map<Long, String> prefetch(Map<HeldFile, FileState> files, Wanted wanted)
      throws InterruptedException {
    List<PlanAction> actions = new ArrayList<>();
    files.forEach(
        (file, state) ->
            actions.add(action(file.path(), state, StoragePolicy.ONE_SSD, "prefetched for a job")));
    Map<Long, String> missing = new LinkedHashMap<>();
    boolean isWanted = true;
    int next = 0;
    while (next < actions.size()) {
      List<PlanAction> some = actions.subList(next, endOfPart(actions, next));
      isWanted = isWanted && (next == 0 || wanted.isSo());
      next += some.size();
      if (!isWanted) {
        some.forEach(action -> missing.put(action.id(), "the request has ended"));
        continue;
      }
      for (Outcome outcome : execute(some)) {
        if (outcome.status() != Outcome.Status.DONE
            && outcome.status() != Outcome.Status.WAS_DONE) {
          missing.put(outcome.action().id(), outcome.detail());
        }
      }
    }
    return missing;
  }

  /** The end of what is copied together; one file may have more bytes. */
  private static int endOfPart(List<PlanAction> actions, int begin) {
    int end = begin + 1;
    long bytes = actions.get(begin).bytes();
    while (end < Math.min(actions.size(), begin + MOST_AT_ONCE)
        && bytes + actions.get(end).bytes() <= MOST_BYTES_AT_ONCE) {
      bytes += actions.get(end++).bytes();
    }
    return end;
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

  /**
   * What has become of files that shall leave SSDs.
   *
   * @param gone numbers of those that have no copy there any more, or about which somebody else has
   *     decided
   * @param stay why others are still there, by their numbers, but for those that were not tried
   * @param inVain numbers of those of them whose replicas HDFS was asked to move
   */
  record TakenBack(Set<Long> gone, Map<Long, String> stay, Set<Long> inVain) {}

  /**
   * Takes copies back.
   *
   * @param waits whether the cluster is not well, so that a copy may be there that is not seen
   * @param isDue whether replicas of a file, by its number, are to be moved now; of others it is
   *     only seen whether they are gone
   * @throws IOException if HDFS does not answer
   */
  TakenBack takeBack(List<HeldFile> files, boolean waits, LongPredicate isDue)
      throws IOException, InterruptedException {
    Set<Long> gone = new LinkedHashSet<>();
    Map<Long, String> stay = new LinkedHashMap<>();
    Set<Long> inVain = new HashSet<>();
    List<PlanAction> actions = new ArrayList<>();
    List<Here> withTooMany = new ArrayList<>();
    Map<Long, HeldFile> moving = new LinkedHashMap<>();
    for (HeldFile file : files) {
      Optional<Here> here = here(file);
      if (isGone(file, here, waits)) {
        gone.add(file.id());
        continue;
      }
      Optional<String> obstacle =
          here.isEmpty()
              ? Optional.of("cannot be found now")
              : obstacleToLeave(here.get().state(), waits);
      if (obstacle.isPresent()) {
        stay.put(file.id(), obstacle.get());
        if (here.isPresent()) {
          putPolicyBack(here.get());
        }
      } else if (isDue.test(file.id())) {
        Here there = here.orElseThrow();
        moving.put(file.id(), file);
        if (there.state().fewestReplicas() < there.state().replicas()) {
          withTooMany.add(there);
          continue;
        }
        actions.add(action(there.path(), there.state(), StoragePolicy.HOT, "not needed"));
      }
    }
    for (Outcome outcome : execute(actions)) {
      stay.put(outcome.action().id(), outcome.detail());
      if (outcome.status() == Outcome.Status.INCOMPLETE
          || outcome.status() == Outcome.Status.FAILED) {
        inVain.add(outcome.action().id());
      }
    }
    withTooMany.forEach(file -> inVain.add(file.state().id()));
    stay.putAll(moveAsFarAsPossible(withTooMany));
    for (HeldFile file : moving.values()) {
      if (isGone(file, here(file), waits)) {
        gone.add(file.id());
      }
    }
    stay.keySet().removeAll(gone);
    inVain.removeAll(gone);
    return new TakenBack(gone, stay, inVain);
  }

  /** Begins a step of the manager: how many nodes there are is asked for again. */
  void begin() {
    nodesWithDisks = OptionalInt.empty();
  }

  private int nodesWithDisks() throws IOException {
    if (nodesWithDisks.isEmpty()) {
      TierUse disks = hdfs.tiers().get(DeviceType.DISK.name());
      nodesWithDisks = OptionalInt.of(disks == null ? 0 : disks.nodes());
    }
    return nodesWithDisks.getAsInt();
  }

  /**
   * Moves files that shall have more replicas than there are nodes with disks: a plan would wait
   * for them for ever.
   *
   * @return why they are perhaps still there, by their numbers
   */
  private Map<Long, String> moveAsFarAsPossible(List<Here> files) throws InterruptedException {
    Map<Long, String> stay = new LinkedHashMap<>();
    List<String> paths = new ArrayList<>();
    try {
      for (Here file : files) {
        stay.put(
            file.state().id(),
            "shall have " + file.state().replicas() + " replicas, and no disk is left for them");
        hdfs.setPolicy(file.path(), StoragePolicy.HOT);
        paths.add(file.path());
      }
      if (!paths.isEmpty()) {
        hdfs.move(paths);
      }
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      files.forEach(file -> stay.put(file.state().id(), Failures.message(e)));
    }
    return stay;
  }

  /** Also where replicas cannot be moved now: what is written next does not go to SSDs. */
  private void putPolicyBack(Here here) throws InterruptedException {
    if (here.state().policy().equals(StoragePolicy.ONE_SSD.name())) {
      try {
        hdfs.setPolicy(here.path(), StoragePolicy.HOT);
      } catch (IOException e) {
        Failures.throwIfInterrupted(e); // tried again with the next look
      }
    }
  }

  /**
   * A file that the region holds.
   *
   * @param path by which it can be reached
   */
  record Here(String path, FileState state) {}

  /** The file, wherever it is now; empty if it is not there. */
  Optional<Here> here(HeldFile file) throws IOException, InterruptedException {
    if (file.path().chars().noneMatch(Character::isISOControl)) {
      try {
        Optional<FileState> state = hdfs.state(file.path());
        if (state.isPresent() && state.get().id() == file.id()) {
          return state.map(there -> new Here(file.path(), there));
        }
      } catch (IOException e) {
        // Something on its way is a file now, or has another name.
        Failures.throwIfInterrupted(e);
      }
    }
    String path = HdfsTree.pathOf(file.id());
    return hdfs.state(path)
        .filter(there -> there.id() == file.id())
        .map(there -> new Here(path, there));
  }

  /**
   * Whether a file has no copy on SSD of the region's any more. A copy on a node that is away is
   * not seen, so all replicas must be, or one on each node with a disk.
   */
  boolean isGone(HeldFile file, Optional<Here> here, boolean waits) throws IOException {
    if (here.isEmpty()) {
      return !hdfs.hasInode(file.id());
    }
    FileState state = here.get().state();
    return !hasPolicyOfRegion(state)
        || (state.policy().equals(StoragePolicy.HOT.name())
            && !touchesSsd(state)
            && hasAll(state)
            && !waits);
  }

  /**
   * Whether each block has as many replicas as it shall have, or as HDFS can make on disks; while
   * nodes are away, nobody knows the latter.
   */
  private boolean hasAll(FileState file) throws IOException {
    return file.fewestReplicas() >= file.replicas()
        || (file.replicas() > nodesWithDisks()
            && file.fewestReplicas() >= nodesWithDisks()
            && !hdfs.hasDeadNodes());
  }

  private Optional<String> obstacleToLeave(FileState file, boolean waits) throws IOException {
    if (file.isOpen()) {
      return Optional.of("is being written");
    }
    if (file.isErasureCoded()) {
      return Optional.of("is erasure coded");
    }
    if (!hasAll(file)) {
      return Optional.of("has blocks with too few replicas");
    }
    return waits ? Optional.of("the cluster is not well") : Optional.empty();
  }
}
