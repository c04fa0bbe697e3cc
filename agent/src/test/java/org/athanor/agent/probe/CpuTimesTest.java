// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CpuTimesTest {

  @Test
  void niceIsUserTimeAndGuestsAreNotCountedTwice() throws IOException {
    // cpu 301854 612 111922 8979004 3552 2 3944 0 44 36: user, nice, system, idle, iowait, irq,
    // softirq, steal, guest, guest_nice.
    assertThat(CpuTimes.parse(Fixtures.text("server/proc/stat")))
        .isEqualTo(new CpuTimes(301854 + 612, 111922, 2 + 3944, 3552, 8979004, 0, 8));
  }

  @Test
  void readsTheTimeThatTheHypervisorTook() throws IOException {
    CpuTimes times = CpuTimes.parse(Fixtures.text("virtual-machine/proc/stat"));
    assertThat(times.steal()).isEqualTo(40232);
    assertThat(times.processors()).isEqualTo(2);
  }

  @Test
  void withoutAStealColumnTheStolenTimeIsZero() {
    assertThat(CpuTimes.parse(Text.of("cpu  1 2 3 4 5 6 7\ncpu0 1 2 3 4 5 6 7\n")).steal())
        .isZero();
  }

  @Test
  void aCounterThatDecreasesCountsAsNoTime() {
    CpuTimes earlier = CpuTimes.parse(Text.of("cpu  10 0 10 100 50 0 0 0\n"));
    CpuTimes later = CpuTimes.parse(Text.of("cpu  14 0 13 150 48 0 0 1\n"));
    CpuTimes spent = later.since(earlier);
    assertThat(spent).isEqualTo(new CpuTimes(4, 3, 0, 0, 50, 1, 0));
    assertThat(spent.busy()).isEqualTo(7);
    assertThat(spent.all()).isEqualTo(58);
  }

  @Test
  void refusesAnotherFile() {
    assertThatThrownBy(() -> CpuTimes.parse(Text.of("intr 1\n")))
        .hasMessage("/proc/stat: must start with \"cpu \"");
  }
}
