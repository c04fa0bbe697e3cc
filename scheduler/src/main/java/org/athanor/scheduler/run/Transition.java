// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.policy.Access;

/** One step of a run: what the events do. One thread, one step. */
final class Transition {
  /** How often the ResourceManager is asked about an attempt of which it knows no application. */
  static final int MOST_ASKS = 3;

  /** Between questions to the ResourceManager. */
  static final Duration ASK_AGAIN = Duration.ofSeconds(10);

  /** After which a kill that had no effect is repeated. */
  static final Duration KILL_AGAIN = Duration.ofSeconds(30);

  private final Instant now;
  private final Orchestrator.Clusters clusters;
  private final List<Command> commands = new ArrayList<>();
  private RunState state;

  Transition(RunState state, Instant now, Orchestrator.Clusters clusters) {
    this.state = state;
    this.now = now;
    this.clusters = clusters;
  }

  /** Lets jobs become ready, and the run end. */
  Step finish() {
    if (state.ended().isEmpty()) {
      RunState before;
      do { // a job that is tried again may have to be skipped at once, and no event would follow
        before = state;
        state.spec().jobs().forEach(job -> release(job));
        state.spec().nested().forEach(nested -> tryAgain(nested));
      } while (!state.equals(before));
      if (state.jobs().values().stream().allMatch(job -> job.phase().isFinal())) {
        state = state.endedAt(now);
        commands.add(new Command.Notify("", "run " + state.spec().id() + " " + word()));
      }
    }
    return new Step(state, List.copyOf(commands));
  }

  private String word() {
    return switch (state.status()) {
      case SUCCEEDED -> "succeeded";
      case KILLED -> "was killed";
      case FAILED -> "failed";
      case RUNNING ->
          throw new IllegalStateException("run " + state.spec().id() + " has not ended");
    };
  }

  private void release(JobSpec spec) {
    JobState job = state.job(spec.name());
    if (job.phase() != Phase.WAITING) {
      return;
    }
    Optional<String> missing =
        spec.after().stream()
            .filter(
                before -> {
                  Phase phase = state.job(before).phase();
                  return phase.isFinal()
                      && phase != Phase.SUCCEEDED
                      && !mayBeTriedAgain(before, spec.name());
                })
            .findFirst();
    if (missing.isPresent()) {
      put(spec.name(), job.in(Phase.SKIPPED, now, "job " + missing.get() + " did not succeed"));
    } else if (spec.after().stream()
        .allMatch(before -> state.job(before).phase() == Phase.SUCCEEDED)) {
      ready(spec.name(), job, "");
    }
  }

  /** Whether a job that did not succeed may yet, with a nested workflow that another is not in. */
  private boolean mayBeTriedAgain(String job, String other) {
    return state.spec().nested().stream()
        .anyMatch(
            nested ->
                nested.contains(job) && !nested.contains(other) && state.mayBeTriedAgain(nested));
  }

  private void ready(String name, JobState job, String text) {
    put(name, job.in(Phase.READY, now, text));
    for (NestedSpec nested : state.spec().nested()) {
      if (nested.contains(name)) {
        state = state.with(nested, state.nested().get(nested.name()).beginning(now));
      }
    }
  }

  /**
   * A nested workflow that has ended, and failed, begins again while it has retries: with the jobs
   * that did not succeed, and all of their own retries.
   */
  private void tryAgain(NestedSpec nested) {
    if (!state.mayBeTriedAgain(nested) || state.isUnfinished(nested)) {
      return;
    }
    NestedState again = state.nested().get(nested.name()).again();
    Instant due = now.plus(nested.retries().waitBefore(again.retries()));
    String text =
        "retry " + again.retries() + " of " + nested.retries().most() + " of " + nested.name();
    for (JobSpec spec : state.spec().jobs()) {
      JobState job = state.job(spec.name());
      if (nested.contains(spec.name()) && job.phase() != Phase.SUCCEEDED) {
        boolean isNext =
            spec.after().stream().allMatch(before -> state.job(before).phase() == Phase.SUCCEEDED);
        JobState fresh = job.withRetries(0);
        put(
            spec.name(),
            isNext
                ? fresh.in(Phase.BACKING_OFF, now, text + ": " + job.message()).due(due)
                : fresh.in(Phase.WAITING, now, text));
      }
    }
    for (NestedSpec inner : state.spec().nested()) {
      if (nested.contains(inner.name())) {
        state = state.with(inner, NestedState.NONE);
      }
    }
    state = state.with(nested, again);
    commands.add(
        new Command.Notify(
            "", "nested workflow " + nested.name() + " failed; " + text + " follows"));
  }

