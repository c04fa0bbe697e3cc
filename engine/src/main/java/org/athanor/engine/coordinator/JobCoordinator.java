// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Locality.Distance;

/**
 * Decides which attempts of a job run, which tasks are retried, when reduces begin, and whether the
 * job's output is committed or removed, as a YARN cluster does. Deterministic; see the package
 * description. Not thread-safe.
 *
 * <p>Each partition of the map output is owned by a Worker, to which it is pushed, and on which its
 * reduce runs once it has the output of all maps.
 *
 * <p>Tasks wait until a Worker has a free slot; then the nearest to their input go first. A task
 * that has failed waits for another Worker first, if there is one ({@link FailingWorkers}). A task
 * that is slow may have two attempts, on different Workers; the first to succeed counts, and the
 * other is stopped. A map whose output is lost runs again, as long as reduces need it. The loss of
 * a Worker is no failure of its tasks. But a task that has lost two Workers that its attempts may
 * have ended runs alone from then on, and if the Worker on which it runs alone ends, too, the task
 * has failed once.
 *
 * <p>Invariants: at most one attempt of a task may commit; the job's output is committed only when
 * every task has succeeded, or has failed for good within the tolerated share; commit and abort of
 * the job begin only when no attempt runs; no command follows {@link Command.End}.
 */
public final class JobCoordinator {
  private final JobPlan plan;
  private final Locality locality;
  private final Map<Integer, Locality.Place> workers = new LinkedHashMap<>();
  private final WaitingTasks waitingMaps = new WaitingTasks();
  private final WaitingTasks waitingReduces = new WaitingTasks();
  private final TaskState[] maps;
  private final TaskState[] reduces;
  private final PartitionOwners owners;
  private final FailingWorkers failing;
  private JobState state = JobState.NEW;
  private boolean killed;
  private String reason = "";
  private int runningAttempts;
  private int mapsDone;
  private int reducesDone;
  private int failedMaps;
  private int failedReduces;
  private long now; // milliseconds, of the last TimePassed

  public JobCoordinator(JobPlan plan, Locality locality) {
    this.plan = plan;
    this.locality = locality;
    this.maps = tasks(plan.maps());
    this.reduces = tasks(plan.reduces());
    this.owners = new PartitionOwners(plan.maps(), plan.reduces());
    this.failing = new FailingWorkers(plan.maxFailuresPerWorker());
  }

  private static TaskState[] tasks(int n) {
    TaskState[] tasks = new TaskState[n];
    for (int i = 0; i < n; i++) {
      tasks[i] = new TaskState();
    }
    return tasks;
  }

  public JobState state() {
    return state;
  }

  /** Returns why the job has failed or was killed; empty otherwise. */
  public String reason() {
    return reason;
  }

  /**
   * Returns whether the success of an attempt would count now: it runs, and its task is not done by
   * another attempt.
   */
  public boolean awaits(AttemptRef attempt) {
    return running(attempt) != null && !task(attempt).isDone();
  }

  /** Returns whether the job needs the success of a task. */
  private boolean isNeeded(AttemptRef ref) {
    boolean reducesDoWithout =
        ref.kind() == Kind.MAP && reduces.length > 0 && reducesDone == reduces.length;
    return !task(ref).isDone() && !reducesDoWithout;
  }

  /** Returns whether the failure of an attempt now would be that of its task, for good. */
  public boolean isLastTry(AttemptRef attempt) {
    return state == JobState.RUNNING
        && awaits(attempt)
        && isNeeded(attempt)
        && task(attempt).failures() + 1 >= maxAttempts(attempt.kind());
  }

  /** Returns whether a running attempt that was told to stop will count as failed. */
  public boolean endsAsFailure(AttemptRef attempt) {
    TaskState.Attempt running = running(attempt);
    return running != null && running.ending() == TaskState.Ending.AS_FAILED;
  }

