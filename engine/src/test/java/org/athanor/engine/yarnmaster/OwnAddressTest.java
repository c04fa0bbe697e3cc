// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.NetworkInterface;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class OwnAddressTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void isThatOfTheNodesName() throws Exception {
    OwnAddress address = OwnAddress.of("127.0.0.1", conf);
    assertThat(address.ofSession()).isEqualTo(InetAddress.getLoopbackAddress());
    assertThat(address.ofClients()).isEqualTo(InetAddress.getLoopbackAddress());
  }

  @Test
  void theInterfaceOfTheSessionCanBeSet() throws Exception {
    NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
    conf.set("athanor.network.interface", loopback.getName());
    assertThat(OwnAddress.of("127.0.0.1", conf).ofSession().isLoopbackAddress()).isTrue();
  }

  @Test
  void refusesAnInterfaceThatIsNotThere() {
    conf.set("athanor.network.interface", "nowhere0");
    assertThatThrownBy(() -> OwnAddress.of("127.0.0.1", conf))
        .hasMessage(
            "athanor.network.interface=nowhere0: this node has no such network interface with an"
                + " address");
  }

  @Test
  void saysThatANameHasNoAddress() {
    assertThatThrownBy(() -> OwnAddress.of("no.such.host.invalid", conf))
        .hasMessage("node no.such.host.invalid: its own name has no address");
  }
}