  void place(Event.Placed placed) {
    JobState job = state.job(placed.job());
    if (job.phase() != Phase.READY) {
      return;
    }
    Attempt attempt = Attempt.next(job.attempt().number() + 1, placed.cluster(), placed.access());
    if (placed.access() != Access.STAGE) {
      prepare(placed.job(), withoutUnfinishedCopy(job).with(attempt), placed.reason());
      return;
    }
    JobState staging = job.with(attempt).in(Phase.STAGING, now, placed.reason());
    if (job.isCopyingTo(placed.cluster())) {
      put(placed.job(), staging);
    } else {
      copy(placed.job(), staging, placed.cluster());
    }
  }

  /** It is not needed any more: the job starts without it. */
  private static JobState withoutUnfinishedCopy(JobState job) {
    return job.withCopy(job.copy().filter(copy -> copy.state() != InputCopy.State.UNDER_WAY));
  }

  private void copy(String name, JobState job, String cluster) {
    put(name, job.withCopy(Optional.of(InputCopy.begun(cluster, now))));
    commands.add(new Command.Stage(name, cluster));
  }

  void copyAhead(Event.CopyAsked asked) {
    JobState job = state.job(asked.job());
    // One copy after the other, so that changing plans do not give up each other's.
    boolean refused =
        job.copy()
            .filter(
                copy ->
                    copy.state() == InputCopy.State.UNDER_WAY
                        || (copy.state() == InputCopy.State.FAILED
                            && copy.cluster().equals(asked.cluster())))
            .isPresent();
    if (job.phase() == Phase.READY && !refused) {
      copy(asked.job(), job, asked.cluster());
    }
  }

  void staged(Event.Staged staged) {
    JobState job = state.jobs().get(staged.job());
    if (job == null || job.phase().isFinal() || !job.isCopyingTo(staged.cluster())) {
      return; // it was given up
    }
    JobState ended = job.withCopy(job.copy().map(copy -> copy.ended(staged.failure())));
    if (job.phase() != Phase.STAGING) {
      put(staged.job(), ended);
      return;
    }
    boolean isThere = staged.failure().isEmpty();
    Attempt attempt = job.attempt().with(isThere ? Access.LOCAL : Access.REMOTE_READ);
    String reason =
        isThere
            ? job.message()
            : job.message() + "; it reads its input from another region: " + staged.failure();
    prepare(staged.job(), ended.with(attempt), reason);
  }

  /** A new attempt where the last one was. */
  private void again(String name, JobState job) {
    Attempt last = job.attempt();
    Attempt next = Attempt.next(last.number() + 1, last.cluster(), last.access());
    prepare(name, job.with(next), job.message());
  }

  private void prepare(String name, JobState job, String reason) {
    put(name, job.in(Phase.PREPARING, now, reason));
    commands.add(prepareCommand(name, state.job(name)));
  }

  private Command prepareCommand(String name, JobState job) {
    boolean remove = job.owned() || state.spec().job(name).job().rules().prepare();
    return new Command.Prepare(name, job.attempt().number(), remove);
  }

  void ofAttempt(Event.OfAttempt event) {
    JobState job = state.jobs().get(event.job());
    if (job == null || job.attempt().number() != event.attempt() || !job.phase().isActive()) {
      return; // a late answer
    }
    if (event instanceof Event.Prepared prepared) {
      prepared(job, prepared);
    } else if (event instanceof Event.PrepareFailed failed) {
      if (job.phase() == Phase.PREPARING) {
        failed(failed.job(), job, failed.reason(), failed.permanent());
      }
    } else if (event instanceof Event.Spawned spawned) {
      spawned(job, spawned);
    } else if (event instanceof Event.SpawnFailed failed) {
      if (job.phase() == Phase.LAUNCHING) {
        failed(failed.job(), job, failed.reason(), false);
      }
    } else if (event instanceof Event.Applications answer) {
      if (job.phase() == Phase.CHECKING) {
        answered(job, answer);
      }
    } else if (event instanceof Event.Unanswered silent) {
      if (job.phase() == Phase.CHECKING) {
        String text = "the ResourceManager does not answer: " + silent.reason();
        put(silent.job(), says(job, text).due(now.plus(ASK_AGAIN)));
      }
    } else {
      processEnded(job, event);
    }
  }

