// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.Test;

class PowerPlannerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Resources NODE = new Resources(4, 1 << 30, 0, 0);

  private final PowerPlanner planner =
      new PowerPlanner(
          new PowerDown(
              List.of("a", "b", "c"),
              Map.of(),
              new PowerDown.Limits(1, 0, 1, 0),
              new PowerDown.Times(
                  Duration.ofHours(1),
                  Duration.ofMinutes(10),
                  Duration.ofMinutes(2),
                  Duration.ofDays(7))),
          new Power(100, 200));

  private final Map<String, NodeState> nodes = new LinkedHashMap<>();

  private static NodeState in(Phase phase) {
    return NodeState.on(NOW).to(phase, NOW, "", Optional.empty());
  }

  /** Of two nodes that are always on, and those of the file. */
  private Look look(Resources used, Resources pending) {
    Map<String, NodeHealth> health = new HashMap<>();
    int working = 2;
    for (Map.Entry<String, NodeState> node : nodes.entrySet()) {
      boolean works = node.getValue().phase().works();
      working += works ? 1 : 0;
      health.put(
          node.getKey(),
          new NodeHealth(
              works ? NodeHealth.Storage.IN_SERVICE : NodeHealth.Storage.IN_MAINTENANCE,
              works,
              NOW,
              works ? NodeHealth.Compute.RUNNING : NodeHealth.Compute.OUT,
              0));
    }
    return new Look(health, working, NODE, used, pending, 0, false);
  }

  private List<Want> plan(Resources used, Resources pending, Instant now) {
    return planner.plan(nodes, look(used, pending), Demand.NONE, now);
  }

  @Test
  void wakesANodeForWhatWaitsThoughEnoughIsFreeInPieces() {
    nodes.put("a", in(Phase.OFF));
    nodes.put("b", in(Phase.OFF));
    Resources container = NODE.times(0.75);
    assertThat(plan(NODE, container, NOW)).as("it may be given room").isEmpty();
    assertThat(plan(NODE, container, NOW.plusSeconds(10)))
        .containsExactly(new Want("a", new Event.Wake("3 nodes are needed", false)));
    nodes.put("a", in(Phase.BOOT));
    assertThat(plan(NODE, container, NOW.plusSeconds(20))).as("one comes").isEmpty();
    assertThat(plan(NODE, container, NOW.plusSeconds(30))).isEmpty();
  }

  @Test
  void switchesNothingOffWhileAnythingWaits() {
    nodes.put("a", in(Phase.ON));
    nodes.put("b", in(Phase.OFF));
    assertThat(plan(Resources.NONE, Resources.NONE, NOW)).isEmpty();
    Instant late = NOW.plus(Duration.ofHours(5));
    Resources container = NODE.times(0.1);
    assertThat(plan(Resources.NONE, container, late)).isEmpty();
    assertThat(plan(Resources.NONE, Resources.NONE, late))
        .singleElement()
        .satisfies(want -> assertThat(want.event()).isInstanceOf(Event.Sleep.class));
  }

  @Test
  void aNodeThatIsWantedWhileItIsSwitchedOffIsComing() {
    nodes.put("a", in(Phase.SWITCHING_OFF).wanted("work"));
    nodes.put("b", in(Phase.OFF));
    Resources three = NODE.times(3);
    assertThat(plan(three, Resources.NONE, NOW)).isEmpty();
    assertThat(plan(NODE.times(4), Resources.NONE, NOW))
        .containsExactly(new Want("b", new Event.Wake("4 nodes are needed", false)));
  }

  @Test
  void wakesAllWhenHdfsHasTooFewReplicas() {
    nodes.put("a", in(Phase.ENTERING_MAINTENANCE));
    nodes.put("b", in(Phase.DRAINED));
    nodes.put("c", in(Phase.OFF));
    Look lost = new Look(Map.of(), 2, NODE, Resources.NONE, Resources.NONE, 0, true);
    assertThat(planner.plan(nodes, lost, Demand.NONE, NOW))
        .hasSize(3)
        .allSatisfy(
            want ->
                assertThat(want.event())
                    .isInstanceOfSatisfying(
                        Event.Wake.class, wake -> assertThat(wake.risk()).isTrue()));
  }
}
