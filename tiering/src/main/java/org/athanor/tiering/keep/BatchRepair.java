// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.Verification;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * Makes some files whole, by means that a client has: asks for one more replica of each block, so
 * that the NameNode's plug-in chooses the place; looks where it is; asks for another one if blocks
 * lack several tiers or regions; and at the end sets the number back, so that the plug-in deletes
 * what is too many. The number of replicas that a file shall have is never lower than it was.
 */
final class BatchRepair {
  /** So many times the patience is waited, where HDFS is copying. */
  private static final int MOST_WAITS = 10;

  private final RuledHdfs hdfs;
  private final StorageRules rules;
  private final Duration patience;
  private final PlanExecution.Pause pause;
  private final PlanExecution.Listener listener;
  private final Journal journal;

  /**
   * A file to repair.
   *
   * @param file as it was found
   * @param lacking number of blocks by tier or region
   * @param mostLacking how many tiers and regions a block lacks at most, from 1
   * @param action says the same to listeners: it changes neither policy nor number of replicas
   */
  record Candidate(
      String path, RuledFile file, Map<Spot, Integer> lacking, int mostLacking, PlanAction action) {
    int replicas() {
      return file.state().replicas();
    }

    /** From which it is raised. */
    int kept() {
      return file.kept();
    }

    int most() {
      return kept() + mostLacking;
    }

    /**
     * What is noted before it is raised.
     *
     * @param more how many replicas more are asked for at most
     * @param since the latest change of the namespace before
     */
    Progress.Raised raised(int more, long since) {
      int asked = Math.min(most(), kept() + more);
      return new Progress.Raised(path, file.state().id(), replicas(), kept(), asked, since);
    }
  }

  /**
   * What became of a file.
   *
   * @param raised how many replicas more than HDFS kept it still shall have, perhaps, from 0
   * @param copies what HDFS was doing with the blocks of the repair when it was given up
   */
  record Result(Candidate candidate, Outcome outcome, int raised, CopiesUnderWay.State copies) {
    boolean isRaised() {
      return raised > 0;
    }

    /** Whether all was done for it, and it did not come where it should. */
    boolean isInVain() {
      return isDone() && copies == CopiesUnderWay.State.NONE;
    }

    /** Whether it may be so: HDFS was copying some of the blocks, and had no place for others. */
    boolean isPerhapsInVain() {
      return isDone() && copies == CopiesUnderWay.State.SOME;
    }

    private boolean isDone() {
      return outcome.status() == Status.INCOMPLETE && !isRaised();
    }
  }

  /** Notes what is about to be raised. */
  @FunctionalInterface
  interface Journal {
    /** So many replicas more are asked for, for any of the files; it is on disk on return. */
    void asking(int more) throws IOException;
  }

  /** A file on its way. */
  private static final class Work {
    final Candidate candidate;

    /** By which it can be reached: another one if it was renamed meanwhile. */
    String path;

    /** The number of replicas that was asked for last. */
    int asked;

    /** The number that it had before it was asked for. */
    int before;

    /** Whether asking for them has failed: it may have had an effect nevertheless. */
    boolean isUncertain;

    boolean lacks = true;

    /** What HDFS was doing when its replicas were waited for no longer. */
    CopiesUnderWay.State copies = CopiesUnderWay.State.NONE;

    /** Why it is not gone on with; null if it is. */
    Outcome stopped;

    Work(Candidate candidate) {
      this.candidate = candidate;
      this.path = candidate.path;
      this.asked = candidate.replicas();
      this.before = asked;
    }

    boolean isRaised() {
      return asked > candidate.replicas();
    }

    boolean hasSet(int replicas) {
      return replicas == asked || (isUncertain && replicas == before);
    }

    void stop(Status status, String detail) {
      stopped = new Outcome(candidate.action, status, detail);
    }
  }

  BatchRepair(
      RuledHdfs hdfs,
      StorageRules rules,
      Duration patience,
      PlanExecution.Pause pause,
      PlanExecution.Listener listener,
      Journal journal) {
    this.journal = journal;
    this.hdfs = hdfs;
    this.rules = rules;
    this.patience = patience;
    this.pause = pause;
    this.listener = listener;
  }