  private static JobState says(JobState job, String text) {
    return job.in(job.phase(), job.since(), text);
  }

  private void prepared(JobState job, Event.Prepared event) {
    if (job.phase() != Phase.PREPARING) {
      return;
    }
    if (job.attempt().killing().isPresent()) {
      failed(event.job(), job, job.attempt().killing().get(), false);
      return;
    }
    put(event.job(), job.owning(event.input()).in(Phase.LAUNCHING, now, job.message()));
    commands.add(new Command.Launch(event.job(), event.attempt()));
  }

  private void spawned(JobState job, Event.Spawned event) {
    if (job.phase() != Phase.LAUNCHING) {
      return;
    }
    JobState running =
        job.with(job.attempt().withProcess(event.process(), now))
            .in(Phase.RUNNING, now, job.message());
    if (job.attempt().killing().isPresent()) {
      put(event.job(), running.due(now.plus(KILL_AGAIN)));
      commands.add(new Command.Kill(event.job(), event.attempt()));
      return;
    }
    Optional<Duration> timeout = state.spec().job(event.job()).job().rules().timeout();
    put(event.job(), timeout.map(time -> running.due(now.plus(time))).orElse(running));
    commands.add(new Command.Go(event.job(), event.attempt()));
  }

  /** Exited, Vanished or NeverStarted. */
  private void processEnded(JobState job, Event.OfAttempt event) {
    if (job.phase() == Phase.LAUNCHING) {
      // Nothing was told to start. The process may have died before anybody knew of it.
      failed(event.job(), job, "its driver did not start", false);
      return;
    }
    if (job.phase() != Phase.RUNNING) {
      return;
    }
    if (event instanceof Event.NeverStarted) {
      Optional<String> killing = job.attempt().killing();
      if (killing.isPresent()) {
        failed(event.job(), job, killing.get(), false);
      } else {
        again(event.job(), job);
      }
      return;
    }
    JobState over =
        event instanceof Event.Exited exited
            ? job.with(job.attempt().withExitCode(exited.code()))
            : job;
    if (clusters.isYarn(job.attempt().cluster())) {
      put(event.job(), over.in(Phase.CHECKING, now, job.message()));
      commands.add(new Command.Query(event.job(), event.attempt()));
      return;
    }
    conclude(
        over,
        new Event.Applications(
            event.job(), event.attempt(), List.of(), List.of(), false, Optional.empty()));
  }

  private void answered(JobState job, Event.Applications answer) {
    List<Event.Application> live =
        answer.found().stream()
            .filter(each -> each.state() == Event.Application.State.LIVE)
            .toList();
    if (!live.isEmpty()) {
      String text = "waits for " + live.get(0).id() + ", its driver has ended";
      Attempt waiting = job.attempt().withAsks(0);
      if (waiting.killing().isEmpty() && isTooLong(answer.job(), waiting)) {
        waiting = waiting.killedFor(tooLong(answer.job()), now);
      }
      put(answer.job(), says(job.with(waiting), text).due(now.plus(ASK_AGAIN)));
      if (waiting.killing().isPresent()) {
        commands.add(new Command.Kill(answer.job(), answer.attempt()));
      }
      return;
    }
    if (mayComeLate(job.attempt(), answer.found()) && !job.attempt().isAskedLast()) {
      String text =
          answer.found().isEmpty()
              ? "the ResourceManager knows no application of it yet"
              : "its driver was cut off; another application of it may show up yet";
      JobState asked = job.with(job.attempt().withAsks(job.attempt().asks() + 1));
      put(answer.job(), says(asked, text).due(now.plus(ASK_AGAIN)));
      return;
    }
    conclude(job, answer);
  }

  /**
   * Whether a submission that was under way when the driver ended may show up late: of a driver
   * that was cut off also after other applications.
   */
  private static boolean mayComeLate(Attempt attempt, List<Event.Application> found) {
    boolean isKilled = attempt.killing().isPresent();
    boolean isGood = attempt.exitCode().filter(code -> code == 0).isPresent();
    boolean isCutOff = attempt.exitCode().isEmpty() || (isKilled && !isGood);
    return isCutOff || (found.isEmpty() && (isKilled || !isGood));
  }

