// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    boolean succeeded;
    boolean givenUp;

    boolean isDone() {
      return succeeded || givenUp;
    }
  }

  private final JobPlan plan;
  private final JobCoordinator coordinator;
  private final Map<Kind, List<Task>> tasks = new HashMap<>();
  private final Set<AttemptRef> running = new LinkedHashSet<>();
  private final Map<AttemptRef, Boolean> toldToStop =
      new HashMap<>(); // to whether they count as failed
  private final List<String> history = new ArrayList<>();
  private Committing committing = Committing.NOTHING;
  private boolean submitted;
  private boolean killRequested;
  private boolean killRequestedInCommit;
  private boolean mustFail;
  private boolean committed;
  private boolean abortedAsKilled;
  private JobState end;

  JobModel(JobPlan plan) {
    this.plan = plan;
    this.coordinator = new JobCoordinator(plan);
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

  /** Sends the coordinator an event and checks its commands. */
  List<Command> happens(Event event) {
    history.add(event.toString());
    before(event);
    List<Command> commands = coordinator.handle(event);
    for (Command command : commands) {
      history.add("    -> " + command);
      carryOut(command);
    }
    checkThatSomethingWillHappen();
    return commands;
  }

  private void before(Event event) {
    if (event instanceof Event.Submitted) {
      submitted = true;
    } else if (event instanceof Event.SetUp) {
      committing = Committing.NOTHING;
    } else if (event instanceof Event.AttemptSucceeded e) {
      if (running.remove(e.attempt())) {
        toldToStop.remove(e.attempt());
        task(e.attempt()).succeeded = true;
      }
    } else if (event instanceof Event.AttemptFailed e) {
      if (running.remove(e.attempt())) {
        toldToStop.remove(e.attempt());
        countFailure(e.attempt());
      }
    } else if (event instanceof Event.AttemptStopped e) {
      if (running.remove(e.attempt()) && Boolean.TRUE.equals(toldToStop.remove(e.attempt()))) {
        countFailure(e.attempt());
      }
    } else if (event instanceof Event.KillJob) {
      killRequested |= committing != Committing.COMMITTING && !mustFail;
      killRequestedInCommit |= committing == Committing.COMMITTING;
    } else if (event instanceof Event.JobFailed) {
      killRequested |= committing == Committing.COMMITTING && killRequestedInCommit;
      if (committing == Committing.SETTING_UP || committing == Committing.COMMITTING) {
        committing = Committing.NOTHING;
      }
      mustFail |= !killRequested;
    } else if (event instanceof Event.Committed) {
      committing = Committing.NOTHING;
      committed = true;
    } else if (event instanceof Event.Aborted) {
      committing = Committing.NOTHING;
    }
  }

  private Task task(AttemptRef attempt) {
    return tasks.get(attempt.kind()).get(attempt.task());
  }

  private void countFailure(AttemptRef attempt) {
    Task task = task(attempt);
    task.failures++;
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
      launch(e.attempt());
    } else if (command instanceof Command.Stop e) {
      assertThat(running).as("only what runs is stopped: %s", this).contains(e.attempt());
      toldToStop.put(e.attempt(), coordinator.endsAsFailure(e.attempt()));
    } else if (command instanceof Command.CommitJob) {
      assertThat(stops()).as("a job that fails is not committed: %s", this).isFalse();
      assertThat(allDone(Kind.MAP) && allDone(Kind.REDUCE))
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

  private void begin(Committing what) {
    assertThat(committing)
        .as("the committer does one thing at a time: %s", this)
        .isEqualTo(Committing.NOTHING);
    committing = what;
  }

  private void launch(AttemptRef attempt) {
    Task task = task(attempt);
    assertThat(stops()).as("a job that stops launches nothing: %s", this).isFalse();
    assertThat(committing)
        .as("nothing is launched while the committer is busy: %s", this)
        .isEqualTo(Committing.NOTHING);
    assertThat(running)
        .as("one attempt of a task at a time: %s", this)
        .noneMatch(r -> r.kind() == attempt.kind() && r.task() == attempt.task());
    assertThat(task.isDone()).as("a task that is done does not run again: %s", this).isFalse();
    assertThat(attempt.attempt()).as("attempts count up: %s", this).isEqualTo(task.launched);
    if (attempt.kind() == Kind.REDUCE) {
      assertThat(allDone(Kind.MAP)).as("maps come before reduces: %s", this).isTrue();
    }
    task.launched++;
    running.add(attempt);
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
    assertThat(!running.isEmpty() || committing != Committing.NOTHING)
        .as("a job that has not ended waits for something: %s", this)
        .isTrue();
    if (stops()) {
      assertThat(toldToStop.keySet())
          .as("a job that stops has told all its attempts: %s", this)
          .containsAll(running);
    }
  }
}
