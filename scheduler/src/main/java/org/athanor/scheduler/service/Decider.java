// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.athanor.scheduler.journal.CandidateLine;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/**
 * Decides about the jobs whose input is measured, and writes each decision that is new to the
 * journal. Thread of work only.
 */
final class Decider {
  private final Placement placement;
  private final String policy;
  private final Inputs inputs;
  private final Journal journal;
  private final Telemetry telemetry;
  private final Map<Placement.Key, String> written = new HashMap<>();
  private Instant again = Instant.MAX;

  /**
   * Makes it.
   *
   * @param policy the name of the placement's
   */
  Decider(Placement placement, String policy, Inputs inputs, Journal journal, Telemetry telemetry) {
    this.placement = placement;
    this.policy = policy;
    this.inputs = inputs;
    this.journal = journal;
    this.telemetry = telemetry;
  }

  /**
   * Returns the decisions to start a job or to copy its input, in their order.
   *
   * @param held why a run must wait, by its name
   */
  List<Placement.Decided> decide(
      List<RunState> runs,
      Function<String, Optional<String>> held,
      JobPredictor predictor,
      Instant now)
      throws IOException {
    again = Instant.MAX;
    List<Placement.Decided> actions = new ArrayList<>();
    if (!isAnyReady(runs)) {
      return actions;
    }
    for (Placement.Decided each : placement.decide(runs, held, predictor, inputs::of, now)) {
      if (each.decision() instanceof Decision.Wait wait && wait.until().isBefore(again)) {
        again = wait.until();
      }
      RunState run =
          runs.stream().filter(it -> it.spec().id().equals(each.key().run())).findAny().get();
      write(each, run, now);
      if (each.decision() instanceof Decision.Start || each.decision() instanceof Decision.Stage) {
        actions.add(each);
      }
    }
    return actions;
  }

  private boolean isAnyReady(List<RunState> runs) {
    boolean ready = false;
    for (RunState run : runs) {
      for (JobSpec spec : run.spec().jobs()) {
        if (run.job(spec.name()).phase() == Phase.READY) {
          ready |= inputs.isMeasured(run.spec().id(), spec);
        }
      }
    }
    return ready;
  }

  /** A decision that is made again, because nothing has changed, is not written again. */
  private void write(Placement.Decided each, RunState run, Instant now) throws IOException {
    int attempt = run.job(each.key().job()).attempt().number() + 1;
    Decision decision = each.decision();
    String what = what(decision);
    String told = attempt + what + decision.reason();
    if (!told.equals(written.put(each.key(), told))) {
      telemetry.decided(decision);
      journal.decide(
          each.key().run(),
          new Journal.Choice(
              each.key().job(), attempt, now, policy, what, decision.reason(), lines(each, run)));
    }
  }

  private List<String> lines(Placement.Decided each, RunState run) {
    List<String> lines = new ArrayList<>();
    each.decision().candidates().forEach(candidate -> lines.add(CandidateLine.of(candidate)));
    lines.addAll(
        placement.aboutEnergy(run.spec().job(each.key().job()), each.decision().candidates()));
    String where = inputs.of(each.key()).text();
    if (!where.isEmpty()) {
      lines.add(where);
    }
    return lines;
  }

  private static String what(Decision decision) {
    if (decision instanceof Decision.Start start) {
      return switch (start.access()) {
        case LOCAL -> Journal.Choice.START + start.cluster();
        case STAGE -> Journal.Choice.COPY + start.cluster() + Journal.Choice.THEN_START;
        case REMOTE_READ -> Journal.Choice.START + start.cluster() + Journal.Choice.READ_REMOTELY;
      };
    }
    if (decision instanceof Decision.Stage stage) {
      return "copy its input to " + stage.cluster() + " ahead";
    }
    // To the minute: predictions that move by seconds are not written again and again.
    return decision instanceof Decision.Wait wait
        ? "wait until " + wait.until().truncatedTo(ChronoUnit.MINUTES)
        : "wait";
  }

  /** When to decide again, if nothing else happens before. */
  Instant again() {
    return again;
  }

  /** Inputs are measured again before a retry, and after copies. */
  void stepped(RunState after, Event event) {
    for (Map.Entry<String, JobState> job : after.jobs().entrySet()) {
      Phase phase = job.getValue().phase();
      if (phase == Phase.BACKING_OFF
          || phase == Phase.WAITING
          || (phase == Phase.READY && event instanceof Event.Staged)) {
        inputs.measureAgain(new Placement.Key(after.spec().id(), job.getKey()));
      }
    }
  }

  /** Forgets a run that has ended. */
  void forget(String run) {
    written.keySet().removeIf(key -> key.run().equals(run));
    inputs.forget(run);
  }
}