  /** Repairs them; returns one result for each, in their order. */
  List<Result> run(List<Candidate> candidates) throws InterruptedException {
    List<Work> works = candidates.stream().map(Work::new).toList();
    for (int more = 1; raise(works, more); more++) {
      // Each round brings a block to one more tier or region.
    }
    lower(works);
    List<Result> results = new ArrayList<>();
    for (Work work : works) {
      Outcome outcome = work.stopped == null ? verify(work) : work.stopped;
      int more = Math.max(0, work.asked - work.candidate.kept());
      results.add(new Result(work.candidate, outcome, more, work.copies));
    }
    return results;
  }

  /** Asks for so many more replicas, and waits for them; returns whether any was asked for. */
  private boolean raise(List<Work> works, int more) throws InterruptedException {
    List<Work> raised = new ArrayList<>();
    if (works.stream().noneMatch(work -> isWanted(work, more)) || !isNoted(works, more)) {
      return false;
    }
    CopiesUnderWay copies = CopiesUnderWay.before(hdfs);
    List<Work> asked = new ArrayList<>();
    for (Work work : works) {
      if (isWanted(work, more)) {
        asked.add(work);
        raiseOne(work);
        if (work.stopped == null) {
          raised.add(work);
        }
      }
    }
    if (raised.isEmpty()) {
      return false;
    }
    listener.moving(
        raised.size(), raised.stream().mapToLong(work -> work.candidate.action.bytes()).sum());
    await(raised, asked, copies);
    return true;
  }

  private static boolean isWanted(Work work, int more) {
    return work.stopped == null && work.lacks && more <= work.candidate.mostLacking;
  }

  /** What cannot be noted is not raised. */
  private boolean isNoted(List<Work> works, int more) throws InterruptedException {
    try {
      journal.asking(more);
      return true;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      for (Work work : works) {
        if (isWanted(work, more)) {
          work.stop(Status.FAILED, Failures.message(e));
        }
      }
      return false;
    }
  }

  /**
   * A block is copied as a whole, so a large one takes longer than the patience.
   *
   * @param raised files to wait for; those that end are removed
   * @param asked all that were raised now, also those that have failed since
   */
  private void await(List<Work> raised, List<Work> asked, CopiesUnderWay copies)
      throws InterruptedException {
    CopiesUnderWay.State state = CopiesUnderWay.State.ALL;
    for (int time = 0; time < MOST_WAITS && state != CopiesUnderWay.State.NONE; time++) {
      Verification.await(raised, this::missing, new QueueProgress(hdfs), patience, pause);
      long besides = 0;
      for (Work work : asked) {
        besides += raised.contains(work) ? 0 : stillAsked(work);
      }
      state = copies.state(missing(raised), besides);
    }
    for (Work work : raised) {
      work.copies = missing(work) > 0 ? state : CopiesUnderWay.State.NONE;
    }
  }

  private long missing(List<Work> works) throws InterruptedException {
    long missing = 0;
    for (Work work : works) {
      missing += missing(work);
    }
    return missing;
  }

  /** Blocks for which HDFS makes replicas though the file is not waited for, at most. */
  private long stillAsked(Work work) throws InterruptedException {
    try {
      return hdfs.find(work.path, work.candidate.file.state().id())
          .map(RuledHdfs.Found::file)
          .map(file -> file.fewerThan(file.state().replicas()))
          .orElse(0L);
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      return work.candidate.file.blocks().size();
    }
  }

  private void raiseOne(Work work) throws InterruptedException {
    try {
      Optional<RuledFile> found = find(work);
      if (found.isEmpty() || work.stopped != null) {
        return;
      }
      RuledFile file = found.get();
      Optional<String> change = change(work.candidate, file);
      if (change.isPresent()) {
        work.stop(Status.CHANGED, change.get());
        return;
      }
      if (file.fewest() < work.candidate.replicas()) {
        work.stop(Status.CHANGED, "has blocks with too few replicas");
        return;
      }
      listener.changing(work.candidate.action);
      // Before the call, which may have an effect and fail nevertheless.
      work.before = work.asked;
      work.asked = Math.max(work.candidate.kept(), work.asked) + 1;
      hdfs.setReplicas(work.path, work.asked);
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      work.isUncertain = work.isRaised();
      work.stop(Status.FAILED, Failures.message(e));
    }
  }

