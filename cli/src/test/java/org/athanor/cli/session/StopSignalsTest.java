// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order in which signals, each on a thread of its own, have effect. */
class StopSignalsTest {
  private final List<String> effects = new CopyOnWriteArrayList<>();
  private Runnable whileStopIsSent;
  private StopSignals signals;

  @BeforeEach
  void create() {
    whileStopIsSent = () -> {};
    signals =
        new StopSignals(null) {
          @Override
          void send(int signal) {
            effects.add("send " + signal);
            if (signal == 19) {
              whileStopIsSent.run();
            }
          }

          @Override
          void stopThisProcess() {
            effects.add("stop");
          }
        };
  }

  @Test
  void stopsAndGoesOn() {
    signals.handle(7, true);
    signals.handle(9, false);
    signals.handle(10, true);
    assertThat(effects).containsExactly("send 19", "stop", "send 18", "send 19", "stop");
  }

  @Test
  void aStopThatWasOvertakenHasNoEffect() {
    signals.handle(9, false);
    signals.handle(7, true);
    assertThat(effects).containsExactly("send 18");
  }

  @Test
  void doesNotStopOnceItWasToGoOn() throws InterruptedException {
    Thread later = new Thread(() -> signals.handle(9, false));
    whileStopIsSent =
        () -> {
          later.start();
          while (later.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
          }
        };
    signals.handle(7, true);
    later.join();
    assertThat(effects).containsExactly("send 19", "send 18");
  }
}
