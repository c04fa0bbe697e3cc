// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.Hdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.Verification;

/**
 * Verifies that files have left a tier: HDFS deletes a replica that it does not need any more a
 * little later than the one that replaces it is there.
 */
final class EmptyTier {
  private final Hdfs hdfs;
  private final FileTier tier;
  private final Duration patience;
  private final PlanExecution.Pause pause;
  private final Map<Outcome, Outcome> worse = new HashMap<>();

  EmptyTier(Hdfs hdfs, FileTier tier, Duration patience, PlanExecution.Pause pause) {
    this.hdfs = hdfs;
    this.tier = tier;
    this.patience = patience;
    this.pause = pause;
  }

  /** Returns the outcomes; what is not as it was said is {@link Status#INCOMPLETE} then. */
  List<Outcome> verify(List<Outcome> outcomes) throws InterruptedException {
    List<Outcome> left = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      if (outcome.status() == Status.DONE || outcome.status() == Status.WAS_DONE) {
        left.add(outcome);
      }
    }
    Verification.await(left, outcome -> hasEnded(outcome) ? 0 : 1, patience, pause);
    return outcomes.stream().map(outcome -> worse.getOrDefault(outcome, outcome)).toList();
  }

  private boolean hasEnded(Outcome outcome) throws InterruptedException {
    try {
      Optional<FileState> file = hdfs.state(outcome.action().path());
      long blocks =
          file.stream()
              .flatMap(state -> state.blocks().stream())
              .filter(block -> block.contains(tier.device()))
              .count();
      if (blocks == 0) {
        worse.remove(outcome);
        return true;
      }
      String detail =
          blocks
              + " of "
              + file.orElseThrow().blocks().size()
              + " blocks still have a replica on "
              + tier;
      worse.put(outcome, new Outcome(outcome.action(), Status.INCOMPLETE, detail));
      return false;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      worse.put(
          outcome,
          new Outcome(
              outcome.action(), Status.FAILED, "cannot be verified: " + Failures.message(e)));
      return true;
    }
  }
}
