// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.coordinator.AttemptRef.Kind;

/**
 * Decides which attempts of a job run, which tasks are retried, when reduces begin, and whether the
 * job's output is committed or removed, as a YARN cluster does. Deterministic; see the package
 * description. Not thread-safe.
 *
 * <p>Invariants: at most one attempt of a task runs; the job's output is committed only when every
 * task has succeeded, or has failed for good within the tolerated share; an abort begins only when
 * no attempt runs; no command follows {@link Command.End}.
 */
public final class JobCoordinator {
  private final JobPlan plan;
  private final TaskState[] maps;
  private final TaskState[] reduces;
  private JobState state = JobState.NEW;
  private boolean killed;
  private String reason = "";
  private int runningAttempts;
  private int mapsDone;
  private int reducesDone;
  private int failedMaps;
  private int failedReduces;

  public JobCoordinator(JobPlan plan) {
    this.plan = plan;
    this.maps = tasks(plan.maps());
    this.reduces = tasks(plan.reduces());
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

  /** Returns whether a running attempt that was told to stop will count as failed. */
  public boolean endsAsFailure(AttemptRef attempt) {
    TaskState task = running(attempt);
    return task != null && task.ending() == TaskState.Ending.AS_FAILED;
  }

  /** Returns why a running attempt was told to stop; empty if it was not. */
  public String endReason(AttemptRef attempt) {
    TaskState task = running(attempt);
    return task == null ? "" : task.endReason();
  }

  /**
   * Handles an event and returns the commands that follow from it, to be carried out in order.
   * Events of attempts that do not run are ignored.
   */
  public List<Command> handle(Event event) {
    List<Command> commands = new ArrayList<>();
    if (event instanceof Event.Submitted) {
      submitted(commands);
    } else if (event instanceof Event.SetUp) {
      setUp(commands);
    } else if (event instanceof Event.AttemptSucceeded e) {
      succeeded(e.attempt(), commands);
    } else if (event instanceof Event.AttemptFailed e) {
      failed(e.attempt(), e.reason(), commands);
    } else if (event instanceof Event.AttemptStopped e) {
      stopped(e.attempt(), commands);
    } else if (event instanceof Event.EndAttempt e) {
      endAttempt(e, commands);
    } else if (event instanceof Event.KillJob e) {
      stop(true, e.reason(), commands);
    } else if (event instanceof Event.JobFailed e) {
      jobFailed(e.reason(), commands);
    } else if (event instanceof Event.Committed) {
      end(JobState.SUCCEEDED, commands);
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

  private void setUp(List<Command> commands) {
    if (state == JobState.STOPPING) {
      abortWhenIdle(commands);
      return;
    }
    if (state != JobState.SETTING_UP) {
      return;
    }
    state = JobState.RUNNING;
    if (maps.length > 0) {
      launchAll(Kind.MAP, commands);
    } else {
      mapsFinished(commands);
    }
  }

  private void launchAll(Kind kind, List<Command> commands) {
    for (int task = 0; task < of(kind).length; task++) {
      launch(kind, task, commands);
    }
  }

  private void launch(Kind kind, int task, List<Command> commands) {
    runningAttempts++;
    commands.add(new Command.Launch(new AttemptRef(kind, task, of(kind)[task].launch())));
  }

  private TaskState[] of(Kind kind) {
    return kind == Kind.MAP ? maps : reduces;
  }

  /** Returns the attempt's task; null if the attempt is not running. */
  private TaskState running(AttemptRef attempt) {
    TaskState task = of(attempt.kind())[attempt.task()];
    return task.isRunning(attempt.attempt()) ? task : null;
  }

  private void succeeded(AttemptRef attempt, List<Command> commands) {
    TaskState task = running(attempt);
    if (task == null) {
      return;
    }
    runningAttempts--;
    task.succeeded();
    taskDone(attempt.kind(), commands);
  }

  private void taskDone(Kind kind, List<Command> commands) {
    if (kind == Kind.MAP) {
      mapsDone++;
    } else {
      reducesDone++;
    }
    if (state == JobState.STOPPING) {
      abortWhenIdle(commands);
    } else if (kind == Kind.MAP && mapsDone == maps.length) {
      mapsFinished(commands);
    } else if (kind == Kind.REDUCE && reducesDone == reduces.length) {
      commit(commands);
    }
  }

  private void mapsFinished(List<Command> commands) {
    if (reduces.length > 0) {
      launchAll(Kind.REDUCE, commands);
    } else {
      commit(commands);
    }
  }

  private void commit(List<Command> commands) {
    state = JobState.COMMITTING;
    commands.add(new Command.CommitJob());
  }

  private void failed(AttemptRef attempt, String why, List<Command> commands) {
    TaskState task = running(attempt);
    if (task == null) {
      return;
    }
    runningAttempts--;
    int failures = task.failed();
    if (state == JobState.STOPPING) {
      abortWhenIdle(commands);
      return;
    }
    boolean map = attempt.kind() == Kind.MAP;
    int allowed = map ? plan.maxMapAttempts() : plan.maxReduceAttempts();
    if (failures < allowed) {
      launch(attempt.kind(), attempt.task(), commands);
      return;
    }
    task.failForGood();
    int failedTasks = map ? ++failedMaps : ++failedReduces;
    int percent = map ? plan.mapFailuresPercent() : plan.reduceFailuresPercent();
    if ((long) failedTasks * 100 > (long) percent * of(attempt.kind()).length) {
      String name = (map ? "map " : "reduce ") + attempt.task();
      stop(
          false,
          name + " failed " + failures + (failures == 1 ? " time" : " times") + ": " + why,
          commands);
    } else {
      taskDone(attempt.kind(), commands);
    }
  }

  private void stopped(AttemptRef attempt, List<Command> commands) {
    TaskState task = running(attempt);
    if (task == null) {
      return;
    }
    if (task.ending() == TaskState.Ending.AS_FAILED) {
      failed(attempt, task.endReason(), commands);
      return;
    }
    runningAttempts--;
    task.stopped();
    if (state == JobState.STOPPING) {
      abortWhenIdle(commands);
    } else {
      launch(attempt.kind(), attempt.task(), commands);
    }
  }

  private void endAttempt(Event.EndAttempt event, List<Command> commands) {
    TaskState task = running(event.attempt());
    if (task == null || state != JobState.RUNNING) {
      return;
    }
    task.end(
        event.asFailed() ? TaskState.Ending.AS_FAILED : TaskState.Ending.AS_KILLED, event.reason());
    commands.add(new Command.Stop(event.attempt()));
  }

  private void jobFailed(String why, List<Command> commands) {
    if (state == JobState.COMMITTING) {
      reason = killed ? reason : why;
      abort(commands);
    } else if (state == JobState.SETTING_UP) {
      reason = why;
      abort(commands);
    } else if (state == JobState.STOPPING) {
      abortWhenIdle(commands);
    } else {
      stop(false, why, commands);
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
      abortWhenIdle(commands);
    }
  }

  private void stopAll(Kind kind, List<Command> commands) {
    TaskState[] tasks = of(kind);
    for (int i = 0; i < tasks.length; i++) {
      if (tasks[i].isRunning()) {
        tasks[i].end(TaskState.Ending.AS_KILLED, reason);
        commands.add(new Command.Stop(new AttemptRef(kind, i, tasks[i].latest())));
      }
    }
  }

  private void abortWhenIdle(List<Command> commands) {
    if (runningAttempts == 0) {
      abort(commands);
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
