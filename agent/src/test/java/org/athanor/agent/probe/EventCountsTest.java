// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EventCountsTest {

  private static EventCounts counts(String fixture) throws Exception {
    return EventCounts.parse(Fixtures.text(fixture).toString());
  }

  /** 37,977,214 instructions in 52,288,305 cycles; 51,102 of 7,299,859 branches missed. */
  @Test
  void readsCountsAndDividesThem() throws Exception {
    EventCounts counts = counts("perf/xeon.csv");
    assertThat(counts.count("cycles")).isEqualTo(52_288_305);
    assertThat(counts.ratio("instructions", "cycles")).isEqualTo(37_977_214 / 52_288_305.0);
    assertThat(counts.ratio("branch-misses", "branches")).isEqualTo(51_102 / 7_299_859.0);
  }

  /** The small cores' counters ran 54 % of the time; perf has already scaled the count up. */
  @Test
  void sumsBothKindsOfCores() throws Exception {
    EventCounts counts = counts("perf/hybrid.csv");
    assertThat(counts.count("cycles")).isEqualTo(6_766_433 + 256_500_230);
    assertThat(counts.count("branch-misses")).isEqualTo(41_359 + 1_020_231);
  }

  @Test
  void anEventThatIsNotSupportedIsUnavailable() throws Exception {
    EventCounts counts = counts("perf/virtual-machine.csv");
    assertUnavailable(counts, "cycles", "perf stat: cycles: <not supported>");
    assertUnavailable(counts, "LLC-loads", "perf stat: LLC-loads: <not supported>");
  }

  @Test
  void anEventThatWasNeverCountedIsUnavailableToo() {
    EventCounts counts =
        EventCounts.parse(
            "<not counted>,,LLC-loads,0,0.00,,\n12,,LLC-load-misses:u,5,100.00,,\n0,,branches,9,100.00,,\n"
                + "3,,branch-misses,9,100.00,,\n");
    assertUnavailable(counts, "LLC-loads", "perf stat: LLC-loads: <not counted>");
    assertUnavailable(counts, "instructions", "perf stat: instructions: was not printed");
    assertThatThrownBy(() -> counts.ratio("branch-misses", "branches"))
        .hasMessage("perf stat: branches: was counted 0 times");
    assertThatThrownBy(() -> counts.ratio("LLC-load-misses", "LLC-loads"))
        .hasMessage("perf stat: LLC-loads: <not counted>");
  }

  private static void assertUnavailable(EventCounts counts, String event, String reason) {
    assertThatThrownBy(() -> counts.count(event))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(reason);
  }
}