  /**
   * Returns whether a running attempt will count as failed if its Worker is lost now: because it
   * was told to stop and would count so, or because nothing else ran there.
   *
   * @param isSuspicious see {@link Event.WorkerLost}
   */
  public boolean isFailureIfLost(AttemptRef attempt, boolean isSuspicious) {
    TaskState.Attempt running = running(attempt);
    return running != null
        && switch (running.ending()) {
          case NOT -> isSuspicious && running.isAlone();
          case AS_FAILED -> true;
          case AS_KILLED -> false;
        };
  }

  /**
   * Returns how far a Worker is from a map's input; empty if that is unknown, or the Worker is
   * gone.
   */
  public Optional<Distance> distanceOf(int map, int worker) {
    Locality.Place place = workers.get(worker);
    return place == null ? Optional.empty() : locality.known(map, place);
  }

  /** Returns why a running attempt was told to stop; empty if it was not. */
  public String endReason(AttemptRef attempt) {
    TaskState.Attempt running = running(attempt);
    return running == null ? "" : running.endReason();
  }

  /**
   * Handles an event and returns the commands that follow from it, to be carried out in order.
   * Events of attempts that do not run are ignored.
   */
  public List<Command> handle(Event event) {
    List<Command> commands = new ArrayList<>();
    if (event instanceof Event.Submitted) {
      submitted(commands);
    } else if (event instanceof Event.TaskRecovered e) {
      taskRecovered(e.kind(), e.task());
    } else if (event instanceof Event.SetUp) {
      setUp(commands);
    } else if (event instanceof Event.WorkerJoined e) {
      workerJoined(e.worker(), e.place(), commands);
    } else if (event instanceof Event.OutputAborting e) {
      task(e.attempt()).abortBegins(e.attempt().attempt());
    } else if (event instanceof Event.OutputAborted e) {
      task(e.attempt()).abortEnds(e.attempt().attempt());
    } else if (event instanceof Event.WorkerLost e) {
      workerLost(e.worker(), e.isSuspicious(), commands);
    } else if (event instanceof Event.SlotFree e) {
      slotFree(e.worker(), e.idle(), commands);
    } else if (event instanceof Event.TimePassed e) {
      now = e.millis();
    } else if (event instanceof Event.CommitAsked e) {
      commitAsked(e.attempt(), commands);
    } else if (event instanceof Event.AttemptSucceeded e) {
      succeeded(e.attempt(), commands);
    } else if (event instanceof Event.AttemptFailed e) {
      failed(e.attempt(), e.reason(), commands);
    } else if (event instanceof Event.AttemptStopped e) {
      stopped(e.attempt(), commands);
    } else if (event instanceof Event.EndAttempt e) {
      endAttempt(e, commands);
    } else if (event instanceof Event.TaskIsSlow e) {
      taskIsSlow(e, commands);
    } else if (event instanceof Event.Delivered e) {
      owners.delivered(e.assignment(), e.map());
    } else if (event instanceof Event.KillJob e) {
      stop(true, e.reason(), commands);
    } else if (event instanceof Event.SetUpFailed e) {
      setUpFailed(e.reason(), commands);
    } else if (event instanceof Event.CommitFailed e) {
      commitFailed(e.reason(), commands);
    } else if (event instanceof Event.JobFailed e) {
      stop(false, e.reason(), commands);
    } else if (event instanceof Event.Committed) {
      committed(commands);
    } else if (event instanceof Event.Aborted) {
      end(killed ? JobState.KILLED : JobState.FAILED, commands);
    }
    return commands;
  }

  /** Begins the job, unless it was killed while it waited. */
  private void submitted(List<Command> commands) {
    if (state == JobState.NEW) {
      state = JobState.SETTING_UP;
      commands.add(new Command.SetUpJob());
    }
  }

