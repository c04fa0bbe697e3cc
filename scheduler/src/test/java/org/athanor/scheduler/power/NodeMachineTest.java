// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.clusters.PowerDown.Hook;
import org.junit.jupiter.api.Test;

class NodeMachineTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant SOON = NOW.plusSeconds(1);

  private final NodeMachine machine =
      new NodeMachine(
          new PowerDown.Times(
              Duration.ofHours(1),
              Duration.ofMinutes(10),
              Duration.ofMinutes(2),
              Duration.ofHours(24)),
          Duration.ofMinutes(30));

  private NodeState off() {
    NodeState state = NodeState.on(NOW);
    for (Event event :
        List.of(
            new Event.Sleep("idle"),
            new Event.Answered(1, Optional.empty()),
            new Event.HookEnded(2, Optional.empty()),
            seen(NodeHealth.Storage.IN_SERVICE, NOW),
            new Event.HookEnded(3, Optional.empty()),
            seen(NodeHealth.Storage.IN_MAINTENANCE, NOW),
            new Event.Answered(4, Optional.empty()),
            new Event.HookEnded(5, Optional.empty()))) {
      state = machine.step(state, event, NOW).state();
    }
    assertThat(state.phase()).isEqualTo(Phase.OFF);
    return state;
  }

  private static Event seen(NodeHealth.Storage storage, Instant heard) {
    return new Event.Seen(new NodeHealth(storage, true, heard, NodeHealth.Compute.OUT, 0));
  }

  @Test
  void aNodeHasBootedBeforeItsMaintenanceEnds() {
    Instant boots = NOW.plus(Duration.ofHours(24)).minus(Duration.ofMinutes(17));
    assertThat(off().next()).contains(boots);
    Step early = machine.step(off(), new Event.Tick(), boots.minusSeconds(1));
    assertThat(early).isEqualTo(new Step(off(), List.of()));
    Step step = machine.step(off(), new Event.Tick(), boots);
    assertThat(step.state().phase()).isEqualTo(Phase.BOOT);
    assertThat(step.state().reason()).isEqualTo("its maintenance in HDFS ends soon");
    assertThat(step.commands())
        .containsExactly(
            new Command.RunHook(Hook.ON, 6, Optional.of(NOW.plus(Duration.ofHours(24))), 6));
  }

  @Test
  void aNodeThatHdfsMissesOrHearsOfIsSwitchedOn() {
    Step missed = machine.step(off(), seen(NodeHealth.Storage.IN_SERVICE, NOW), SOON);
    assertThat(missed.state().reason()).isEqualTo("HDFS has taken it out of maintenance");
    Instant heard = NOW.plusSeconds(121);
    Step alive = machine.step(off(), seen(NodeHealth.Storage.IN_MAINTENANCE, heard), heard);
    assertThat(alive.state().reason()).isEqualTo("it is on, though it was switched off");
    assertThat(alive.state().phase()).isEqualTo(Phase.BOOT);
  }

  @Test
  void aNodeThatDoesNotComeBackIsSwitchedOnAgainLessAndLessOften() {
    NodeState state = machine.step(off(), new Event.Wake("work"), SOON).state();
    Instant now = SOON;
    long pause = 30;
    for (int i = 0; i < 12; i++) {
      Step failed =
          machine.step(state, new Event.HookEnded(state.serial(), Optional.of("no")), now);
      assertThat(failed.commands()).singleElement().isInstanceOf(Command.Notify.class);
      assertThat(failed.state().next()).contains(now.plusSeconds(pause));
      now = failed.state().next().get();
      state = machine.step(failed.state(), new Event.Tick(), now).state();
      assertThat(state.phase()).isEqualTo(Phase.BOOT);
      pause = Math.min(3600, 2 * pause);
    }
  }

  @Test
  void aNodeThatSomebodyElseTakesOutOfServiceIsLeftToThem() {
    NodeState check = machine.step(NodeState.on(NOW), new Event.Sleep("idle"), NOW).state();
    Step stays = machine.step(check, seen(NodeHealth.Storage.IN_MAINTENANCE, NOW), NOW);
    assertThat(stays.state().phase()).isEqualTo(Phase.ON);
    assertThat(stays.commands()).isEmpty();

    NodeState drain = machine.step(check, new Event.Answered(1, Optional.empty()), NOW).state();
    assertThat(machine.step(drain, seen(NodeHealth.Storage.DECOMMISSION, NOW), NOW).state())
        .as("while drain runs")
        .isEqualTo(drain);
    drain = machine.step(drain, new Event.HookEnded(2, Optional.empty()), NOW).state();
    assertLeft(machine.step(drain, seen(NodeHealth.Storage.ENTERING_MAINTENANCE, NOW), NOW));

    NodeState boot = machine.step(off(), seen(NodeHealth.Storage.DECOMMISSION, NOW), SOON).state();
    assertThat(boot.phase()).isEqualTo(Phase.BOOT);
    boot = machine.step(boot, new Event.HookEnded(6, Optional.empty()), SOON).state();
    assertThat(machine.step(boot, seen(NodeHealth.Storage.DECOMMISSION, NOW), SOON).state())
        .as("before it is heard of")
        .isEqualTo(boot);
    Instant heard = SOON.plusSeconds(1);
    assertLeft(machine.step(boot, seen(NodeHealth.Storage.DECOMMISSION, heard), heard));
  }

  private static void assertLeft(Step step) {
    assertThat(step.state().phase()).isEqualTo(Phase.ON);
    assertThat(step.commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Command.Notify.class,
            notice -> assertThat(notice.text()).startsWith("is left alone: somebody has "));
  }
}
