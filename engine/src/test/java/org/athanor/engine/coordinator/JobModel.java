// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.athanor.engine.coordinator.AttemptRef.Kind;

/**
 * A model of a job, built from its events and commands, that checks what the coordinator promises.
 * Written from the coordinator's description, not from its code.
 */
final class JobModel {
  /** What the job's committer is doing. */
  enum Committing {
    NOTHING,
    SETTING_UP,
    COMMITTING,
    ABORTING
  }

  /** A task. */
  private static final class Task {
    int launched;
    int failures;
    int losses;
    boolean slow; // so that it may have a second attempt
    AttemptRef mayCommit; // null if none may
    boolean succeeded;
    boolean givenUp;
    boolean everSucceeded;
    Integer keeper; // the Worker that keeps a map's output; null if none does
    final Set<Integer> failedOn = new HashSet<>(); // Workers
    final Set<AttemptRef> aborting = new LinkedHashSet<>(); // lost attempts
    long lastFailure; // when

    boolean isDone() {
      return succeeded || givenUp;
    }
  }

  /** Partitions that a Worker owns. */
  private record Owned(int worker, Set<Integer> partitions, Set<Integer> delivered) {}

  private static final int ONLY_WORKER = 0;

  private final JobPlan plan;
  private final Locality locality;
  private final boolean hasOneWorker;
  private final JobCoordinator coordinator;
  private final Set<Integer> workers = new LinkedHashSet<>();
  private final Map<AttemptRef, Command.Launch> launches = new HashMap<>();
  private final Map<Kind, List<Task>> tasks = new EnumMap<>(Kind.class);
  private final Set<AttemptRef> running = new LinkedHashSet<>();
  private final Map<AttemptRef, Boolean> toldToStop =
      new HashMap<>(); // to whether they count as failed
  private final Map<Integer, Owned> assignments = new LinkedHashMap<>();
  private final Set<Integer> assignmentsEver = new HashSet<>();
  private final Map<Integer, Integer> failures = new HashMap<>(); // by Worker
  private final List<String> history = new ArrayList<>();
  private long now;
  private Event current;
  private boolean isSetUp;
  private Committing committing = Committing.NOTHING;
  private boolean submitted;
  private boolean killRequested;
  private boolean killRequestedInCommit;
  private boolean mustFail;
  private boolean committed;
  private boolean abortedAsKilled;
  private JobState end;

  /** Makes a job on one Worker, which is offered to it after each event as often as it wants. */
  JobModel(JobPlan plan) {
    this(plan, Locality.NONE, true);
    happens(new Event.WorkerJoined(ONLY_WORKER, new Locality.Place("here", "rack")));
  }

  /** Makes a job whose Workers join, offer slots and end as its events say. */
  JobModel(JobPlan plan, Locality locality) {
    this(plan, locality, false);
  }

  private JobModel(JobPlan plan, Locality locality, boolean hasOneWorker) {
    this.plan = plan;
    this.locality = locality;
    this.hasOneWorker = hasOneWorker;
    this.coordinator = new JobCoordinator(plan, locality);
    tasks.put(Kind.MAP, fresh(plan.maps()));
    tasks.put(Kind.REDUCE, fresh(plan.reduces()));
  }