  private void taskRecovered(Kind kind, int task) {
    if (of(kind)[task].isDone()) {
      return;
    }
    of(kind)[task].succeeded();
    if (kind == Kind.MAP) {
      mapsDone++;
    } else {
      reducesDone++;
      owners.reduceDone(task);
    }
  }

  private void setUp(List<Command> commands) {
    if (state == JobState.STOPPING) {
      goOn(commands);
      return;
    }
    if (state != JobState.SETTING_UP) {
      return;
    }
    state = JobState.RUNNING;
    owners.assign(workers.keySet(), commands);
    boolean reducesRecovered = reduces.length > 0 && reducesDone == reduces.length;
    if (mapsDone == maps.length || reducesRecovered) {
      mapsFinished(commands);
    } else {
      queueAll(Kind.MAP);
    }
  }

  /** Queues the tasks of a kind that are neither done nor running. */
  private void queueAll(Kind kind) {
    for (int task = 0; task < of(kind).length; task++) {
      queueIfNeeded(kind, task);
    }
  }

  private void queueIfNeeded(Kind kind, int task) {
    TaskState queued = of(kind)[task];
    if (!queued.isDone() && !queued.isRunning()) {
      waiting(kind).add(task, WaitingTasks.NO_WORKER, now);
    }
  }

  private WaitingTasks waiting(Kind kind) {
    return kind == Kind.MAP ? waitingMaps : waitingReduces;
  }

  private void slotFree(int worker, boolean idle, List<Command> commands) {
    Locality.Place place = workers.get(worker);
    if (state != JobState.RUNNING || place == null) {
      return;
    }
    OptionalInt map =
        failing.getsNoMaps(worker, workers.size())
            ? OptionalInt.empty()
            : waitingMaps.poll(
                worker,
                now,
                (task, waited) ->
                    mayRun(maps[task], idle) && !isAvoided(Kind.MAP, task, worker, workers.keySet())
                        ? distance(task, place, waited)
                        : null);
    if (map.isPresent()) {
      launch(Kind.MAP, map.getAsInt(), worker, commands);
    } else if (!waitingReduces.isEmpty()) {
      BitSet complete = owners.complete(worker, withOutput());
      waitingReduces
          .poll(
              worker,
              now,
              (task, unused) ->
                  complete.get(task)
                          && mayRun(reduces[task], idle)
                          && !isAvoided(Kind.REDUCE, task, worker, owners.of(task))
                      ? Distance.HOST
                      : null)
          .ifPresent(reduce -> launch(Kind.REDUCE, reduce, worker, commands));
    }
  }

  /** Returns the maps that have output, or will have it: all that have not failed for good. */
  private BitSet withOutput() {
    BitSet with = new BitSet();
    for (int map = 0; map < maps.length; map++) {
      with.set(map, !maps[map].hasFailedForGood());
    }
    return with;
  }

  /** Number of maps that have output, or will have it: reduces that are launched now merge it. */
  public int mapsWithOutput() {
    return withOutput().cardinality();
  }

  private static boolean mayRun(TaskState task, boolean idle) {
    return (idle || !task.mustRunAlone()) && !task.isAborting();
  }

  private boolean isAvoided(Kind kind, int task, int worker, Collection<Integer> others) {
    return failing.isAvoided(kind, task, worker, others, now);
  }

  /** Returns how far a Worker is from a map's input; null if the map waits for a nearer Worker. */
  private Distance distance(int map, Locality.Place place, long waited) {
    Distance distance = locality.distance(map, place);
    long patience = 0;
    for (Distance nearer : Distance.values()) {
      if (nearer.compareTo(distance) < 0
          && workers.values().stream().anyMatch(w -> locality.distance(map, w) == nearer)) {
        patience += locality.waitMillis();
      }
    }
    return waited >= patience ? distance : null;
  }

