// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LoadTest {
  @Test
  void readsEachKindOfRate() {
    assertThat(load("--rate", "500").rate()).isEqualTo(500);
    assertThat(load("--rate", "saturating").rate()).isEqualTo(Phase.SATURATING);
    Load search = load("--rate", "sustainable", "--start-rate", "70", "--share", "0.999");
    assertThat(search.sustainable()).isTrue();
    assertThat(search.rate()).isEqualTo(70);
    assertThat(search.bound()).isEqualTo("p99.9 of the latency < 1 s");
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> load("--rate", "0"))
        .hasMessage("--rate 0: must be a whole number from 1 to 100000000");
    assertThatThrownBy(() -> load("--rate", "1", "--producers", "3"))
        .hasMessage("--producers 3: must be a whole number from 1 to 2");
    assertThatThrownBy(() -> load("--rate", "1", "--dimension", "8"))
        .hasMessage("--dimension 8: must be a whole number from 0 to 7");
    assertThatThrownBy(() -> Load.parse("--rate", "1")).hasMessage("--bootstrap: is missing");
  }

  private static Load load(String... more) {
    String[] arguments = new String[4 + more.length];
    arguments[0] = "--bootstrap";
    arguments[1] = "h:1";
    arguments[2] = "--partitions";
    arguments[3] = "2";
    System.arraycopy(more, 0, arguments, 4, more.length);
    return Load.parse(arguments);
  }
}
