// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.athanor.scheduler.alert.Alert;
import org.athanor.scheduler.journal.Change;
import org.athanor.scheduler.journal.Journal;

/**
 * Runs that the scheduler cannot go on with: nothing of them is started, ended or measured until a
 * user gives them up, and they keep their outputs from others. Thread of work only.
 */
final class LeftAloneRuns {
  private final Journal journal;
  private final Leftovers leftovers;
  private final OutputConflicts conflicts;
  private final Hooks hooks;
  private final Effects.Outcomes outcomes;
  private final InstantSource clock;
  private final Consumer<String> notices;
  private final Map<String, String> reasons = new HashMap<>(); // by run
  private final Map<String, CompletableFuture<Void>> ending = new HashMap<>(); // by run

  LeftAloneRuns(
      Journal journal,
      Leftovers leftovers,
      OutputConflicts conflicts,
      Hooks hooks,
      Effects.Outcomes outcomes,
      InstantSource clock,
      Consumer<String> notices) {
    this.journal = journal;
    this.leftovers = leftovers;
    this.conflicts = conflicts;
    this.hooks = hooks;
    this.outcomes = outcomes;
    this.clock = clock;
    this.notices = notices;
  }

  /** Leaves a run alone from now on, and says so. */
  void add(String id, String reason) throws IOException {
    Optional<String> workflow = journal.leftAlone().workflow(id);
    boolean hasSchedule =
        workflow.isPresent() && journal.schedules().registration(workflow.get()).isPresent();
    String why =
        "run "
            + id
            + " is left alone: "
            + reason
            + "; athanor schedule kill --force "
            + id
            + " ends it"
            + (hasSchedule
                ? "; until then the schedule " + workflow.get() + " counts it as running"
                : "");
    reasons.put(id, why);
    journal.leftAlone().put(id, why);
    notices.accept(why);
  }

  /** The scheduler goes on with a run that an earlier one may have left alone. */
  void goesOn(String id) throws IOException {
    if (journal.leftAlone().all().containsKey(id)) {
      journal.leftAlone().remove(id);
    }
  }

  /** A sentence that says why nobody works on a run; empty for others. */
  Optional<String> reason(String id) {
    return Optional.ofNullable(reasons.get(id));
  }

  /** The sentences of all, by run. */
  Map<String, String> reasons() {
    return Map.copyOf(reasons);
  }

  /** Whether none is being ended. */
  boolean isIdle() {
    return ending.isEmpty();
  }

  /** What hooks have not been told of. */
  List<Change> untold() throws IOException {
    List<Change> changes = new ArrayList<>();
    for (Map.Entry<String, String> run : reasons.entrySet()) {
      if (!journal.alerts().isLeftAloneTold(run.getKey())) {
        changes.addAll(alert(Alert.Kind.JOB_LEFT_ALONE, run.getKey(), run.getValue()));
      }
    }
    return changes;
  }

  /**
   * Ends what runs of it as far as it can be reached, and then the run; notices and the run's
   * events say what may still run.
   *
   * @return completed on the thread of work when the run has ended
   */
  CompletableFuture<Void> end(String id) throws IOException {
    CompletableFuture<Void> begun = ending.get(id);
    if (begun != null) {
      return begun;
    }
    CompletableFuture<Void> end = new CompletableFuture<>();
    ending.put(id, end);
    leftovers.end(
        id, journal.leftAlone().attempts(id), lines -> outcomes.later(() -> ended(id, lines)));
    return end;
  }

  private void ended(String id, List<String> lines) throws IOException {
    List<Change> others = new ArrayList<>(List.of(journal.energy().givenUp(id, clock.instant())));
    others.addAll(alert(Alert.Kind.RUN_FAILED, id, "run " + id + " was given up"));
    List<String> events = new ArrayList<>(List.of("given up by a user"));
    events.addAll(lines);
    journal.leftAlone().end(id, clock.instant(), "a user gave it up", events, others);
    hooks.tell();
    reasons.remove(id);
    conflicts.remove(id);
    lines.forEach(line -> notices.accept("run " + id + ": " + line));
    notices.accept("run " + id + " was given up");
    ending.remove(id).complete(null);
  }

  private List<Change> alert(Alert.Kind kind, String id, String text) throws IOException {
    String workflow = journal.leftAlone().workflow(id).orElse("");
    return hooks.changes(Alert.ofRun(kind, clock.instant(), id, workflow, text));
  }
}
