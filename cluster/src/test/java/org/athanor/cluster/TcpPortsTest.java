// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class TcpPortsTest {

  @Test
  void readsSocketsOfBothFamilies() {
    String text =
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
           0: 0100007F:1F54 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
           1: 0100007F:8ABC 0100007F:1F54 01 00000000:00000000 00:00000000 00000000     0
          sl  local_address                         remote_address                        st
           0: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A 0
        """;
    TcpPorts ports = TcpPorts.parse(text);
    assertThat(ports.used()).containsExactlyInAnyOrder(8020, 0x8ABC, 22);
    assertThat(ports.listening()).containsExactlyInAnyOrder(8020, 22);
  }

  @Test
  void findsASocketOfThisMachine() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(TcpPorts.of(Nodes.localhost(), new Mark("ports")).listening())
          .contains(socket.getLocalPort());
    }
  }
}
