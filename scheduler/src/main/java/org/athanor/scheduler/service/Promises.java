// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.scheduler.alert.Alert;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.Change;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.RunState;

/**
 * Watches whether runs and jobs keep their promises: one is at risk when its latest likely end is
 * after its promise, and missed when that has passed and it has not ended. Each change is in the
 * journal once, and hooks are told the first time. Thread of work only.
 */
final class Promises {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  /** After a step of a run; not sooner, since runs may have many jobs. */
  private static final Duration LOOK_AFTER_STEP = Duration.ofSeconds(1);

  /** One at risk is on track again when this part of its time is left, so that it does not flap. */
  private static final double MARGIN = 0.05;

  private static final String RUN = ""; // instead of a job's name

  private final Journal journal;
  private final Hooks hooks;
  private final Map<Placement.Key, AlertTables.State> states = new HashMap<>();
  private Optional<Instant> last = Optional.empty(); // look
  private boolean stepped; // since then

  Promises(Journal journal, Hooks hooks) {
    this.journal = journal;
    this.hooks = hooks;
  }

  /** A run is worked on, from now on or again. */
  void begin(RunState run) throws IOException {
    last = Optional.empty();
    for (AlertTables.Promise promise : journal.alerts().of(run.spec().id())) {
      states.put(new Placement.Key(promise.run(), promise.job()), promise.state());
    }
  }

  /** Forgets a run that has ended. */
  void forget(String run) {
    states.keySet().removeIf(key -> key.run().equals(run));
  }

  /** What is to be stored together with a step of a run. */
  List<Change> changes(RunState before, RunState after, Instant now) {
    stepped = true;
    List<Change> changes = new ArrayList<>();
    for (JobSpec spec : after.spec().jobs()) {
      JobState is = after.job(spec.name());
      JobState was = before.jobs().get(spec.name());
      if (is.equals(was)) {
        continue;
      }
      Optional<Instant> deadline = spec.deadline(after.spec().submitted());
      if (is.late() && (was == null || !was.late())) {
        missed(changes, after, spec.name(), deadline.orElse(now), now);
      } else if (is.phase().isFinal()) {
        kept(changes, new Placement.Key(after.spec().id(), spec.name()));
      }
    }
    if (after.late() && !before.late()) {
      missed(changes, after, RUN, after.spec().deadline().orElse(now), now);
    } else if (after.ended().isPresent()) {
      kept(changes, new Placement.Key(after.spec().id(), RUN));
    }
    ended(before, after).ifPresent(alert -> changes.addAll(hooks.changes(alert)));
    return changes;
  }

  /** An alert, if a run has just ended. */
  static Optional<Alert> ended(RunState before, RunState after) {
    if (after.ended().isEmpty() || after.ended().equals(before.ended())) {
      return Optional.empty();
    }
    String id = after.spec().id();
    boolean succeeded = after.status() == RunState.Status.SUCCEEDED;
    String what =
        switch (after.status()) {
          case SUCCEEDED -> "run " + id + " succeeded";
          case KILLED -> "run " + id + " was killed";
          case FAILED, RUNNING -> "run " + id + " failed: " + String.join("; ", failures(after));
        };
    Instant at = after.ended().get();
    return Optional.of(
        Alert.ofRun(
            succeeded ? Alert.Kind.RUN_SUCCEEDED : Alert.Kind.RUN_FAILED,
            at,
            id,
            after.spec().workflow(),
            what));
  }

  private static List<String> failures(RunState run) {
    return run.jobs().entrySet().stream()
        .filter(job -> job.getValue().phase() == org.athanor.scheduler.run.Phase.FAILED)
        .limit(5)
        .map(job -> "job " + job.getKey() + ": " + job.getValue().message())
        .toList();
  }

  private void missed(
      List<Change> changes, RunState run, String job, Instant deadline, Instant now) {
    put(changes, run, job, AlertTables.State.MISSED, deadline, Optional.empty(), now);
    String what = name(run, job) + " has not ended by its promise, " + time(deadline);
    changes.addAll(hooks.changes(alert(run, job, deadline, Optional.empty(), what, now)));
  }

  private void put(
      List<Change> changes,
      RunState run,
      String job,
      AlertTables.State state,
      Instant deadline,
      Optional<Instant> expected,
      Instant now) {
    String id = run.spec().id();
    states.put(new Placement.Key(id, job), state);
    changes.add(
        journal.alerts().put(new AlertTables.Promise(id, job, state, now, deadline, expected)));
  }

