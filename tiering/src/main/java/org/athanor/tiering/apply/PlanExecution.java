// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.PlanAction.Change;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * Carries a plan out, in batches: those that free space on SSD or disks go first. What HDFS has is
 * the only memory: who starts again finds what is done already, and goes on with the rest, so a
 * journal could only be wrong. The order for each file keeps it safe:
 *
 * <ol>
 *   <li>A file that is not as it was when the plan was made is left alone.
 *   <li>Devices must have room, because HDFS makes no replica elsewhere if they have none.
 *   <li>More replicas are asked for before anything else. Fewer, two at least, are asked for at
 *       once if the file stays on its devices, and on archive when all replicas are there.
 *   <li>The policy is set before replicas move: HDFS would take a copy on SSD for excess without
 *       it.
 *   <li>HDFS's mover copies a replica before it deletes the one that is in the wrong place.
 *   <li>A file that does not get to archive gets its policy back: HDFS could not make a lost
 *       replica of it again.
 * </ol>
 */
public final class PlanExecution {
  /** Told what happens. Methods return soon. */
  public interface Listener {
    /** Actions are to be carried out; they may end in another order. */
    default void begun(List<PlanAction> actions) {}

    /** From now on, policy and number of replicas of a file may be those that were asked for. */
    default void changing(PlanAction action) {}

    /** An action has ended. */
    void ended(Outcome outcome);

    /** Replicas of so many files, of so many bytes, are being moved. */
    void moving(int files, long bytes);
  }

  private final Hdfs hdfs;
  private final Limits limits;
  private final Pause pause;
  private final Listener listener;
  private final Outcomes outcomes;

  /**
   * How much is done at once, and how few replicas are left.
   *
   * @param batchFiles files that are moved before the next ones are looked at, from 1
   * @param batchBytes likewise bytes; one file may have more
   * @param attempts how often the mover may end without having completed a file of a batch, from 1
   * @param patience HDFS makes and deletes replicas by itself, without telling: how long to wait
   *     for the next file to be complete
   * @param least how many replicas are left to each file
   */
  public record Limits(
      int batchFiles, long batchBytes, int attempts, Duration patience, LeastReplicas least) {
    /** A thousand files or 100 GB, three times, a minute. */
    public static final Limits DEFAULT =
        new Limits(1000, 100_000_000_000L, 3, Duration.ofMinutes(1));

    public Limits {
      if (batchFiles < 1 || batchBytes < 1 || attempts < 1 || patience.isNegative()) {
        throw new IllegalArgumentException(
            "batchFiles="
                + batchFiles
                + ", batchBytes="
                + batchBytes
                + ", attempts="
                + attempts
                + ", patience="
                + patience
                + ": must be 1 or more, patience 0 or more");
      }
    }

    /** With the usual least number of replicas. */
    public Limits(int batchFiles, long batchBytes, int attempts, Duration patience) {
      this(batchFiles, batchBytes, attempts, patience, LeastReplicas.USUAL);
    }

    /** The same with another least number of replicas. */
    public Limits with(LeastReplicas other) {
      return new Limits(batchFiles, batchBytes, attempts, patience, other);
    }
  }

  /** Waits before files are looked at again. */
  @FunctionalInterface
  public interface Pause {
    /** Sleeps. */
    Pause SLEEP = length -> Thread.sleep(length.toMillis());

    void pause(Duration length) throws InterruptedException;
  }

  /**
   * Work of others that is done between two batches, when no replica is being moved, or while HDFS
   * makes replicas by itself.
   */
  @FunctionalInterface
  public interface Between {
    void batches() throws InterruptedException;
  }

  /** Will work on an HDFS. */
  public PlanExecution(Hdfs hdfs, Limits limits, Pause pause, Listener listener) {
    this.hdfs = hdfs;
    this.limits = limits;
    this.pause = pause;
    this.listener = listener;
    this.outcomes = new Outcomes(listener);
  }

