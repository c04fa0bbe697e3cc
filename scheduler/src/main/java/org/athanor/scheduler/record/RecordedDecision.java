// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.time.Instant;
import java.util.Optional;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.policy.Decision;

/**
 * What is to be done with a job.
 *
 * @param cluster of a start or a copy
 * @param access of a start
 * @param until of a wait
 * @param reason for users; two decisions with different ones may do the same
 */
public record RecordedDecision(
    String job,
    Action action,
    Optional<String> cluster,
    Optional<Access> access,
    Optional<Instant> until,
    String reason) {

  /** The kinds of decisions. */
  public enum Action {
    /** See {@link Decision.Start}. */
    START,
    /** See {@link Decision.Stage}. */
    STAGE,
    /** See {@link Decision.Wait}. */
    WAIT,
    /** See {@link Decision.Defer}. */
    DEFER
  }

  /** Checks that it has what its action needs, and no more. */
  public RecordedDecision {
    boolean placed = action == Action.START || action == Action.STAGE;
    if (placed != cluster.isPresent()
        || (action == Action.START) != access.isPresent()
        || (action == Action.WAIT) != until.isPresent()) {
      throw new IllegalArgumentException(
          "decision about "
              + job
              + ": a start must have cluster and access, a stage cluster, a wait until, and none"
              + " more");
    }
  }

  /** What a policy has decided. */
  public static RecordedDecision of(Decision decision) {
    String job = decision.job();
    String reason = decision.reason();
    if (decision instanceof Decision.Start it) {
      return new RecordedDecision(
          job,
          Action.START,
          Optional.of(it.cluster()),
          Optional.of(it.access()),
          Optional.empty(),
          reason);
    }
    if (decision instanceof Decision.Stage it) {
      return new RecordedDecision(
          job, Action.STAGE, Optional.of(it.cluster()), Optional.empty(), Optional.empty(), reason);
    }
    Optional<Instant> until =
        decision instanceof Decision.Wait it ? Optional.of(it.until()) : Optional.empty();
    return new RecordedDecision(
        job,
        until.isPresent() ? Action.WAIT : Action.DEFER,
        Optional.empty(),
        Optional.empty(),
        until,
        reason);
  }

  /** Whether the same is done. */
  public boolean doesTheSame(RecordedDecision other) {
    return job.equals(other.job)
        && action == other.action
        && cluster.equals(other.cluster)
        && access.equals(other.access)
        && until.equals(other.until);
  }

  /** What is done, for users. */
  public String text() {
    return switch (action) {
      case START ->
          switch (access.orElseThrow()) {
            case LOCAL -> "start on " + cluster.orElseThrow();
            case STAGE -> "copy its input to " + cluster.orElseThrow() + ", then start";
            case REMOTE_READ ->
                "start on " + cluster.orElseThrow() + ", reading its input from elsewhere";
          };
      case STAGE -> "copy its input to " + cluster.orElseThrow() + " ahead";
      case WAIT -> "wait until " + until.orElseThrow();
      case DEFER -> "wait";
    };
  }
}
