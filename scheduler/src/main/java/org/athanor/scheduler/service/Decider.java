// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/**
 * Decides about the jobs whose input is measured, and writes each decision that is new to the
 * journal. Thread of work only.
 */
final class Decider {
  private final Placement placement;
  private final String policy;
  private final InputSizes sizes;
  private final Journal journal;
  private final Map<Placement.Key, String> written = new HashMap<>();
  private Instant again = Instant.MAX;

  /**
   * Makes it.
   *
   * @param policy the name of the placement's
   */
  Decider(Placement placement, String policy, InputSizes sizes, Journal journal) {
    this.placement = placement;
    this.policy = policy;
    this.sizes = sizes;
    this.journal = journal;
  }

  /**
   * Returns the decisions to start a job, in their order.
   *
   * @param held why a run must wait, by its name
   */
  List<Placement.Decided> decide(
      List<RunState> runs,
      Function<String, Optional<String>> held,
      Predictor predictor,
      Instant now)
      throws IOException {
    again = Instant.MAX;
    List<Placement.Decided> starts = new ArrayList<>();
    if (!isAnyReady(runs)) {
      return starts;
    }
    for (Placement.Decided each : placement.decide(runs, held, predictor, sizes::bytes, now)) {
      if (each.decision() instanceof Decision.Wait wait && wait.until().isBefore(again)) {
        again = wait.until();
      }
      RunState run =
          runs.stream().filter(it -> it.spec().id().equals(each.key().run())).findAny().get();
      write(each, run.job(each.key().job()).attempt().number() + 1, now);
      if (each.decision() instanceof Decision.Start) {
        sizes.measureAgain(each.key()); // before a retry
        starts.add(each);
      }
    }
    return starts;
  }

  private boolean isAnyReady(List<RunState> runs) {
    boolean ready = false;
    for (RunState run : runs) {
      for (JobSpec spec : run.spec().jobs()) {
        if (run.job(spec.name()).phase() == Phase.READY) {
          ready |= sizes.isMeasured(run.spec().id(), spec);
        }
      }
    }
    return ready;
  }

  /** A decision that is made again, because nothing has changed, is not written again. */
  private void write(Placement.Decided each, int attempt, Instant now) throws IOException {
    Decision decision = each.decision();
    String what = what(decision);
    String told = attempt + what + decision.reason();
    if (!told.equals(written.put(each.key(), told))) {
      journal.decide(
          each.key().run(),
          new Journal.Choice(
              each.key().job(),
              attempt,
              now,
              policy,
              what,
              decision.reason(),
              decision.candidates().stream().map(Journal::line).toList()));
    }
  }

  private static String what(Decision decision) {
    if (decision instanceof Decision.Start start) {
      return "start on " + start.cluster();
    }
    if (decision instanceof Decision.Stage stage) {
      return "copy to " + stage.cluster();
    }
    return decision instanceof Decision.Wait wait ? "wait until " + wait.until() : "wait";
  }

  /** When to decide again, if nothing else happens before. */
  Instant again() {
    return again;
  }

  /** Forgets a run that has ended. */
  void forget(String run) {
    written.keySet().removeIf(key -> key.run().equals(run));
    sizes.forget(run);
  }
}