  /**
   * Does what is to be done. Actions that were not come to, because of a failure that concerns all
   * files, are {@link Status#NOT_TRIED}.
   *
   * @return one outcome for each action, in the order of the plan
   */
  public List<Outcome> run(List<PlanAction> actions) throws InterruptedException {
    return run(actions, () -> {});
  }

  /**
   * Does what is to be done, as {@link #run(List)}.
   *
   * @param between called before each batch but the first
   */
  public List<Outcome> run(List<PlanAction> actions, Between between) throws InterruptedException {
    listener.begun(actions);
    List<PlanAction> inOrder = new ArrayList<>(actions);
    inOrder.sort(
        Comparator.comparingInt((PlanAction action) -> frees(action) ? 0 : 1)
            .thenComparing(PlanAction::path));
    String stopped = "";
    try {
      for (int next = 0; next < inOrder.size() && stopped.isEmpty(); ) {
        if (next > 0) {
          between.batches();
        }
        stopped = hdfs.reasonToWait().orElse("");
        if (stopped.isEmpty()) {
          next = batch(inOrder, next);
        }
      }
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      stopped = Failures.message(e);
    }
    return outcomes.inOrder(actions, stopped);
  }

  /**
   * Only looks: an action that would be tried is {@link Status#NOT_TRIED}.
   *
   * @return one outcome for each action, in the order of the plan
   * @throws IOException if HDFS does not answer
   */
  public List<Outcome> look(List<PlanAction> actions) throws IOException {
    return outcomes.look(actions, action -> obstacle(action, hdfs.state(action.path())));
  }

  private static boolean frees(PlanAction action) {
    return action.is(Change.OFF_SSD)
        || action.is(Change.TO_ARCHIVE)
        || action.is(Change.FEWER_REPLICAS);
  }

  /** Prepares files until there are enough to move, moves them, and verifies them. */
  private int batch(List<PlanAction> actions, int from) throws IOException, InterruptedException {
    List<PlanAction> prepared = new ArrayList<>();
    Room room = new Room(hdfs.tiers());
    long bytes = 0;
    int next = from;
    while (next < actions.size()
        && prepared.size() < limits.batchFiles()
        && (prepared.isEmpty() || bytes + actions.get(next).movedBytes() <= limits.batchBytes())) {
      PlanAction action = actions.get(next++);
      if (prepare(action, room)) {
        prepared.add(action);
        bytes += action.movedBytes();
      }
    }
    try {
      for (int vain = 0; vain < limits.attempts() && !prepared.isEmpty(); vain++) {
        listener.moving(prepared.size(), prepared.stream().mapToLong(PlanAction::movedBytes).sum());
        hdfs.move(prepared.stream().map(PlanAction::path).toList());
        if (Verification.await(
            prepared, action -> verified(action) ? 0 : 1, limits.patience(), pause)) {
          vain = -1;
        }
      }
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      prepared.forEach(action -> outcomes.isMissing(action, Failures.message(e)));
      giveUp(prepared);
      throw e;
    }
    giveUp(prepared);
    return next;
  }

  private void giveUp(List<PlanAction> prepared) throws InterruptedException {
    for (PlanAction action : prepared) {
      String detail = outcomes.missing(action);
      if (!action.is(Change.TO_ARCHIVE)) {
        boolean setsReplicas = action.fromReplicas() != action.toReplicas();
        detail += set(action, action.fromPolicy() != action.toPolicy(), setsReplicas);
      } else {
        try {
          hdfs.setPolicy(action.path(), action.fromPolicy());
          detail += "; its storage policy is " + action.fromPolicy() + " again";
        } catch (IOException e) {
          Failures.throwIfInterrupted(e);
          detail += "; its storage policy stays COLD: " + Failures.message(e);
        }
      }
      outcomes.end(action, Status.INCOMPLETE, detail);
    }
  }

  /** What of an action HDFS was asked for, to be said after what is missing. */
  private static String set(PlanAction action, boolean setsPolicy, boolean setsReplicas) {
    String policy = setsPolicy ? "its storage policy is " + action.toPolicy() : "";
    String replicas = setsReplicas ? "it shall have " + action.toReplicas() + " replicas" : "";
    return (policy.isEmpty() ? "" : "; " + policy) + (replicas.isEmpty() ? "" : "; " + replicas);
  }

