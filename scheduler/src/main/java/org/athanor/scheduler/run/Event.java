// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.policy.Access;

/** What happened to a run. Those of an attempt that is over are ignored. */
public sealed interface Event {

  /** What happened to an attempt. */
  sealed interface OfAttempt extends Event {
    /** Name of the job. */
    String job();

    /** Number of the attempt. */
    int attempt();
  }

  /** A policy chose a cluster for a job that is ready, and how it gets its input. */
  record Placed(String job, String cluster, Access access, String reason) implements Event {}

  /** A policy wants the input of a job that is ready to be copied to a cluster's region. */
  record CopyAsked(String job, String cluster) implements Event {}

  /**
   * A copy of a job's input ended.
   *
   * @param failure why the region does not hold the input; empty if it does
   */
  record Staged(String job, String cluster, String failure) implements Event {}

  /** Outputs are out of the way. */
  record Prepared(String job, int attempt, JobState.Input input) implements OfAttempt {}

  /**
   * Outputs could not be checked or removed.
   *
   * @param permanent whether another attempt would fail, too
   */
  record PrepareFailed(String job, int attempt, String reason, boolean permanent)
      implements OfAttempt {}

  /** The wrapper of the driver exists, and waits. */
  record Spawned(String job, int attempt, ProcessId process) implements OfAttempt {}

  /** There is no wrapper, and will be none. */
  record SpawnFailed(String job, int attempt, String reason) implements OfAttempt {}

  /** The wrapper ended without starting the driver. */
  record NeverStarted(String job, int attempt) implements OfAttempt {}

  /** The driver, and all that it had started on this machine, ended. */
  record Exited(String job, int attempt, int code) implements OfAttempt {}

  /** There is neither a process nor an exit code. */
  record Vanished(String job, int attempt) implements OfAttempt {}

  /**
   * The ResourceManager's answer.
   *
   * @param found applications with the attempt's tag, in the order of their start
   * @param missing declared outputs that do not exist
   * @param complete whether there are declared outputs, and each has the mark that Hadoop's
   *     committers make last: they were not there before the attempt, so it has written them
   * @param span from when the first application was submitted to when the last one ended; empty if
   *     that is not known
   */
  record Applications(
      String job,
      int attempt,
      List<Application> found,
      List<String> missing,
      boolean complete,
      Optional<Duration> span)
      implements OfAttempt {}

  /** The ResourceManager did not answer. */
  record Unanswered(String job, int attempt, String reason) implements OfAttempt {}

  /** Time passed. */
  record Tick() implements Event {}

  /** A user wants the run to end. */
  record KillAsked(String reason) implements Event {}

  /**
   * A user wants to go on after a failure.
   *
   * @param spec with the same id, from the files as they are now
   * @param inputs of jobs that succeeded, as they are now
   */
  record RetryAsked(RunSpec spec, Map<String, JobState.Input> inputs) implements Event {}

  /** The scheduler was started again, and knows no processes. */
  record Restarted() implements Event {}

  /**
   * An application of YARN.
   *
   * @param id of YARN
   * @param state as far as it matters here
   * @param diagnostics of YARN, may be empty
   */
  record Application(String id, State state, String diagnostics) {
    /** How an application is. */
    public enum State {
      /** It has not ended. */
      LIVE,
      /** It ended well. */
      SUCCEEDED,
      /** It ended otherwise. */
      FAILED
    }
  }
}
