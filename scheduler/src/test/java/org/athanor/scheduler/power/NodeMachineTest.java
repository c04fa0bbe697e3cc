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
            new Event.HookEnded(2, Optional.empty(), false),
            seen(NodeHealth.Storage.IN_SERVICE, NOW),
            new Event.Answered(3, Optional.empty()),
            new Event.HookEnded(4, Optional.empty(), false),
            seen(NodeHealth.Storage.IN_MAINTENANCE, NOW),
            new Event.Answered(5, Optional.empty()),
            new Event.HookEnded(6, Optional.empty(), false))) {
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
            new Command.RunHook(Hook.ON, 7, Optional.of(NOW.plus(Duration.ofHours(24))), 7));
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
    NodeState state = machine.step(off(), new Event.Wake("work", false), SOON).state();
    Instant now = SOON;
    long pause = 30;
    for (int i = 0; i < 12; i++) {
      Step failed =
          machine.step(state, new Event.HookEnded(state.serial(), Optional.of("no"), false), now);
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
    drain = machine.step(drain, new Event.HookEnded(2, Optional.empty(), false), NOW).state();
    assertLeft(machine.step(drain, seen(NodeHealth.Storage.ENTERING_MAINTENANCE, NOW), NOW));

    NodeState boot = machine.step(off(), seen(NodeHealth.Storage.DECOMMISSION, NOW), SOON).state();
    assertThat(boot.phase()).isEqualTo(Phase.BOOT);
    boot = machine.step(boot, new Event.HookEnded(7, Optional.empty(), false), SOON).state();
    assertThat(machine.step(boot, seen(NodeHealth.Storage.DECOMMISSION, NOW), SOON).state())
        .as("before it is heard of")
        .isEqualTo(boot);
    Instant heard = NOW.plusSeconds(121);
    assertLeft(machine.step(boot, seen(NodeHealth.Storage.DECOMMISSION, heard), heard));
  }

  private NodeState after(NodeState state, Event event, Instant now) {
    return machine.step(state, event, now).state();
  }

  private NodeState drained() {
    NodeState state = after(NodeState.on(NOW), new Event.Sleep("idle"), NOW);
    state = after(state, new Event.Answered(1, Optional.empty()), NOW);
    state = after(state, new Event.HookEnded(2, Optional.empty(), false), NOW);
    return after(state, seen(NodeHealth.Storage.IN_SERVICE, NOW), NOW);
  }

  @Test
  void whetherFilesStayAvailableIsAskedAgainBeforeMaintenance() {
    assertThat(drained().phase()).isEqualTo(Phase.DRAINED);
    assertThat(drained().open()).isTrue();
    Step refused = machine.step(drained(), new Event.Answered(3, Optional.of("a file")), NOW);
    assertThat(refused.state().phase()).isEqualTo(Phase.RETURN);
    assertThat(refused.state().quiet()).isEqualTo(NOW.plus(NodeMachine.REFUSED));
    NodeState entering = after(drained(), new Event.Answered(3, Optional.empty()), NOW);
    assertThat(entering.phase()).isEqualTo(Phase.ENTERING_MAINTENANCE);
    assertThat(after(entering, new Event.Wake("work", false), NOW).quiet())
        .isEqualTo(Instant.EPOCH);
    assertThat(after(entering, new Event.Wake("replicas", true), NOW).quiet())
        .as("it may be why HDFS has too few")
        .isEqualTo(NOW.plus(NodeMachine.REFUSED));
  }

  @Test
  void aCommandThatCannotBeEndedIsEndedBeforeTheNext() {
    NodeState entering = after(drained(), new Event.Answered(3, Optional.empty()), NOW);
    Step stuck =
        machine.step(entering, new Event.HookEnded(4, Optional.of("cannot be ended"), true), NOW);
    assertThat(stuck.commands())
        .containsExactly(new Command.RunHook(Hook.RESTORE, 5, entering.until(), 4));
    Step again =
        machine.step(stuck.state(), new Event.HookEnded(5, Optional.of("still"), true), SOON);
    assertThat(again.state().open()).isTrue();
    Instant due = again.state().next().orElseThrow();
    assertThat(machine.step(again.state(), new Event.Tick(), due).commands())
        .containsExactly(new Command.RunHook(Hook.RESTORE, 6, entering.until(), 4));
  }

  /** Of a shutdown that takes long, during which the node is needed again. */
  @Test
  void aNodeThatGoesOffLateIsSwitchedOnAgain() {
    NodeState boot = after(off(), new Event.Wake("work", false), SOON);
    boot = after(boot, new Event.HookEnded(7, Optional.empty(), false), SOON);
    Instant heard = NOW.plusSeconds(110);
    assertThat(after(boot, seen(NodeHealth.Storage.IN_MAINTENANCE, heard), heard))
        .as("it may still go off")
        .isEqualTo(boot);
    Instant later = NOW.plusSeconds(130);
    NodeState on = after(boot, seen(NodeHealth.Storage.IN_MAINTENANCE, later), later);
    on = after(on, new Event.HookEnded(8, Optional.empty(), false), later);
    on = after(on, health(true, later, NodeHealth.Compute.RUNNING), later);
    assertThat(on.phase()).isEqualTo(Phase.ON);

    Event silent = health(false, later, NodeHealth.Compute.LOST);
    Instant early = later.plus(Duration.ofMinutes(10));
    assertThat(after(on, silent, early)).isEqualTo(on);
    NodeState again = after(on, silent, early.plusSeconds(1));
    assertThat(again.phase()).isEqualTo(Phase.BOOT);

    Instant worked = NOW.plus(Duration.ofHours(2));
    Event broken = health(false, worked, NodeHealth.Compute.LOST);
    assertThat(after(on, broken, worked.plus(Duration.ofDays(1))))
        .as("it has worked for long: somebody has taken it down")
        .isEqualTo(on);
    NodeState never = NodeState.on(NOW);
    assertThat(after(never, silent, early.plusSeconds(1))).isEqualTo(never);
  }

  private static Event health(boolean live, Instant heard, NodeHealth.Compute compute) {
    return new Event.Seen(new NodeHealth(NodeHealth.Storage.IN_SERVICE, live, heard, compute, 0));
  }

  @Test
  void saysThatTheNodeManagerDoesNotRun() {
    NodeState state = after(drained(), new Event.Wake("work", false), NOW);
    Instant now = NOW;
    for (int i = 0; i < NodeMachine.SOME_FAILURES; i++) {
      state = after(state, new Event.HookEnded(state.serial(), Optional.empty(), false), now);
      assertThat(machine.step(state, health(true, now, NodeHealth.Compute.OUT), now).commands())
          .isEmpty();
      now = state.next().orElseThrow();
      state = after(state, new Event.Tick(), now); // not in time
      now = state.next().orElseThrow();
      state = after(state, new Event.Tick(), now); // again
    }
    state = after(state, new Event.HookEnded(state.serial(), Optional.empty(), false), now);
    Step step = machine.step(state, health(true, now, NodeHealth.Compute.OUT), now);
    assertThat(step.commands())
        .containsExactly(new Command.Notify("its NodeManager does not run; restore must start it"));
    assertThat(
            machine.step(step.state(), health(true, now, NodeHealth.Compute.OUT), now).commands())
        .isEmpty();
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