  /** Sets number of replicas and policy; returns whether replicas are to be moved. */
  private boolean prepare(PlanAction action, Room room) throws InterruptedException {
    boolean hasSetReplicas = false;
    try {
      Optional<FileState> found = hdfs.state(action.path());
      Outcome obstacle = obstacle(action, found);
      if (obstacle != null) {
        outcomes.end(obstacle);
        return false;
      }
      Optional<String> full = room.take(action);
      if (full.isPresent()) {
        outcomes.end(action, Status.NO_ROOM, full.get());
        return false;
      }
      FileState file = found.orElseThrow();
      boolean lowersLater =
          action.toPolicy() == StoragePolicy.COLD && action.toReplicas() < file.replicas();
      listener.changing(action);
      if (file.replicas() != action.toReplicas() && !lowersLater) {
        hdfs.setReplicas(action.path(), action.toReplicas());
        hasSetReplicas = true;
      }
      if (!file.policy().equals(action.toPolicy().name())) {
        hdfs.setPolicy(action.path(), action.toPolicy());
      }
      return true;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      outcomes.end(action, Status.FAILED, Failures.message(e) + set(action, false, hasSetReplicas));
      return false;
    }
  }

  private void lowerOnArchive(PlanAction action, FileState file) throws IOException {
    if (action.toPolicy() == StoragePolicy.COLD
        && file.policy().equals(action.toPolicy().name())
        && file.replicas() > action.toReplicas()
        && Placement.misplaced(action.toPolicy(), file.replicas(), file).isEmpty()) {
      hdfs.setReplicas(action.path(), action.toReplicas());
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
    if (Placement.missing(action, file).isEmpty()) {
      return new Outcome(action, Status.WAS_DONE, "");
    }
    Optional<String> tooFew = limits.least().obstacle(file.replicas(), action.toReplicas());
    if (tooFew.isPresent()) {
      return new Outcome(action, Status.LEFT_ALONE, tooFew.get());
    }
    if (file.fewestReplicas() < replicasBefore(action, file)) {
      return new Outcome(action, Status.CHANGED, "has blocks with too few replicas");
    }
    if (action.path().contains("\n") || action.path().contains("\r")) {
      return new Outcome(
          action, Status.FAILED, "has a line break in its name, which the mover cannot read");
    }
    return null;
  }

  /**
   * How many replicas each block must have before anything is changed: HDFS makes those that are
   * missing first. A number that was never reached, for which there may be too few devices, may be
   * lowered to one that is there.
   */
  private static int replicasBefore(PlanAction action, FileState file) {
    int before = Math.min(file.replicas(), action.fromReplicas());
    boolean onlyFewer =
        action.is(Change.FEWER_REPLICAS) && action.fromPolicy() == action.toPolicy();
    return onlyFewer ? Math.min(before, action.toReplicas()) : before;
  }

  private boolean verified(PlanAction action) throws InterruptedException {
    try {
      Optional<FileState> file = hdfs.state(action.path());
      if (file.isEmpty()) {
        outcomes.end(action, Status.CHANGED, "was deleted while it was moved");
        return true;
      }
      Optional<String> change = Placement.change(action, file.get());
      if (change.isPresent()) {
        outcomes.end(action, Status.CHANGED, change.get() + " while it was moved");
        return true;
      }
      Optional<String> missing = Placement.missing(action, file.get());
      if (missing.isEmpty()) {
        outcomes.end(action, Status.DONE, "");
        return true;
      }
      lowerOnArchive(action, file.get());
      outcomes.isMissing(action, missing.get());
      return false;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      String message = "cannot be verified: " + Failures.message(e);
      boolean setsPolicy = action.fromPolicy() != action.toPolicy();
      outcomes.end(action, Status.FAILED, message + set(action, setsPolicy, false));
      return true;
    }
  }
}