  /**
   * The file, if its number of replicas is still ours to set; else ends the work. One that was
   * renamed is not gone on with, but its number is to be set back.
   */
  private Optional<RuledFile> find(Work work) throws IOException {
    Optional<RuledHdfs.Found> found = hdfs.find(work.path, work.candidate.file.state().id());
    if (found.isEmpty()) {
      return end(work, "was deleted meanwhile");
    }
    RuledFile file = found.get().file();
    if (!work.hasSet(file.state().replicas())) {
      return end(
          work, "shall have " + file.state().replicas() + " replicas: somebody else set them");
    }
    if (!found.get().path().equals(work.path)) {
      work.path = found.get().path();
      work.stop(Status.CHANGED, "was renamed meanwhile");
    }
    return Optional.of(file);
  }

  /** Ends the work on a file of which nothing is to be set back. */
  private static Optional<RuledFile> end(Work work, String change) {
    work.stop(Status.CHANGED, change);
    work.asked = work.candidate.replicas();
    return Optional.empty();
  }

  private static Optional<String> change(Candidate candidate, RuledFile file) {
    if (file.state().isOpen()) {
      return Optional.of("is being written");
    }
    if (file.state().bytes() != candidate.file.state().bytes()
        || file.state().modifiedMillis() != candidate.file.state().modifiedMillis()) {
      return Optional.of("was written since");
    }
    return file.state().policy().equals(StoragePolicy.HOT.name())
        ? Optional.empty()
        : Optional.of("has storage policy " + file.state().policy());
  }

  private Map<Spot, Integer> lacking(Candidate candidate, RuledFile file) {
    return Wanted.of(rules, candidate.path, file, candidate.replicas())
        .map(Wanted::lacking)
        .orElse(Map.of());
  }

  /** How many blocks have not yet the replicas that were asked for; 0 if the file is whole. */
  private long missing(Work work) throws InterruptedException {
    try {
      Optional<RuledFile> found = find(work);
      if (found.isEmpty() || work.stopped != null) {
        return 0;
      }
      work.lacks = !lacking(work.candidate, found.get()).isEmpty();
      return work.lacks ? found.get().fewerThan(work.asked) : 0;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      work.stop(Status.FAILED, Failures.message(e));
      return 0;
    }
  }

  /** Sets the numbers back, and waits until there are no more replicas than that. */
  private void lower(List<Work> works) throws InterruptedException {
    List<Work> lowered = new ArrayList<>();
    for (Work work : works) {
      if (!work.isRaised()) {
        continue;
      }
      try {
        Optional<String> reason = hdfs.reasonToWait();
        if (reason.isPresent()) {
          throw new IOException(reason.get());
        }
        if (find(work).isPresent()) {
          hdfs.setReplicas(work.path, work.candidate.replicas());
          work.asked = work.candidate.replicas();
          work.isUncertain = false;
          lowered.add(work);
        }
      } catch (IOException e) {
        Failures.throwIfInterrupted(e);
        work.stop(
            Status.INCOMPLETE,
            "shall have "
                + work.asked
                + " replicas until that is set back: "
                + Failures.message(e));
      }
    }
    if (!lowered.isEmpty()) {
      Verification.await(lowered, this::excess, patience, pause);
    }
  }

  private long excess(Work work) throws InterruptedException {
    try {
      Optional<RuledFile> found = find(work);
      return found.isEmpty() ? 0 : found.get().moreThan(work.candidate.kept());
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      return 0; // it is verified once more
    }
  }

  private Outcome verify(Work work) throws InterruptedException {
    try {
      Optional<RuledFile> found = find(work);
      if (work.stopped != null) {
        return work.stopped;
      }
      Map<Spot, Integer> lacking = lacking(work.candidate, found.orElseThrow());
      String words = Wanted.words(lacking, found.get().blocks().size());
      long excess = found.get().otherThan(work.candidate.replicas());
      String other = excess + " blocks have not yet " + work.candidate.replicas() + " replicas";
      if (lacking.isEmpty() && found.get().fewerThan(work.candidate.replicas()) == 0) {
        // After a change of NameNodes, HDFS deletes what is too many hours later.
        return new Outcome(
            work.candidate.action,
            Status.DONE,
            "is whole again"
                + (excess > 0
                    ? "; " + other + ": HDFS deletes some later, or when a snapshot is deleted"
                    : ""));
      }
      return new Outcome(
          work.candidate.action,
          Status.INCOMPLETE,
          lacking.isEmpty()
              ? other
              : words
                  + (work.copies != CopiesUnderWay.State.NONE
                      ? "; HDFS was still copying"
                      : "; the plug-in found no place there, or did not keep it"));
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      return new Outcome(work.candidate.action, Status.FAILED, Failures.message(e));
    }
  }
}