  /** One that was missed stays so. */
  private void kept(List<Change> changes, Placement.Key key) {
    if (states.get(key) == AlertTables.State.AT_RISK) {
      states.remove(key);
      changes.add(journal.alerts().clear(key.run(), key.job()));
    }
  }

  private static Alert alert(
      RunState run,
      String job,
      Instant deadline,
      Optional<Instant> expected,
      String what,
      Instant now) {
    return Alert.ofPromise(
        now,
        run.spec().id(),
        run.spec().workflow(),
        job.equals(RUN) ? Optional.empty() : Optional.of(job),
        deadline,
        expected,
        what);
  }

  private static String name(RunState run, String job) {
    return job.equals(RUN) ? "run " + run.spec().id() : "job " + job + " of " + run.spec().id();
  }

  private static String time(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * Looks whether promises are at risk, now and then.
   *
   * @param inputs of jobs; while some are not measured, as after a restart, runs look shorter than
   *     they are, and none is taken to be on track again
   * @param notices told what the user should know
   */
  void look(
      Collection<RunState> runs,
      JobPredictor predictor,
      Collection<String> clusters,
      Inputs inputs,
      Instant now,
      Consumer<String> notices)
      throws IOException {
    Duration pause = stepped ? LOOK_AFTER_STEP : LOOK_AGAIN;
    if (last.isPresent() && now.isBefore(last.get().plus(pause))) {
      return;
    }
    last = Optional.of(now);
    stepped = false;
    List<Change> changes = new ArrayList<>();
    for (RunState run : runs) {
      if (isPromised(run)) {
        look(
            run,
            Outlook.of(
                run, predictor, clusters, Map.of(), spec -> inputs.size(run, spec.name()), now),
            inputs.areMeasured(run),
            now,
            changes,
            notices);
      }
    }
    if (!changes.isEmpty()) {
      journal.store(changes);
      hooks.tell();
    }
  }

  private static boolean isPromised(RunState run) {
    return run.spec().sla().isPresent()
        || run.spec().jobs().stream().anyMatch(job -> !job.slas().isEmpty());
  }

  private void look(
      RunState run,
      Map<String, Outlook.Expected> expected,
      boolean measured,
      Instant now,
      List<Change> changes,
      Consumer<String> notices) {
    for (JobSpec spec : run.spec().jobs()) {
      Optional<Instant> deadline = spec.deadline(run.spec().submitted());
      Outlook.Expected end = expected.get(spec.name());
      if (deadline.isPresent() && end != null && !run.job(spec.name()).late()) {
        End each = new End(spec.name(), deadline.get(), end.latest(), measured);
        look(run, each, now, changes, notices);
      }
    }
    Optional<Instant> last =
        expected.values().stream().map(Outlook.Expected::latest).max(Instant::compareTo);
    if (run.spec().deadline().isPresent() && last.isPresent() && !run.late()) {
      End all = new End(RUN, run.spec().deadline().get(), last.get(), measured);
      look(run, all, now, changes, notices);
    }
  }

  /**
   * When a job, or a run, may end.
   *
   * @param job or {@link #RUN}
   * @param latest the latest likely end
   * @param measured whether that is known of all inputs
   */
  private record End(String job, Instant deadline, Instant latest, boolean measured) {}

  private void look(
      RunState run, End end, Instant now, List<Change> changes, Consumer<String> notices) {
    String job = end.job();
    Instant deadline = end.deadline();
    Instant latest = end.latest();
    Placement.Key key = new Placement.Key(run.spec().id(), job);
    boolean atRisk = states.get(key) == AlertTables.State.AT_RISK;
    String about = job.equals(RUN) ? "" : job + ": ";
    if (!atRisk && !states.containsKey(key) && latest.isAfter(deadline)) {
      put(changes, run, job, AlertTables.State.AT_RISK, deadline, Optional.of(latest), now);
      String risk =
          "its promise, " + time(deadline) + ", is at risk: it may end at " + time(latest);
      changes.add(journal.alerts().event(key.run(), now, about + risk));
      changes.addAll(
          hooks.changes(
              alert(run, job, deadline, Optional.of(latest), name(run, job) + ": " + risk, now)));
      notices.accept(name(run, job) + ": " + risk);
    } else if (atRisk && end.measured() && !latest.isAfter(deadline.minus(margin(run, deadline)))) {
      states.remove(key);
      changes.add(journal.alerts().clear(key.run(), key.job()));
      changes.add(
          journal.alerts().event(key.run(), now, about + "its promise is not at risk any more"));
    }
  }

  private static Duration margin(RunState run, Instant deadline) {
    Duration all = Duration.between(run.spec().submitted(), deadline);
    return Duration.ofMillis((long) (all.toMillis() * MARGIN));
  }
}