  private boolean isTooLong(String name, Attempt attempt) {
    Optional<Duration> most = state.spec().job(name).job().rules().timeout();
    return most.isPresent()
        && attempt.started().filter(start -> !start.plus(most.get()).isAfter(now)).isPresent();
  }

  private String tooLong(String name) {
    Optional<Duration> most = state.spec().job(name).job().rules().timeout();
    return "took longer than its timeout of " + most.map(Duration::toSeconds).orElse(0L) + " s";
  }

  /** The attempt is over: neither a process nor an application of it lives. */
  private void conclude(JobState job, Event.Applications answer) {
    Optional<String> failure = failure(job, answer);
    if (failure.isPresent()) {
      failed(answer.job(), job, failure.get(), false);
    } else {
      put(answer.job(), job.in(Phase.SUCCEEDED, now, ""));
    }
  }

  /** Why the attempt did not succeed; empty if it did. */
  private Optional<String> failure(JobState job, Event.Applications answer) {
    Attempt attempt = job.attempt();
    if (attempt.exitCode().isEmpty() || attempt.exitCode().get() != 0) {
      if (attempt.killing().isPresent()) {
        return attempt.killing();
      }
    }
    List<Event.Application> found = answer.found();
    Event.Application last = found.isEmpty() ? null : found.get(found.size() - 1);
    if (last != null && last.state() == Event.Application.State.FAILED) {
      String why = last.diagnostics().lines().findFirst().orElse("");
      return Optional.of(last.id() + " failed" + (why.isEmpty() ? "" : ": " + why));
    }
    if (attempt.exitCode().isPresent()) {
      int code = attempt.exitCode().get();
      return code == 0 ? Optional.empty() : Optional.of("its driver ended with code " + code);
    }
    if (last == null) {
      return vanishedWithoutApplication(job, answer);
    }
    // The driver may have wanted to start more applications.
    if (state.spec().job(answer.job()).job().outputs().isEmpty()) {
      return Optional.of(
          "its driver vanished; "
              + last.id()
              + " succeeded, but without declared outputs nobody knows whether that was all");
    }
    return answer.missing().stream()
        .findFirst()
        .map(path -> "its driver vanished; " + last.id() + " succeeded, but there is no " + path);
  }

  /**
   * A ResourceManager forgets applications that ended long ago. What a committer has marked as
   * complete needs no other witness.
   */
  private Optional<String> vanishedWithoutApplication(JobState job, Event.Applications answer) {
    String vanished = "its driver vanished";
    if (!clusters.isYarn(job.attempt().cluster())) {
      return Optional.of(vanished);
    }
    boolean mayHaveSucceeded =
        answer.missing().isEmpty() && !state.spec().job(answer.job()).job().outputs().isEmpty();
    return answer.complete()
        ? Optional.empty()
        : Optional.of(
            mayHaveSucceeded
                ? vanished
                    + ", and the ResourceManager knows no application of it; its outputs exist, but"
                    + " not all of them have the mark _SUCCESS"
                : vanished);
  }

  private void failed(String name, JobState job, String reason, boolean permanent) {
    if (state.killed()) {
      put(name, job.in(Phase.KILLED, now, reason));
      return;
    }
    if (isEnding(name)) {
      put(name, job.in(Phase.FAILED, now, reason));
      return; // that was told
    }
    int retry = job.retries() + 1;
    var retries = state.spec().job(name).job().rules().retries();
    if (permanent || retry > retries.most()) {
      put(name, job.in(Phase.FAILED, now, reason));
      commands.add(new Command.Notify(name, "job " + name + " failed: " + reason));
      return;
    }
    put(
        name,
        job.withRetries(retry)
            .in(Phase.BACKING_OFF, now, reason)
            .due(now.plus(retries.waitBefore(retry))));
  }

  private boolean isEnding(String name) {
    return state.spec().nested().stream()
        .anyMatch(
            nested ->
                nested.contains(name) && state.nested().get(nested.name()).ending().isPresent());
  }

  /** All jobs of a nested workflow that takes too long end. */
  private void end(NestedSpec nested) {
    String reason =
        "nested workflow "
            + nested.name()
            + " took longer than its timeout of "
            + nested.timeout().orElseThrow().toSeconds()
            + " s";
    state = state.with(nested, state.nested().get(nested.name()).endingFor(reason));
    commands.add(new Command.Notify("", reason));
    for (JobSpec spec : state.spec().jobs()) {
      if (nested.contains(spec.name())) {
        end(spec.name(), Phase.FAILED, reason);
      }
    }
  }

