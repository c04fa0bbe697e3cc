// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class NetworkInterfacesTest {
  /** iproute2 6.1 on Linux 6.18, with a bond, a veth and an interface that is down. */
  private static final String OUTPUT =
      """
      1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000\\    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
      2: eth0@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000\\    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff link-netnsid 0
      3: ib0: <BROADCAST,MULTICAST> mtu 2044 qdisc noop state DOWN mode DEFAULT group default qlen 256\\    link/infiniband 80:00
      4: eth1: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc noqueue state DOWN mode DEFAULT group default\\    link/ether 02:00:00:00:00:02 brd ff:ff:ff:ff:ff:ff
      5: dummy0: <BROADCAST,NOARP,UP,LOWER_UP> mtu 1500 qdisc noqueue state UNKNOWN mode DEFAULT group default\\    link/ether 02:00:00:00:00:03 brd ff:ff:ff:ff:ff:ff
      1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever
      2: eth0    inet 10.88.8.1/24 brd 10.88.8.255 scope global eth0\\       valid_lft forever preferred_lft forever
      2: eth0    inet 10.88.9.1/24 scope global eth0\\       valid_lft forever preferred_lft forever
      3: ib0    inet 10.1.0.1/16 scope global ib0\\       valid_lft forever preferred_lft forever
      """;

  @Test
  void hasTheFirstAddressOfAnInterfaceThatIsUp() {
    NetworkInterfaces interfaces = NetworkInterfaces.parse(OUTPUT);
    assertThat(interfaces.address("eth0")).contains("10.88.8.1");
    assertThat(interfaces.address("lo")).contains("127.0.0.1");
    for (String unusable : new String[] {"ib0", "eth1", "dummy0", "eth9", "eth"}) {
      assertThat(interfaces.address(unusable)).as(unusable).isEmpty();
    }
  }

  @Test
  void saysWhyAnInterfaceCannotBeUsedAndWhichThereAre() {
    NetworkInterfaces interfaces = NetworkInterfaces.parse(OUTPUT);
    String all =
        "; it has lo (127.0.0.1), eth0 (10.88.8.1), ib0 (10.1.0.1, down), eth1 (no IPv4 address,"
            + " down), dummy0 (no IPv4 address)";
    assertThat(interfaces.problem("eth9")).isEqualTo("has no interface eth9" + all);
    assertThat(interfaces.problem("ib0")).isEqualTo("ib0 is down" + all);
    assertThat(interfaces.problem("dummy0")).isEqualTo("dummy0 has no IPv4 address" + all);
  }

  /** A node at another address is another node for those who compare nodes, with its own name. */
  @Test
  void aNodeAtAnAddressIsReachedThere() throws IOException, InterruptedException {
    Node node = Nodes.localhost();
    Node other = node.at("10.0.0.1");
    assertThat(other.address()).isEqualTo("10.0.0.1");
    assertThat(other.name()).isEqualTo(node.name());
    assertThat(other).isEqualTo(node.at("10.0.0.1")).isNotEqualTo(node);
    assertThat(other.system().host()).isEqualTo(node.system().host());
  }
}
