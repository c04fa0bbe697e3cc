// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.athanor.engine.testing.Warnings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class MasterWaitTest {
  private final FakeResourceManager manager = new FakeResourceManager();
  private final ApplicationId id = manager.newApplication().id();
  private long now = -1;
  private long endsAfterSeconds = Long.MAX_VALUE;

  private MasterWait waiting() {
    return new MasterWait(
        manager,
        id,
        () -> now,
        millis -> {
          now += TimeUnit.MILLISECONDS.toNanos(millis);
          if (TimeUnit.NANOSECONDS.toSeconds(now) >= endsAfterSeconds) {
            states(YarnApplicationState.RUNNING);
          }
        });
  }

  private void states(YarnApplicationState... states) {
    manager.states.clear();
    manager.states.addAll(List.of(states));
  }

  @Test
  void returnsTheReportOfAMasterThatHasRegistered() throws Exception {
    states(
        YarnApplicationState.SUBMITTED,
        YarnApplicationState.ACCEPTED,
        YarnApplicationState.RUNNING);
    assertThat(waiting().await().getApplicationId()).isEqualTo(id);
  }

  @Test
  void failsWithTheDiagnosticsInOneLine() {
    states(YarnApplicationState.ACCEPTED, YarnApplicationState.FAILED);
    manager.diagnostics =
        "Application failed 1 times due to AM Container\nno Java\n\n  at Shell.run(1)\n";
    assertThatThrownBy(() -> waiting().await())
        .hasMessage(
            id
                + ": the ApplicationMaster failed: Application failed 1 times due to AM Container;"
                + " no Java");
  }

  @Test
  void saysThatItWasKilled() {
    states(YarnApplicationState.KILLED);
    assertThatThrownBy(() -> waiting().await())
        .hasMessage(id + ": the ApplicationMaster was killed");
  }

  @Test
  void saysWhatItWaitsForInAFullQueue() throws Exception {
    states(YarnApplicationState.ACCEPTED);
    manager.diagnostics = "AM resource limit exceeded";
    endsAfterSeconds = 120;
    try (Warnings warnings = Warnings.of(MasterWait.class.getName())) {
      waiting().await();
      assertThat(warnings.lines())
          .hasSize(2)
          .first()
          .asString()
          .matches(
              id
                  + " has waited 1\\d s in queue root.default for a container for its"
                  + " ApplicationMaster: AM resource limit exceeded");
    }
  }

  @Test
  void saysThatItWaitsForAMasterThatWasLaunched() throws Exception {
    states(YarnApplicationState.ACCEPTED);
    manager.launched = true;
    endsAfterSeconds = 20;
    try (Warnings warnings = Warnings.of(MasterWait.class.getName())) {
      waiting().await();
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .matches(
              id
                  + " has waited 1\\d s for its ApplicationMaster, whose container was started, to"
                  + " register");
    }
  }
}
