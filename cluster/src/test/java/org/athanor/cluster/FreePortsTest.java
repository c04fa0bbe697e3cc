// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class FreePortsTest {

  @Test
  void chosenPortsAreDifferentAndNotUsed() {
    Set<Integer> used =
        IntStream.range(20_000, 31_990).boxed().collect(Collectors.toUnmodifiableSet());
    assertThat(FreePorts.choose(10, used, new Random(1)))
        .doesNotHaveDuplicates()
        .hasSize(10)
        .allMatch(port -> port >= 31_990 && port < 32_000);
  }

  @Test
  void doesNotChooseAPortThatAProcessListensOn() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(FreePorts.on(Nodes.localhost(), new Mark("ports"), 3))
          .hasSize(3)
          .doesNotContain(server.getLocalPort());
    }
  }
}
