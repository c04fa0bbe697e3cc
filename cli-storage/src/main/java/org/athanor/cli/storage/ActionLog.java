// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.PlanAction;

/** Keeps what has become of each file so far, for a command that ends in the middle. */
final class ActionLog implements PlanExecution.Listener {
  private final PlanExecution.Listener next;
  private final List<PlanAction> all = new ArrayList<>();
  private final Set<PlanAction> changing = new HashSet<>();
  private final Map<PlanAction, Outcome> ended = new LinkedHashMap<>();

  /** Tells another one, too. */
  ActionLog(PlanExecution.Listener next) {
    this.next = next;
  }

  @Override
  public void begun(List<PlanAction> actions) {
    all.addAll(actions);
    next.begun(actions);
  }

  @Override
  public void changing(PlanAction action) {
    changing.add(action);
    next.changing(action);
  }

  @Override
  public void ended(Outcome outcome) {
    ended.put(outcome.action(), outcome);
    next.ended(outcome);
  }

  @Override
  public void moving(int files, long bytes) {
    next.moving(files, bytes);
  }

  /** Whether something may have been changed. */
  boolean isChanging() {
    return !changing.isEmpty();
  }

  /** One outcome for each file, if nothing is done any more. */
  List<Outcome> soFar() {
    Map<PlanAction, Outcome> outcomes = new LinkedHashMap<>(ended);
    for (PlanAction action : all) {
      outcomes.computeIfAbsent(
          action,
          open ->
              changing.contains(open)
                  ? new Outcome(open, Status.INCOMPLETE, "was begun" + asked(open))
                  : new Outcome(open, Status.NOT_TRIED, ""));
    }
    return List.copyOf(outcomes.values());
  }

  private static String asked(PlanAction action) {
    List<String> asked = new ArrayList<>();
    if (action.fromPolicy() != action.toPolicy()) {
      asked.add("storage policy " + action.toPolicy());
    }
    if (action.fromReplicas() != action.toReplicas()) {
      asked.add(action.toReplicas() + " replicas");
    }
    return asked.isEmpty()
        ? ", not verified"
        : ": " + String.join(" and ", asked) + " may be set, its replicas are not verified";
  }
}
