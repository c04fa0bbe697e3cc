// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class ListeningPortsTest {

  @Test
  void readsListeningSocketsOfBothFamilies() {
    String text =
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
           0: 0100007F:1F54 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
           1: 0100007F:8ABC 0100007F:1F54 01 00000000:00000000 00:00000000 00000000     0
          sl  local_address                         remote_address                        st
           0: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A 0
        """;
    assertThat(ListeningPorts.parse(text)).containsExactlyInAnyOrder(8020, 22);
  }

  @Test
  void findsASocketOfThisMachine() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ListeningPorts.of(Nodes.localhost(), new Mark("ports")))
          .contains(socket.getLocalPort());
    }
  }
}