  private void launch(Kind kind, int task, int worker, List<Command> commands) {
    runningAttempts++;
    TaskState launched = of(kind)[task];
    boolean alone = launched.mustRunAlone();
    AttemptRef attempt = new AttemptRef(kind, task, launched.launch(worker, alone));
    commands.add(new Command.Launch(attempt, worker, alone));
  }

  private void workerJoined(int worker, Locality.Place place, List<Command> commands) {
    workers.put(worker, place);
    if (state != JobState.RUNNING) {
      return;
    }
    owners.assign(workers.keySet(), commands);
    if (mapsDone <= maps.length / 2) {
      // Later, most map output would travel twice.
      owners.rebalance(worker, workers.keySet(), p -> reduces[p].isRunning(), commands);
    }
    runMissedMaps(commands);
  }

  private void workerLost(int worker, boolean isSuspicious, List<Command> commands) {
    if (workers.remove(worker) == null) {
      return;
    }
    owners.workerLost(worker);
    failing.workerLost(worker);
    for (Kind kind : Kind.values()) {
      for (int task = 0; task < of(kind).length; task++) {
        for (TaskState.Attempt attempt : of(kind)[task].running()) {
          if (attempt.worker() == worker) {
            lost(new AttemptRef(kind, task, attempt.number()), isSuspicious, commands);
          }
        }
      }
    }
    if (state == JobState.RUNNING) {
      owners.assign(workers.keySet(), commands);
      runMissedMaps(commands);
    }
  }

  /** Runs maps again whose output is lost before everybody who needs it has it. */
  private void runMissedMaps(List<Command> commands) {
    for (int map = 0; map < maps.length && state == JobState.RUNNING; map++) {
      if (maps[map].hasSucceeded() && owners.isMissed(map)) {
        maps[map].undo();
        mapsDone--;
        commands.add(new Command.Undo(map));
        queueIfNeeded(Kind.MAP, map);
      }
    }
  }

  /** An attempt has ended with its Worker. */
  private void lost(AttemptRef ref, boolean isSuspicious, List<Command> commands) {
    if (isSuspicious) {
      task(ref).countLoss();
    }
    if (isFailureIfLost(ref, isSuspicious) && !endsAsFailure(ref)) {
      failed(ref, "its Worker ended, which ran nothing else", commands);
    } else {
      stopped(ref, commands);
    }
  }

  private TaskState[] of(Kind kind) {
    return kind == Kind.MAP ? maps : reduces;
  }

  private TaskState task(AttemptRef attempt) {
    return of(attempt.kind())[attempt.task()];
  }

  /** Returns a running attempt; null if it does not run. */
  private TaskState.Attempt running(AttemptRef attempt) {
    return task(attempt).running(attempt.attempt());
  }

  private void commitAsked(AttemptRef ref, List<Command> commands) {
    TaskState.Attempt attempt = running(ref);
    if (attempt == null) {
      return;
    }
    boolean goesOn = state == JobState.RUNNING && attempt.ending() == TaskState.Ending.NOT;
    commands.add(
        goesOn && task(ref).grantCommit(attempt)
            ? new Command.GrantCommit(ref)
            : new Command.DenyCommit(ref));
  }

  private void succeeded(AttemptRef ref, List<Command> commands) {
    TaskState.Attempt attempt = running(ref);
    if (attempt == null) {
      return;
    }
    TaskState task = ended(ref, attempt);
    if (task.isDone()) {
      goOn(commands);
      return;
    }
    task.succeeded();
    if (ref.kind() == Kind.MAP) {
      owners.mapSucceeded(ref.task(), attempt.worker());
    }
    waiting(ref.kind()).remove(ref.task());
    stopOthers(ref, "another attempt of the task has succeeded", commands);
    taskDone(ref, commands);
  }

  private TaskState ended(AttemptRef ref, TaskState.Attempt attempt) {
    runningAttempts--;
    TaskState task = task(ref);
    task.ended(attempt);
    return task;
  }

