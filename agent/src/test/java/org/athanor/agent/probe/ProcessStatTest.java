// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatTest {

  @Test
  void aNameMayContainParenthesesAndBlanks() {
    ProcessStat stat =
        ProcessStat.parse(
            Text.of(
                "4711 (a) b (c 9) S 12 4711 4711 0 -1 4194304 1 2 3 4 150 50 30 20 20 0 9 0 777"
                    + " 1000 388 18446744073709551615 1 1 0 0\n"));
    assertThat(stat).isEqualTo(new ProcessStat(4711, 'S', 12, false, 200, 50, 777, 388));
    assertThat(stat.treeTicks()).isEqualTo(250);
  }

  @Test
  void knowsTheKernelsOwnThreads() {
    assertThat(
            ProcessStat.parse(
                    Text.of(
                        "9 (kworker/0:1-events) I 2 0 0 0 -1 69238880 0 0 0 0 0 7 0 0 20 0 1 0 33 0"
                            + " 0 0 0\n"))
                .kernelThread())
        .isTrue();
  }
}
