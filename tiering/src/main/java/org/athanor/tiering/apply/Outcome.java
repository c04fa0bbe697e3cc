// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.util.Objects;
import org.athanor.tiering.plan.PlanAction;

/**
 * What became of an action.
 *
 * @param action of the plan
 * @param status in one word
 * @param detail one line; empty if there is nothing to say
 */
public record Outcome(PlanAction action, Status status, String detail) {

  /** Whether the file is as the plan wants it, and why not. */
  public enum Status {
    /** It is, and was made so now. */
    DONE,
    /** It was already. */
    WAS_DONE,
    /** The file is not as it was when the plan was made; it was left alone. */
    CHANGED,
    /** It is of a kind that is not touched, or somebody else has decided about it. */
    LEFT_ALONE,
    /** HDFS was asked, and makes or deletes replicas by itself; nobody has verified it. */
    ASKED,
    /** The devices have no room for its replicas; it was left alone. */
    NO_ROOM,
    /** Policy and number of replicas are set, but not all replicas are where they should be. */
    INCOMPLETE,
    /** HDFS refused something. */
    FAILED,
    /** It was not come to. */
    NOT_TRIED
  }

  /** Checks that nothing is null. */
  public Outcome {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(detail, "detail");
  }
}
