// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePlan;
import org.athanor.tiering.plan.TierChange;
import tools.jackson.databind.json.JsonMapper;

/**
 * A plan as one page that needs no other file and no network: curves, the hottest files, what would
 * move and why. It has the members of {@link PlanJson}, of the actions only those that move most.
 */
public final class PlanPage {
  /** So many actions are shown; the file of the plan has all. */
  static final int MOST_ACTIONS = 500;

  private static final JsonMapper JSON = new JsonMapper();

  private PlanPage() {}

  /** Writes the page. */
  public static String of(StoragePlan plan) {
    Map<String, Object> model = PlanJson.model(plan);
    List<PlanAction> actions = new ArrayList<>(plan.actions());
    actions.sort(
        Comparator.comparingLong(PlanAction::movedBytes)
            .thenComparingLong(PlanAction::bytes)
            .reversed()
            .thenComparing(PlanAction::path));
    model.put("actions", actions.stream().limit(MOST_ACTIONS).map(PlanJson::action).toList());
    plan.tier()
        .ifPresent(
            tier ->
                model.put(
                    "tier",
                    PlanJson.tier(
                        tier,
                        tier.changes().stream()
                            .sorted(
                                Comparator.comparingLong(TierChange::movedBytes)
                                    .reversed()
                                    .thenComparing(TierChange::path))
                            .limit(MOST_ACTIONS)
                            .toList())));
    // No text in the data can end the element that it is in.
    String data = JSON.writeValueAsString(model).replace("<", "\\u003c");
    return resource("plan.html")
        .replace("/*STYLE*/", resource("plan.css"))
        .replace("/*SCRIPT*/", resource("plan.js"))
        .replace("/*DATA*/", data);
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(PlanPage.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("resource " + name + " of this jar cannot be read", e);
    }
  }
}
