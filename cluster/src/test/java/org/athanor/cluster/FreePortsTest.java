// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class FreePortsTest {

  private static final String PROC_NET_TCP =
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1
         1: 0100007F:9C40 0100007F:1F90 06 00000000:00000000 03:00000A6B 00000000     0        0 0 3
        sl  local_address                         remote_address                        st tx_queue
        12: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A 00000000
      """;

  @Test
  void portsInAnyStateAreUsed() {
    assertThat(FreePorts.used(PROC_NET_TCP)).containsExactlyInAnyOrder(8080, 40000, 22);
  }

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
  void seesTheListenersOfANode() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandResult tables =
          Nodes.localhost()
              .run(
                  new Mark("ports"),
                  Command.of("cat", "/proc/net/tcp", "/proc/net/tcp6"),
                  Duration.ofSeconds(10));
      assertThat(FreePorts.used(tables.output())).contains(server.getLocalPort());
      assertThat(FreePorts.on(Nodes.localhost(), new Mark("ports"), 3))
          .hasSize(3)
          .doesNotContain(server.getLocalPort());
    }
  }
}