  private static List<Task> fresh(int n) {
    List<Task> fresh = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      fresh.add(new Task());
    }
    return fresh;
  }

  /** Returns what has happened so far, for the message of a failed assertion. */
  @Override
  public String toString() {
    return plan + "\n  " + String.join("\n  ", history);
  }

  JobCoordinator coordinator() {
    return coordinator;
  }

  List<AttemptRef> running() {
    return List.copyOf(running);
  }

  boolean isToldToStop(AttemptRef attempt) {
    return toldToStop.containsKey(attempt);
  }

  boolean mayCommit(AttemptRef attempt) {
    return attempt.equals(task(attempt).mayCommit);
  }

  Committing committing() {
    return committing;
  }

  boolean hasEnded() {
    return end != null;
  }

  JobState end() {
    return end;
  }

  boolean wasCommitted() {
    return committed;
  }

  int launches(Kind kind, int task) {
    return tasks.get(kind).get(task).launched;
  }

  /** The Workers that have joined and are not lost. */
  List<Integer> workers() {
    return List.copyOf(workers);
  }

  int workerOf(AttemptRef attempt) {
    return launches.get(attempt).worker();
  }

  /** The lost attempts whose output the committer removes. */
  List<AttemptRef> aborting() {
    return tasks.values().stream()
        .flatMap(List::stream)
        .flatMap(task -> task.aborting.stream())
        .toList();
  }

  /** The launch commands of the attempts that run on a Worker. */
  List<Command.Launch> runningOn(int worker) {
    return running.stream().map(launches::get).filter(l -> l.worker() == worker).toList();
  }

  /** The deliveries of map output that may happen next. */
  List<Event.Delivered> deliveries() {
    return deliveries(map -> map.keeper != null);
  }

  /** As {@link #deliveries}, and those of output that was on its way when its Worker ended. */
  List<Event.Delivered> lateDeliveries() {
    return deliveries(map -> map.everSucceeded);
  }

  private List<Event.Delivered> deliveries(Predicate<Task> hasOutput) {
    List<Event.Delivered> deliveries = new ArrayList<>();
    assignments.forEach(
        (number, owned) -> {
          for (int map = 0; map < plan.maps(); map++) {
            if (hasOutput.test(map(map)) && !isAt(map, owned)) {
              deliveries.add(new Event.Delivered(number, map));
            }
          }
        });
    return deliveries;
  }

  private Task map(int map) {
    return tasks.get(Kind.MAP).get(map);
  }

  private boolean isAt(int map, Owned owned) {
    return owned.delivered().contains(map)
        || (map(map).keeper != null && map(map).keeper == owned.worker());
  }

  /** The Workers on which a task can run. */
  private Set<Integer> candidates(AttemptRef attempt) {
    if (attempt.kind() == Kind.MAP) {
      return workers;
    }
    Set<Integer> owners = new HashSet<>();
    assignments.values().stream()
        .filter(owned -> owned.partitions().contains(attempt.task()))
        .forEach(owned -> owners.add(owned.worker()));
    return owners;
  }

  private boolean isNeeded(int partition) {
    return !tasks.get(Kind.REDUCE).get(partition).isDone();
  }

  private boolean isOwned(int partition) {
    return owners(partition) > 0;
  }

  private long owners(int partition) {
    return assignments.values().stream().filter(o -> o.partitions().contains(partition)).count();
  }

  /** A map whose output nobody keeps must run again, if somebody needs it and has it not. */
  private void runMissedMapsAgain(List<Command> commands) {
    Set<Command> undone = new HashSet<>();
    for (int map = 0; isRunning() && map < plan.maps(); map++) {
      if (map(map).succeeded && map(map).keeper == null && isMissed(map)) {
        map(map).succeeded = false;
        undone.add(new Command.Undo(map));
      }
    }
    assertThat(commands.stream().filter(Command.Undo.class::isInstance))
        .as("the maps that must run again: %s", this)
        .containsExactlyInAnyOrderElementsOf(undone);
  }

  private boolean isMissed(int map) {
    for (int partition = 0; partition < plan.reduces(); partition++) {
      int needed = partition;
      if (isNeeded(needed)
          && assignments.values().stream()
              .anyMatch(o -> o.partitions().contains(needed) && !isAt(map, o))) {
        return true;
      }
    }
    return false;
  }

  private void checkThatPartitionsAreOwned() {
    if (isRunning() && !workers.isEmpty()) {
      for (int partition = 0; partition < plan.reduces(); partition++) {
        assertThat(!isNeeded(partition) || isOwned(partition))
            .as("a Worker owns partition %d: %s", partition, this)
            .isTrue();
      }
    }
  }

  private void assign(Command.Assign assign) {
    assertThat(assignmentsEver.add(assign.assignment())).as("a new number: %s", this).isTrue();
    assertThat(workers).as("a Worker that lives: %s", this).contains(assign.worker());
    assertThat(assign.partitions()).as("partitions: %s", this).isNotEmpty().doesNotHaveDuplicates();
    boolean isSecond =
        current instanceof Event.TaskIsSlow
            || current instanceof Event.AttemptFailed
            || current instanceof Event.AttemptStopped;
    for (int partition : assign.partitions()) {
      assertThat(isNeeded(partition)).as("somebody needs it: %s", this).isTrue();
      assertThat(owners(partition)).as("at most twice: %s", this).isLessThan(2);
      assertThat(isOwned(partition) && !(current instanceof Event.WorkerJoined))
          .as("owned once, twice if its reduce is slow or failed: %s", this)
          .isEqualTo(isSecond);
    }
    if (isSecond) {
      assertThat(assignments.values())
          .as("not twice by one Worker: %s", this)
          .noneMatch(
              o ->
                  o.worker() == assign.worker()
                      && o.partitions().contains(assign.partitions().get(0)));
    }
    assignments.put(
        assign.assignment(),
        new Owned(assign.worker(), new HashSet<>(assign.partitions()), new HashSet<>()));
  }

  private void withdraw(Command.Withdraw withdraw) {
    Owned owned = assignments.get(withdraw.assignment());
    assertThat(owned.partitions()).as("%s", this).containsAll(withdraw.partitions());
    assertThat(running)
        .as("a partition stays where its reduce runs: %s", this)
        .noneMatch(
            r ->
                r.kind() == Kind.REDUCE
                    && workerOf(r) == owned.worker()
                    && withdraw.partitions().contains(r.task()));
    owned.partitions().removeAll(withdraw.partitions());
  }

  private void checkThatAllOutputIsAt(int worker, int partition) {
    assertThat(assignments.values())
        .as("a reduce runs where all its input is: %s", this)
        .anyMatch(
            o ->
                o.worker() == worker
                    && o.partitions().contains(partition)
                    && IntStream.range(0, plan.maps())
                        .allMatch(map -> map(map).givenUp || isAt(map, o)));
  }

  /** Sends the coordinator an event, offers the only Worker, and checks the commands. */
  List<Command> happens(Event event) {
    List<Command> commands = new ArrayList<>(handled(event));
    if (hasOneWorker) {
      List<Command> launch;
      do {
        launch = handled(new Event.SlotFree(ONLY_WORKER, true));
        commands.addAll(launch);
      } while (!launch.isEmpty());
      checkThatAllTasksRun();
    }
    return commands;
  }

  private List<Command> handled(Event event) {
    history.add(event.toString());
    current = event;
    before(event);
    List<Command> commands = coordinator.handle(event);
    for (Command command : commands) {
      history.add("    -> " + command);
      carryOut(command);
    }
    runMissedMapsAgain(commands);
    checkThatIdleWorkersAreUsed(event, commands);
    checkThatCommitsAreAnswered(event, commands);
    checkThatSomethingWillHappen();
    checkThatPartitionsAreOwned();
    return commands;
  }

  private void checkThatIdleWorkersAreUsed(Event event, List<Command> commands) {
    boolean isRefused =
        commands.isEmpty()
            && event instanceof Event.SlotFree offer
            && offer.idle()
            && workers.contains(offer.worker());
    if (isRefused && isRunning() && areMapsNeeded() && locality.waitMillis() == 0) {
      int worker = ((Event.SlotFree) event).worker();
      if (!hasManyFailures(worker)) {
        checkThatTasksRun(
            Kind.MAP, task -> !task.failedOn.contains(worker) && task.aborting.isEmpty());
      }
    }
  }

  private void checkThatCommitsAreAnswered(Event event, List<Command> commands) {
    if (event instanceof Event.CommitAsked e) {
      assertThat(commands)
          .as("a running attempt gets an answer: %s", this)
          .hasSize(running.contains(e.attempt()) ? 1 : 0);
    }
  }

  private void before(Event event) {
    if (event instanceof Event.Submitted) {
      submitted = true;
    } else if (event instanceof Event.WorkerJoined e) {
      workers.add(e.worker());
    } else if (event instanceof Event.OutputAborting e) {
      task(e.attempt()).aborting.add(e.attempt());
    } else if (event instanceof Event.OutputAborted e) {
      task(e.attempt()).aborting.remove(e.attempt());
    } else if (event instanceof Event.WorkerLost e) {
      if (workers.remove(e.worker())) {
        runningOn(e.worker()).forEach(launch -> lost(launch, e.isSuspicious()));
        assignments.values().removeIf(owned -> owned.worker() == e.worker());
        for (Task map : tasks.get(Kind.MAP)) {
          if (map.keeper != null && map.keeper == e.worker()) {
            map.keeper = null;
          }
        }
      }
    } else if (event instanceof Event.TaskIsSlow e) {
      List<AttemptRef> attempts = running.stream().filter(r -> isOf(r, e)).toList();
      if (attempts.size() == 1 && !isToldToStop(attempts.get(0))) {
        tasks.get(e.kind()).get(e.task()).slow = true;
      }
    } else if (event instanceof Event.SetUp) {
      committing = Committing.NOTHING;
      isSetUp = true;
    } else if (event instanceof Event.AttemptSucceeded e) {
      assertThat(coordinator.awaits(e.attempt()))
          .as("the first success of a task is awaited: %s", this)
          .isEqualTo(running.contains(e.attempt()) && !task(e.attempt()).isDone());
      boolean counts = coordinator.awaits(e.attempt());
      if (ends(e.attempt())) {
        toldToStop.remove(e.attempt());
        task(e.attempt()).succeeded |= !task(e.attempt()).givenUp;
        if (counts) {
          task(e.attempt()).everSucceeded = true;
          task(e.attempt()).keeper = workerOf(e.attempt());
        }
      }
    } else if (event instanceof Event.AttemptFailed e) {
      boolean wasLastTry = coordinator.isLastTry(e.attempt());
      if (ends(e.attempt())) {
        boolean counts = !stops() && isNeeded(e.attempt());
        toldToStop.remove(e.attempt());
        countFailure(e.attempt());
        assertThat(wasLastTry)
            .as("the last try is known: %s", this)
            .isEqualTo(counts && task(e.attempt()).givenUp);
      }
    } else if (event instanceof Event.AttemptStopped e) {
      if (ends(e.attempt()) && Boolean.TRUE.equals(toldToStop.remove(e.attempt()))) {
        countFailure(e.attempt());
      }
    } else if (event instanceof Event.Delivered e) {
      if (assignments.containsKey(e.assignment())) {
        assignments.get(e.assignment()).delivered().add(e.map());
      }
    } else if (event instanceof Event.TimePassed e) {
      now = e.millis();
    } else if (event instanceof Event.KillJob) {
      killRequested |= committing != Committing.COMMITTING && !mustFail;
      killRequestedInCommit |= committing == Committing.COMMITTING;
    } else if (event instanceof Event.SetUpFailed) {
      committing = Committing.NOTHING;
      mustFail |= !killRequested;
    } else if (event instanceof Event.CommitFailed) {
      committing = Committing.NOTHING;
      killRequested |= killRequestedInCommit;
      mustFail |= !killRequested;
    } else if (event instanceof Event.JobFailed) {
      boolean needsWorkers =
          committing != Committing.COMMITTING && committing != Committing.ABORTING && end == null;
      mustFail |= needsWorkers && !killRequested;
    } else if (event instanceof Event.Committed) {
      committing = Committing.NOTHING;
      committed = true;
    } else if (event instanceof Event.Aborted) {
      committing = Committing.NOTHING;
    }
  }

  /** Whether tasks run, or would. */
  private boolean isRunning() {
    return isSetUp && !stops() && committing == Committing.NOTHING && end == null;
  }

  private static boolean isOf(AttemptRef attempt, Event.TaskIsSlow event) {
    return attempt.kind() == event.kind() && attempt.task() == event.task();
  }

  /** An attempt ends with its Worker. */
  private void lost(Command.Launch launch, boolean isSuspicious) {
    AttemptRef attempt = launch.attempt();
    ends(attempt);
    task(attempt).losses += isSuspicious ? 1 : 0;
    Boolean toldToFail = toldToStop.remove(attempt);
    if (toldToFail == null ? isSuspicious && launch.alone() : toldToFail) {
      countFailure(attempt);
    }
  }

  /** Notes the end of an attempt; returns false if it does not run. */
  private boolean ends(AttemptRef attempt) {
    if (!running.remove(attempt)) {
      return false;
    }
    if (running.stream().noneMatch(other -> isSameTask(attempt, other))) {
      task(attempt).slow = false;
    }
    if (attempt.equals(task(attempt).mayCommit)) {
      task(attempt).mayCommit = null;
    }
    return true;
  }

  private Task task(AttemptRef attempt) {
    return tasks.get(attempt.kind()).get(attempt.task());
  }

  private void countFailure(AttemptRef attempt) {
    Task task = task(attempt);
    task.failures++;
    if (!isNeeded(attempt)) {
      return;
    }
    task.failedOn.add(workerOf(attempt));
    task.lastFailure = now;
    failures.merge(workerOf(attempt), 1, Integer::sum);
    boolean map = attempt.kind() == Kind.MAP;
    if (!stops() && task.failures >= (map ? plan.maxMapAttempts() : plan.maxReduceAttempts())) {
      task.givenUp = true;
      List<Task> all = tasks.get(attempt.kind());
      long givenUp = all.stream().filter(t -> t.givenUp).count();
      double allowed = (map ? plan.mapFailuresPercent() : plan.reduceFailuresPercent()) / 100.0;
      if (givenUp > allowed * all.size() + 1e-9) {
        mustFail = true;
      }
    }
  }

  /** Whether a task must still succeed. */
  private boolean isNeeded(AttemptRef attempt) {
    return !task(attempt).isDone() && (attempt.kind() == Kind.REDUCE || areMapsNeeded());
  }

  private boolean areMapsNeeded() {
    return plan.reduces() == 0 || !allDone(Kind.REDUCE);
  }

  /** Whether the job can no longer succeed. */
  private boolean stops() {
    return killRequested || mustFail;
  }

  private void carryOut(Command command) {
    assertThat(end).as("no command after the end: %s", this).isNull();
    if (command instanceof Command.SetUpJob) {
      assertThat(submitted).isTrue();
      begin(Committing.SETTING_UP);
    } else if (command instanceof Command.Launch e) {
      launch(e);
    } else if (command instanceof Command.Assign e) {
      assign(e);
    } else if (command instanceof Command.Withdraw e) {
      withdraw(e);
    } else if (command instanceof Command.GrantCommit e) {
      assertThat(mayNotCommit(e.attempt())).as("may commit: %s", this).isFalse();
      task(e.attempt()).mayCommit = e.attempt();
    } else if (command instanceof Command.DenyCommit e) {
      assertThat(mayNotCommit(e.attempt())).as("may not commit: %s", this).isTrue();
    } else if (command instanceof Command.Stop e) {
      assertThat(running).as("only what runs is stopped: %s", this).contains(e.attempt());
      assertThat(workers)
          .as("nothing is told to lost Workers: %s", this)
          .contains(workerOf(e.attempt()));
      toldToStop.put(e.attempt(), coordinator.endsAsFailure(e.attempt()));
    } else if (command instanceof Command.CommitJob) {
      assertThat(stops()).as("a job that fails is not committed: %s", this).isFalse();
      assertThat(allDone(Kind.REDUCE) && (plan.reduces() > 0 || allDone(Kind.MAP)))
          .as("every task is done before commit: %s", this)
          .isTrue();
      assertThat(running).as("nothing runs during commit: %s", this).isEmpty();
      begin(Committing.COMMITTING);
    } else if (command instanceof Command.StopCommit) {
      assertThat(committing).as("a commit is stopped: %s", this).isEqualTo(Committing.COMMITTING);
      assertThat(killRequestedInCommit).as("only by a kill: %s", this).isTrue();
    } else if (command instanceof Command.AbortJob e) {
      assertThat(stops()).as("only a job that cannot succeed is aborted: %s", this).isTrue();
      assertThat(running).as("nothing runs during abort: %s", this).isEmpty();
      abortedAsKilled = e.killed();
      begin(Committing.ABORTING);
    } else if (command instanceof Command.End e) {
      end(e.state());
    }
  }

  private boolean mayNotCommit(AttemptRef attempt) {
    AttemptRef granted = task(attempt).mayCommit;
    return stops()
        || isToldToStop(attempt)
        || task(attempt).isDone()
        || (granted != null && !granted.equals(attempt));
  }

  private void begin(Committing what) {
    assertThat(committing)
        .as("the committer does one thing at a time: %s", this)
        .isEqualTo(Committing.NOTHING);
    committing = what;
  }

  private void launch(Command.Launch launch) {
    AttemptRef attempt = launch.attempt();
    Task task = task(attempt);
    assertThat(current)
        .as("a free slot is used: %s", this)
        .isInstanceOfSatisfying(
            Event.SlotFree.class,
            offer -> {
              assertThat(offer.worker()).isEqualTo(launch.worker());
              assertThat(workers).contains(offer.worker());
              assertThat(offer.idle() || !launch.alone()).isTrue();
            });
    assertThat(task.aborting)
        .as("a task waits until its lost attempts have left nothing: %s", this)
        .isEmpty();
    assertThat(launch.alone())
        .as("a task that has lost two Workers runs alone: %s", this)
        .isEqualTo(task.losses > 1);
    assertThat(
            task.failedOn.contains(launch.worker())
                && !task.failedOn.containsAll(candidates(attempt))
                && now - task.lastFailure < FailingWorkers.PATIENCE_MILLIS)
        .as("a task that has failed on a Worker waits for others: %s", this)
        .isFalse();
    assertThat(stops()).as("a job that stops launches nothing: %s", this).isFalse();
    assertThat(committing)
        .as("nothing is launched while the committer is busy: %s", this)
        .isEqualTo(Committing.NOTHING);
    assertThat(running.stream().filter(r -> isSameTask(r, attempt)))
        .as("one attempt of a task at a time, or two if it is slow: %s", this)
        .hasSize(task.slow ? 1 : 0)
        .noneMatch(r -> workerOf(r) == launch.worker());
    assertThat(task.isDone()).as("a task that is done does not run again: %s", this).isFalse();
    assertThat(attempt.attempt()).as("attempts count up: %s", this).isEqualTo(task.launched);
    if (attempt.kind() == Kind.REDUCE) {
      checkThatAllOutputIsAt(launch.worker(), attempt.task());
    } else {
      assertThat(areMapsNeeded()).as("maps run for reduces: %s", this).isTrue();
    }
    task.launched++;
    task.slow = false;
    running.add(attempt);
    launches.put(attempt, launch);
  }

  private static boolean isSameTask(AttemptRef one, AttemptRef other) {
    return one.kind() == other.kind() && one.task() == other.task();
  }

  private boolean allDone(Kind kind) {
    return tasks.get(kind).stream().allMatch(Task::isDone);
  }

  private void end(JobState state) {
    end = state;
    assertThat(coordinator.state()).isEqualTo(state);
    assertThat(running).as("nothing runs at the end: %s", this).isEmpty();
    assertThat(committing)
        .as("the committer is done at the end: %s", this)
        .isEqualTo(Committing.NOTHING);
    switch (state) {
      case SUCCEEDED -> {
        assertThat(committed).as("success is committed: %s", this).isTrue();
        assertThat(coordinator.reason()).isEmpty();
      }
      case KILLED -> {
        assertThat(killRequested && abortedAsKilled && !committed)
            .as("a killed job was to be killed, and aborted so: %s", this)
            .isTrue();
        assertThat(coordinator.reason()).isNotEmpty();
      }
      case FAILED -> {
        assertThat(mustFail && !abortedAsKilled && !committed)
            .as("a failed job had to fail, and was aborted so: %s", this)
            .isTrue();
        assertThat(coordinator.reason()).isNotEmpty();
      }
      default -> throw new AssertionError("ended as " + state + ": " + this);
    }
  }

  private void checkThatSomethingWillHappen() {
    if (!submitted || end != null) {
      return;
    }
    assertThat(!running.isEmpty() || committing != Committing.NOTHING || isRunning())
        .as("a job that has not ended waits for something: %s", this)
        .isTrue();
    assertThat(running)
        .as("attempts that are not needed were told to stop: %s", this)
        .allMatch(attempt -> isToldToStop(attempt) || (!stops() && isNeeded(attempt)));
  }

  private void checkThatAllTasksRun() {
    if (isRunning()) {
      if (areMapsNeeded()) {
        checkThatTasksRun(Kind.MAP, task -> true);
      }
      if (allDone(Kind.MAP)) {
        checkThatTasksRun(Kind.REDUCE, task -> true);
      }
    }
  }

  private boolean hasManyFailures(int worker) {
    return plan.maxFailuresPerWorker() > 0
        && failures.getOrDefault(worker, 0) >= plan.maxFailuresPerWorker();
  }

  private void checkThatTasksRun(Kind kind, Predicate<Task> which) {
    for (int i = 0; i < tasks.get(kind).size(); i++) {
      int task = i;
      assertThat(
              tasks.get(kind).get(task).isDone()
                  || !which.test(tasks.get(kind).get(task))
                  || running.stream().anyMatch(r -> r.kind() == kind && r.task() == task))
          .as("%s %d is done or runs: %s", kind, task, this)
          .isTrue();
    }
  }
}
