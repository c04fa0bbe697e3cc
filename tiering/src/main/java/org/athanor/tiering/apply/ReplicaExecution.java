// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.plan.PlanAction;

/**
 * Sets the numbers of replicas of files, whose devices stay as they are, so no mover is needed:
 * HDFS makes and deletes replicas by itself. A file is done when each of its blocks has the wanted
 * number, neither fewer nor more. Before each batch of files it looks whether the cluster is well:
 * if not, no further file is touched.
 */
public final class ReplicaExecution {
  private final Hdfs hdfs;
  private final PlanExecution.Limits limits;
  private final PlanExecution.Pause pause;
  private final PlanExecution.Listener listener;
  private final Outcomes outcomes;

  /** Will work on an HDFS. Of the limits, all but the attempts count. */
  public ReplicaExecution(
      Hdfs hdfs,
      PlanExecution.Limits limits,
      PlanExecution.Pause pause,
      PlanExecution.Listener listener) {
    this.hdfs = hdfs;
    this.limits = limits;
    this.pause = pause;
    this.listener = listener;
    this.outcomes = new Outcomes(listener);
  }

  /**
   * Sets the numbers and waits until HDFS has made and deleted the replicas. Actions that were not
   * come to, because of a failure that concerns all files, are {@link Status#NOT_TRIED}.
   *
   * @param actions that keep the storage policy
   * @param waits whether to wait; if not, what was set is {@link Status#ASKED}
   * @return one outcome for each action, in their order
   */
  public List<Outcome> run(List<PlanAction> actions, boolean waits) throws InterruptedException {
    listener.begun(actions);
    String stopped = "";
    try {
      for (int next = 0; next < actions.size() && stopped.isEmpty(); ) {
        stopped = hdfs.reasonToWait().orElse("");
        if (stopped.isEmpty()) {
          next = batch(actions, next, waits);
        }
      }
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      stopped = Failures.message(e);
    }
    return outcomes.inOrder(actions, stopped);
  }

  /**
   * Sets the numbers of some files, and waits for them; returns the first one of the next batch.
   */
  private int batch(List<PlanAction> actions, int from, boolean waits)
      throws IOException, InterruptedException {
    List<PlanAction> set = new ArrayList<>();
    Room room = new Room(hdfs.tiers());
    long bytes = 0;
    int next = from;
    while (next < actions.size()
        && set.size() < limits.batchFiles()
        && (set.isEmpty() || bytes + actions.get(next).movedBytes() <= limits.batchBytes())) {
      PlanAction action = actions.get(next++);
      if (set(action, room)) {
        set.add(action);
        bytes += action.movedBytes();
      }
    }
    if (waits && !set.isEmpty()) {
      listener.moving(set.size(), bytes);
      Verification.await(set, this::remaining, limits.patience(), pause);
      set.forEach(action -> outcomes.end(action, Status.INCOMPLETE, outcomes.missing(action)));
    } else {
      set.forEach(
          action -> outcomes.end(action, Status.ASKED, "HDFS makes or deletes replicas by itself"));
    }
    return next;
  }

  /**
   * Only looks: an action that would be tried is {@link Status#NOT_TRIED}.
   *
   * @throws IOException if HDFS does not answer
   */
  public List<Outcome> look(List<PlanAction> actions) throws IOException {
    return outcomes.look(actions, action -> obstacle(action, hdfs.state(action.path())));
  }

  /** Returns whether replicas are made or deleted now. */
  private boolean set(PlanAction action, Room room) throws InterruptedException {
    try {
      Optional<FileState> found = hdfs.state(action.path());
      Outcome obstacle = obstacle(action, found);
      if (obstacle != null) {
        outcomes.end(obstacle);
        return false;
      }
      if (found.orElseThrow().replicas() != action.toReplicas()) {
        Optional<String> full = room.take(action);
        if (full.isPresent()) {
          outcomes.end(action, Status.NO_ROOM, full.get());
          return false;
        }
        listener.changing(action);
        hdfs.setReplicas(action.path(), action.toReplicas());
      }
      return true;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      outcomes.end(action, Status.FAILED, Failures.message(e));
      return false;
    }
  }

  /** Why nothing is to be done for a file; null if something is. */
  private Outcome obstacle(PlanAction action, Optional<FileState> found) {
    if (found.isEmpty()) {
      return new Outcome(action, Status.CHANGED, "does not exist");
    }
    FileState file = found.get();
    Optional<String> change = Placement.change(action, file);
    if (change.isPresent()) {
      return new Outcome(action, Status.CHANGED, change.get());
    }
    if (missing(action, file).isEmpty()) {
      return new Outcome(action, Status.WAS_DONE, "");
    }
    Optional<String> tooFew = limits.least().obstacle(file.replicas(), action.toReplicas());
    if (tooFew.isPresent()) {
      return new Outcome(action, Status.LEFT_ALONE, tooFew.get());
    }
    // With the wanted number, HDFS is at work on what was set before; with fewer, it need not be.
    if (file.replicas() != action.toReplicas()
        && file.fewestReplicas() < Math.min(file.replicas(), action.toReplicas())) {
      return new Outcome(action, Status.CHANGED, "has blocks with too few replicas");
    }
    return null;
  }

  /** What is missing, in words; empty if nothing is. */
  private static Optional<String> missing(PlanAction action, FileState file) {
    int wanted = action.toReplicas();
    if (file.replicas() != wanted) {
      return Optional.of("shall have " + file.replicas() + " replicas");
    }
    long fewer = file.blocks().stream().filter(block -> block.size() < wanted).count();
    long more = file.blocks().stream().filter(block -> block.size() > wanted).count();
    if (fewer > 0) {
      return Optional.of(of(fewer, file) + " have not yet " + wanted + " replicas");
    }
    return more == 0
        ? Optional.empty()
        : Optional.of(of(more, file) + " still have more than " + wanted + " replicas");
  }

  private static String of(long some, FileState file) {
    return some + " of " + file.blocks().size() + " blocks";
  }

  /** How many blocks have not yet the wanted number of replicas; 0 if the action has ended. */
  private long remaining(PlanAction action) throws InterruptedException {
    try {
      Optional<FileState> file = hdfs.state(action.path());
      if (file.isEmpty()) {
        outcomes.end(action, Status.CHANGED, "was deleted meanwhile");
        return 0;
      }
      Optional<String> change = Placement.change(action, file.get());
      if (change.isPresent()) {
        outcomes.end(action, Status.CHANGED, change.get() + " meanwhile");
        return 0;
      }
      Optional<String> missing = missing(action, file.get());
      if (missing.isEmpty()) {
        outcomes.end(action, Status.DONE, "");
        return 0;
      }
      outcomes.isMissing(action, missing.get());
      int wanted = action.toReplicas();
      long blocks = file.get().blocks().stream().filter(block -> block.size() != wanted).count();
      return Math.max(1, blocks);
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      outcomes.end(
          action,
          Status.FAILED,
          "cannot be verified: "
              + Failures.message(e)
              + "; it shall have "
              + action.toReplicas()
              + " replicas");
      return 0;
    }
  }
}
