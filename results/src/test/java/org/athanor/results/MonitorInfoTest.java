// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.athanor.results.MonitorInfo.SampleInfo;
import org.junit.jupiter.api.Test;

class MonitorInfoTest {
  private static SampleInfo sample(String name, Unit unit) {
    return new SampleInfo(MonitorInfo.id("mine", name), name, unit);
  }

  private static MeasureInfo total(String name, Unit unit) {
    return MeasureInfo.result(MonitorInfo.id("mine", name), name, unit, Better.LESS, "of all");
  }

  private static MonitorInfo mine(List<SampleInfo> samples, List<MeasureInfo> totals) {
    return new MonitorInfo("mine", "Mine", samples, totals);
  }

  @Test
  void unitesByMetricAndRefusesOtherUnits() {
    MonitorInfo one = mine(List.of(sample("a", Unit.COUNT)), List.of(total("t", Unit.BYTES)));
    MonitorInfo two =
        mine(
            List.of(sample("b", Unit.BYTES), sample("a", Unit.COUNT)),
            List.of(total("u", Unit.COUNT)));
    MonitorInfo other = new MonitorInfo("other", "Other", List.of(), List.of());
    assertThat(MonitorInfo.unite(List.of(one), List.of(other, two)))
        .containsExactly(
            mine(
                List.of(sample("a", Unit.COUNT), sample("b", Unit.BYTES)),
                List.of(total("t", Unit.BYTES), total("u", Unit.COUNT))),
            other);
    MonitorInfo wrong = mine(List.of(), List.of(total("t", Unit.COUNT)));
    assertThatThrownBy(() -> MonitorInfo.unite(List.of(one), List.of(wrong)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"own_mine_t\": has the units B and count; must be one");
  }

  @Test
  void namesAreLimitedAndNothingIsNull() {
    String longest = "x".repeat(40);
    assertThat(MonitorInfo.id("mine", longest)).isEqualTo("own_mine_" + longest);
    assertThatThrownBy(() -> MonitorInfo.id("mine", longest + "x"))
        .hasMessageContaining("must be at most 40 lower-case letters");
    assertThatThrownBy(() -> sample("a", null))
        .hasMessage("sample \"own_mine_a\": id, label and unit must not be null");
    assertThatThrownBy(() -> total("a", null))
        .hasMessage(
            "measure \"own_mine_a\": label, unit, better, kind and meaning must not be null");
    assertThatThrownBy(() -> MonitorInfo.id("mine", null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