  /** Stops the running attempts of a task that is done. */
  private void stopOthers(AttemptRef done, String why, List<Command> commands) {
    for (TaskState.Attempt other : task(done).running()) {
      if (other.ending() == TaskState.Ending.NOT) {
        tellToStop(done.kind(), done.task(), other, why, commands);
      }
    }
  }

  private void tellToStop(
      Kind kind, int task, TaskState.Attempt attempt, String why, List<Command> commands) {
    attempt.end(TaskState.Ending.AS_KILLED, why);
    if (workers.containsKey(attempt.worker())) {
      commands.add(new Command.Stop(new AttemptRef(kind, task, attempt.number())));
    }
  }

  private void taskDone(AttemptRef done, List<Command> commands) {
    if (done.kind() == Kind.MAP) {
      mapsDone++;
      if (state == JobState.RUNNING && mapsDone == maps.length) {
        mapsFinished(commands);
        return;
      }
    } else {
      reducesDone++;
      owners.reduceDone(done.task());
      if (reducesDone == reduces.length) {
        stopUnneededMaps(commands);
      }
    }
    goOn(commands);
  }

  /** Stops maps that run again for reduces that are all done by now. */
  private void stopUnneededMaps(List<Command> commands) {
    for (int map = 0; map < maps.length; map++) {
      waitingMaps.remove(map);
      for (TaskState.Attempt attempt : maps[map].running()) {
        if (attempt.ending() == TaskState.Ending.NOT) {
          tellToStop(Kind.MAP, map, attempt, "all reduces are done", commands);
        }
      }
    }
  }

  private void mapsFinished(List<Command> commands) {
    queueAll(Kind.REDUCE);
    goOn(commands);
  }

  /** Commits or aborts the job, if nothing is left to wait for. */
  private void goOn(List<Command> commands) {
    if (runningAttempts > 0) {
      return;
    }
    if (state == JobState.STOPPING) {
      abort(commands);
    } else if (state == JobState.RUNNING
        && reducesDone == reduces.length
        && (reduces.length > 0 || mapsDone == maps.length)) {
      state = JobState.COMMITTING;
      commands.add(new Command.CommitJob());
    }
  }

  private void failed(AttemptRef ref, String why, List<Command> commands) {
    TaskState.Attempt attempt = running(ref);
    if (attempt == null) {
      return;
    }
    TaskState task = ended(ref, attempt);
    int failures = task.countFailure();
    if (state == JobState.STOPPING || !isNeeded(ref)) {
      goOn(commands);
      return;
    }
    if (failures < maxAttempts(ref.kind())) {
      retry(ref, attempt.worker(), commands);
      return;
    }
    boolean map = ref.kind() == Kind.MAP;
    task.failForGood();
    waiting(ref.kind()).remove(ref.task());
    int failedTasks = map ? ++failedMaps : ++failedReduces;
    int percent = map ? plan.mapFailuresPercent() : plan.reduceFailuresPercent();
    String failure =
        (map ? "map " : "reduce ")
            + ref.task()
            + " failed "
            + failures
            + (failures == 1 ? " time" : " times")
            + ": "
            + why;
    if ((long) failedTasks * 100 > (long) percent * of(ref.kind()).length) {
      stop(false, failure, commands);
    } else {
      stopOthers(ref, failure, commands);
      taskDone(ref, commands);
    }
  }

  /** Queues a task again, to run on another Worker than the one on which it has just failed. */
  private void retry(AttemptRef failed, int worker, List<Command> commands) {
    failing.failed(failed, worker, now);
    if (failed.kind() == Kind.REDUCE && workers.containsKey(worker)) {
      owners.assignSecond(failed.task(), worker, workers.keySet(), commands);
      runMissedMaps(commands);
    }
    queueIfNeeded(failed.kind(), failed.task());
  }

  private int maxAttempts(Kind kind) {
    return kind == Kind.MAP ? plan.maxMapAttempts() : plan.maxReduceAttempts();
  }