  void tick() {
    if (state.ended().isPresent()) {
      return;
    }
    for (NestedSpec nested : state.spec().nested()) {
      if (isOver(state.timeout(nested))) {
        end(nested);
      }
    }
    for (JobSpec spec : state.spec().jobs()) {
      JobState job = state.job(spec.name());
      if (job.next().filter(due -> !due.isAfter(now)).isPresent()) {
        due(spec.name(), job);
      }
      JobState after = state.job(spec.name());
      if (!after.late()
          && !after.phase().isFinal()
          && isOver(spec.deadline(state.spec().submitted()))) {
        put(spec.name(), after.told());
        commands.add(
            new Command.Notify(
                spec.name(), "job " + spec.name() + " missed its promise, and has not ended"));
      }
    }
    if (!state.late() && isOver(state.spec().deadline())) {
      state = state.asLate();
      commands.add(
          new Command.Notify(
              "", "run " + state.spec().id() + " missed its promise, and has not ended"));
    }
  }

  private boolean isOver(Optional<Instant> deadline) {
    return deadline.filter(time -> !time.isAfter(now)).isPresent();
  }

  private void due(String name, JobState job) {
    int attempt = job.attempt().number();
    switch (job.phase()) {
      case BACKING_OFF -> ready(name, job, job.message());
      case CHECKING -> {
        put(name, says(job, job.message()));
        commands.add(new Command.Query(name, attempt));
      }
      case RUNNING -> {
        put(name, job.with(job.attempt().killedFor(tooLong(name), now)).due(now.plus(KILL_AGAIN)));
        commands.add(new Command.Kill(name, attempt));
      }
      default -> put(name, says(job, job.message()));
    }
  }

  void kill(String reason) {
    if (state.ended().isPresent()) {
      return;
    }
    state = state.asKilled();
    state.spec().jobs().forEach(spec -> end(spec.name(), Phase.KILLED, reason));
  }

  /**
   * Ends a job that is not finished; one that may run when it has ended.
   *
   * @param phase of one that does not run
   */
  private void end(String name, Phase phase, String reason) {
    JobState job = state.job(name);
    JobState marked = job.with(job.attempt().killedFor(reason, now));
    switch (job.phase()) {
      case WAITING, READY, BACKING_OFF, STAGING -> put(name, job.in(phase, now, reason));
      case PREPARING, LAUNCHING -> put(name, marked);
      case RUNNING, CHECKING -> {
        put(name, marked.due(now.plus(job.phase() == Phase.RUNNING ? KILL_AGAIN : ASK_AGAIN)));
        commands.add(new Command.Kill(name, job.attempt().number()));
      }
      default -> {}
    }
  }

  /**
   * Commands whose effect is not known are given again. A launch is not: an earlier wrapper, if
   * there is one, was not told to go and ends by itself, because the scheduler that could tell it
   * is gone. The next attempt has another number, directory and tag.
   */
  void restart() {
    if (state.ended().isPresent()) {
      return;
    }
    for (JobSpec spec : state.spec().jobs()) {
      String name = spec.name();
      JobState job = state.job(name);
      int attempt = job.attempt().number();
      if (!job.phase().isFinal()) {
        job.copy()
            .filter(copy -> copy.state() == InputCopy.State.UNDER_WAY)
            .ifPresent(copy -> commands.add(new Command.Stage(name, copy.cluster())));
      }
      switch (job.phase()) {
        case PREPARING -> commands.add(prepareCommand(name, job));
        case LAUNCHING -> {
          if (job.attempt().killing().isPresent()) {
            failed(name, job, job.attempt().killing().get(), false);
          } else {
            again(name, job);
          }
        }
        case RUNNING -> {
          commands.add(new Command.Attach(name, attempt));
          if (job.attempt().killing().isPresent()) {
            commands.add(new Command.Kill(name, attempt));
          }
        }
        case CHECKING -> {
          // Restarts neither use up the questions before a late application shows up, nor put them
          // off for ever.
          if (job.attempt().asks() == 0 || job.next().isEmpty()) {
            commands.add(new Command.Query(name, attempt));
          } else if (job.next().get().isAfter(now.plus(ASK_AGAIN))) { // the clock was set back
            put(name, job.due(now.plus(ASK_AGAIN)));
          }
        }
        default -> {}
      }
    }
  }

  private void put(String name, JobState job) {
    state = state.with(name, job);
  }
}
