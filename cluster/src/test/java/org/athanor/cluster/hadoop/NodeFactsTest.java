// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class NodeFactsTest {

  @Test
  void roomIsWhatIsUsedAndWhatIsFreeWithoutTheReserveOfRoot() throws Exception {
    String output =
        """
        Filesystem     1024-blocks      Used Available Capacity Mounted on
        /dev/sda1             1000       300       650      32% /
        """;
    assertThat(NodeFacts.roomIn(output)).isEqualTo(950 << 10);
  }

  @Test
  void refusesOtherOutput() {
    assertThatThrownBy(() -> NodeFacts.roomIn("Filesystem Used\n/dev/sda1 -\n"))
        .hasMessage("df printed something unknown: Filesystem Used\n/dev/sda1 -");
  }
}
