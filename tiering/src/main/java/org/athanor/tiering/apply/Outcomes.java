// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.plan.PlanAction;

/** What has become of the actions of a plan so far; tells it to a listener. Not thread-safe. */
final class Outcomes {
  private final PlanExecution.Listener listener;
  private final Map<PlanAction, Outcome> ended = new HashMap<>();
  private final Map<PlanAction, String> incomplete = new HashMap<>();

  Outcomes(PlanExecution.Listener listener) {
    this.listener = listener;
  }

  /** Finds out why nothing is to be done for a file. */
  @FunctionalInterface
  interface Obstacle {
    /** The outcome if nothing is done; null if something is to be done. */
    Outcome of(PlanAction action) throws IOException;
  }

  /**
   * What would become of actions: those that would be tried are {@link Status#NOT_TRIED}.
   *
   * @return one outcome for each action, in their order
   */
  List<Outcome> look(List<PlanAction> actions, Obstacle obstacle) throws IOException {
    for (PlanAction action : actions) {
      Outcome outcome = obstacle.of(action);
      end(outcome == null ? new Outcome(action, Status.NOT_TRIED, "would be done") : outcome);
    }
    return inOrder(actions, "");
  }

  void end(PlanAction action, Status status, String detail) {
    end(new Outcome(action, status, detail));
  }

  void end(Outcome outcome) {
    ended.put(outcome.action(), outcome);
    listener.ended(outcome);
  }

  /** Keeps what was missing when a file was looked at last, in words. */
  void isMissing(PlanAction action, String what) {
    incomplete.put(action, what);
  }

  /** What was missing when a file was looked at last. */
  String missing(PlanAction action) {
    return incomplete.get(action);
  }

  /**
   * One outcome for each action, in their order.
   *
   * @param stopped why those were not tried that have not ended
   */
  List<Outcome> inOrder(List<PlanAction> actions, String stopped) {
    List<Outcome> all = new ArrayList<>(actions.size());
    for (PlanAction action : actions) {
      Outcome outcome = ended.get(action);
      all.add(outcome == null ? new Outcome(action, Status.NOT_TRIED, stopped) : outcome);
    }
    return all;
  }
}
