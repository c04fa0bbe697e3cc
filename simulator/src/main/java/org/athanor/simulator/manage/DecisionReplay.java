// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.popularity.FilePopularity;
import org.athanor.storage.popularity.PredictorKind;

/**
 * Decides as the simulated daemon does, about the files of a real cluster: it is told what happened
 * to them, in the order in which the cluster's own daemon learnt it, and predicts by itself. So
 * planners and predictors can be compared, as the simulator calls them; how the simulator tells
 * accesses to them is not part of it. For one thread.
 */
public final class DecisionReplay {
  /** AptStore's planner ranks by its own predictor, whatever the other one is. */
  private final FilePopularity aptStore;

  private final FilePopularity chosen;

  /**
   * Knows no file yet.
   *
   * @param predictor by which files are ranked for copies
   * @param period that predictions are for, from a millisecond
   * @param maxFiles that are remembered, from 1; those that were used longest ago are forgotten
   */
  public DecisionReplay(PredictorKind predictor, Duration period, int maxFiles) {
    chosen = popularity(predictor, period, maxFiles);
    aptStore =
        predictor == PredictorKind.APTSTORE
            ? chosen
            : popularity(PredictorKind.APTSTORE, period, maxFiles);
  }

  private static FilePopularity popularity(PredictorKind kind, Duration period, int maxFiles) {
    return new FilePopularity(
        Popularity.learning(new Foresight.Learned(kind), period.toMillis()), maxFiles);
  }

  private List<FilePopularity> all() {
    return chosen == aptStore ? List.of(chosen) : List.of(chosen, aptStore);
  }

  /**
   * A file exists. It may be known already.
   *
   * @param timeMillis when it was created, in milliseconds since 1970
   * @param blocks number of its blocks, from 0; 0 if it is not known
   */
  public void created(String path, long timeMillis, int blocks) {
    all().forEach(one -> one.created(path, timeMillis, blocks));
  }

  /** A file was read. */
  public void accessed(AccessEvent event) {
    all().forEach(one -> one.accessed(event));
  }

  /** A file, or a directory with all below it, was deleted. */
  public void deleted(String path) {
    all().forEach(one -> one.deleted(path));
  }

  /** A file or a directory was renamed. */
  public void renamed(String from, String to) {
    all().forEach(one -> one.renamed(from, to));
  }

  /** A period ends, in milliseconds since 1970; predictions are for the next one. */
  public void endOfPeriod(long endMillis) {
    all().forEach(one -> one.endOfPeriod(endMillis));
  }

  /**
   * Predicts how popular files are, for one planner.
   *
   * @param candidates whose own popularity does not matter
   * @return the same files with what is predicted now; 0 where nothing is
   */
  public List<Candidate> predict(Planning planning, List<Candidate> candidates) {
    FilePopularity by = planning instanceof Planning.AptStore ? aptStore : chosen;
    return candidates.stream().map(one -> with(one, by.predicted(one.file().path()))).toList();
  }

  private static Candidate with(Candidate candidate, OptionalDouble popularity) {
    return new Candidate(
        candidate.file(), candidate.tier(), popularity.orElse(0), candidate.marks());
  }

  /** Decides about files; those that stay as they are, are left out. */
  public List<ReplayedDecision> decide(Planning planning, List<Candidate> candidates) {
    return Decisions.decide(planning, candidates).stream()
        .map(one -> new ReplayedDecision(one.candidate().file().path(), one.tier(), one.usual()))
        .toList();
  }
}