  private void stopped(AttemptRef ref, List<Command> commands) {
    TaskState.Attempt attempt = running(ref);
    if (attempt == null) {
      return;
    }
    if (attempt.ending() == TaskState.Ending.AS_FAILED) {
      failed(ref, attempt.endReason(), commands);
      return;
    }
    ended(ref, attempt);
    if (state == JobState.STOPPING || !isNeeded(ref)) {
      goOn(commands);
    } else {
      queueIfNeeded(ref.kind(), ref.task());
    }
  }

  private void endAttempt(Event.EndAttempt event, List<Command> commands) {
    TaskState.Attempt attempt = running(event.attempt());
    if (attempt == null
        || attempt.ending() != TaskState.Ending.NOT
        || state != JobState.RUNNING
        || !isNeeded(event.attempt())) {
      return;
    }
    attempt.end(
        event.asFailed() ? TaskState.Ending.AS_FAILED : TaskState.Ending.AS_KILLED, event.reason());
    commands.add(new Command.Stop(event.attempt()));
  }

  private void taskIsSlow(Event.TaskIsSlow event, List<Command> commands) {
    TaskState task = of(event.kind())[event.task()];
    List<TaskState.Attempt> running = task.running();
    if (state == JobState.RUNNING
        && !task.isDone()
        && !task.mustRunAlone()
        && running.size() == 1
        && running.get(0).ending() == TaskState.Ending.NOT) {
      int worker = running.get(0).worker();
      if (event.kind() == Kind.REDUCE) {
        owners.assignSecond(event.task(), worker, workers.keySet(), commands);
        runMissedMaps(commands);
      }
      waiting(event.kind()).add(event.task(), worker, now);
    }
  }

  private void setUpFailed(String why, List<Command> commands) {
    if (state == JobState.SETTING_UP) {
      reason = why;
      abort(commands);
    } else if (state == JobState.STOPPING) {
      goOn(commands);
    }
  }

  private void commitFailed(String why, List<Command> commands) {
    if (state == JobState.COMMITTING) {
      reason = killed ? reason : why;
      abort(commands);
    }
  }

  private void committed(List<Command> commands) {
    if (state == JobState.COMMITTING) {
      end(JobState.SUCCEEDED, commands);
    }
  }

  private void stop(boolean kill, String why, List<Command> commands) {
    if (state == JobState.COMMITTING && kill && !killed) {
      killed = true;
      reason = why;
      commands.add(new Command.StopCommit());
      return;
    }
    if (state != JobState.RUNNING && state != JobState.SETTING_UP && state != JobState.NEW) {
      return;
    }
    boolean settingUp = state == JobState.SETTING_UP;
    state = JobState.STOPPING;
    killed = kill;
    reason = why;
    stopAll(Kind.MAP, commands);
    stopAll(Kind.REDUCE, commands);
    if (!settingUp) {
      goOn(commands);
    }
  }

  private void stopAll(Kind kind, List<Command> commands) {
    TaskState[] tasks = of(kind);
    for (int i = 0; i < tasks.length; i++) {
      for (TaskState.Attempt attempt : tasks[i].running()) {
        tellToStop(kind, i, attempt, reason, commands);
      }
    }
  }

  private void abort(List<Command> commands) {
    state = JobState.ABORTING;
    commands.add(new Command.AbortJob(killed));
  }

  /**
   * Ends the job without further commands, because an event could not be handled. The caller has
   * ended the tasks that still ran.
   */
  public void breakDown(JobState end, String why) {
    if (!state.isFinal()) {
      state = end;
      reason = end == JobState.SUCCEEDED ? "" : why;
    }
  }

  private void end(JobState end, List<Command> commands) {
    if (state.isFinal()) {
      return;
    }
    state = end;
    if (end == JobState.SUCCEEDED) {
      reason = ""; // a kill came too late
    }
    commands.add(new Command.End(end));
  }
}
