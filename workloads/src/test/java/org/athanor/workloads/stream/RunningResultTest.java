// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RunningResultTest {
  @Test
  void readsWhatProgramsWrite() {
    GlobalTotals all = new GlobalTotals(3);
    all.add(2, 1, 5, 5, 5);
    all.add(0, 2, -7, 9, 2);
    assertThat(all.text()).isEqualTo("3,-7,9,7,2,0,1");
    RunningResult result = RunningResult.parse(all.text(), 3);
    assertThat(result.totals().count()).isEqualTo(3);
    assertThat(result.totals().min()).isEqualTo(-7);
    assertThat(result.totals().max()).isEqualTo(9);
    assertThat(result.totals().sum()).isEqualTo(7);
    assertThat(result.of(0)).isEqualTo(2);
    assertThat(result.of(1)).isZero();
    assertThat(result.of(2)).isEqualTo(1);
  }

  @Test
  void rejectsWhatIsNoResult() {
    assertThatThrownBy(() -> RunningResult.parse("1,2,3", 2))
        .hasMessage("result \"1,2,3\": must be count,min,max,sum and the counts of 2 partitions");
    assertThatThrownBy(() -> RunningResult.parse("1,2,3,x,1", 1))
        .hasMessage(
            "result \"1,2,3,x,1\": must be count,min,max,sum and the counts of 1 partitions");
  }
}
