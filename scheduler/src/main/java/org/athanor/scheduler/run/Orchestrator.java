// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.policy.Access;

/**
 * Decides what happens next in a run. A function of state, event and time: it reads no clock, does
 * no I/O, and has no chance.
 *
 * <p>Invariant: a job has no new attempt before the earlier one is known to be over, that is, its
 * process is gone, and on YARN, its ResourceManager has said that no application of it lives.
 */
public final class Orchestrator {
  private Orchestrator() {}

  /** Begins a run. */
  public static Step submit(RunSpec spec, Instant now) {
    Map<String, JobState> jobs = new LinkedHashMap<>();
    spec.jobs().forEach(job -> jobs.put(job.name(), JobState.waiting(now)));
    RunState state = new RunState(spec, jobs, false, false, Optional.empty());
    return new Transition(state, now, cluster -> false).finish();
  }

  /**
   * The next state, and what to do then.
   *
   * @param clusters says on which clusters YARN runs the jobs
   */
  public static Step step(RunState state, Event event, Instant now, Clusters clusters) {
    Transition transition = new Transition(state, now, clusters);
    if (event instanceof Event.OfAttempt some) {
      transition.ofAttempt(some);
    } else if (event instanceof Event.Placed placed) {
      transition.place(placed);
    } else if (event instanceof Event.CopyAsked asked) {
      transition.copyAhead(asked);
    } else if (event instanceof Event.Staged staged) {
      transition.staged(staged);
    } else if (event instanceof Event.Tick) {
      transition.tick();
    } else if (event instanceof Event.KillAsked kill) {
      transition.kill(kill.reason());
    } else if (event instanceof Event.RetryAsked retry) {
      return retry(state, retry, now);
    } else if (event instanceof Event.Restarted) {
      transition.restart();
    }
    return transition.finish();
  }

  /** What is to be known about clusters. */
  @FunctionalInterface
  public interface Clusters {
    /** Whether a cluster has a ResourceManager. */
    boolean isYarn(String cluster);
  }

  /**
   * A run that has ended goes on: jobs that succeeded stay, unless their definition or input has
   * changed, or a job before them runs again. A run that has not ended stays as it is.
   */
  private static Step retry(RunState state, Event.RetryAsked retry, Instant now) {
    if (state.ended().isEmpty()) {
      return new Transition(state, now, cluster -> false).finish();
    }
    Map<String, JobSpec> old = state.spec().byName();
    Map<String, JobState> jobs = new LinkedHashMap<>();
    for (JobSpec job : retry.spec().jobs()) {
      JobState was = state.jobs().get(job.name());
      boolean kept =
          was != null
              && was.phase() == Phase.SUCCEEDED
              && old.get(job.name()).definition().equals(job.definition())
              && sameInput(was, retry.inputs().get(job.name()))
              && job.after().stream()
                  .allMatch(before -> jobs.get(before).phase() == Phase.SUCCEEDED);
      if (kept) {
        jobs.put(job.name(), was);
      } else if (was == null) {
        jobs.put(job.name(), JobState.waiting(now));
      } else {
        boolean sameOutputs = old.get(job.name()).job().outputs().equals(job.job().outputs());
        jobs.put(
            job.name(),
            new JobState(
                Phase.WAITING,
                now,
                Optional.empty(),
                "",
                Attempt.next(was.attempt().number(), "", Access.LOCAL),
                0,
                was.owned() && sameOutputs,
                JobState.Input.UNKNOWN,
                Optional.empty(),
                was.late()));
      }
    }
    RunState again = new RunState(retry.spec(), jobs, false, state.late(), Optional.empty());
    return new Transition(again, now, cluster -> false).finish();
  }

  /** An input that is not known any more has not changed: it may be a file that was moved away. */
  private static boolean sameInput(JobState was, JobState.Input now) {
    return now == null || now.digest().equals(was.input().digest());
  }
}
