// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.measured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MeasuredRunTest {
  private static MeasuredRun run(long shuffle, int reduces, int starts) {
    return new MeasuredRun(
        "run 01", 1000, shuffle, reduces, 100, starts, OptionalDouble.empty(), 30, 10);
  }

  /**
   * 100 CPU s, of which 20 tasks' starts of 1 s each are none of the job's: 80 s of 2 GHz are 160e9
   * cycles, of which maps have 30 / 40.
   */
  @Test
  void cyclesAreSharedByTime() throws Exception {
    JobModel model = run(500, 4, 20).model(2e9, 1);
    assertThat(model).isEqualTo(new JobModel(0.5, 4, 120e9 / 1000, 40e9 / 500));
  }

  @Test
  void withoutShuffledBytesAllCyclesAreThoseOfMaps() throws Exception {
    assertThat(run(0, 0, 0).model(1e9, 1)).isEqualTo(new JobModel(0, 0, 1e8, 0));
    assertThat(run(0, 2, 0).model(1e9, 1)).isEqualTo(new JobModel(0, 2, 1e8, 0));
  }

  @Test
  void startsCannotTakeMoreThanAll() {
    assertThatThrownBy(() -> run(500, 4, 101).model(1e9, 1))
        .isInstanceOf(MeasuredRunException.class)
        .hasMessage(
            "run 01 has 100.0 s of CPU, but the starts of its 101 tasks take 101.0 s by"
                + " mapreduce.task start cpu; must be less");
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new MeasuredRun("run 01", 0, 0, 0, 1, 0, OptionalDouble.empty(), 1, 0))
        .hasMessageContaining("size of the input of run 01=0.0: must be from 1.0");
  }
}
