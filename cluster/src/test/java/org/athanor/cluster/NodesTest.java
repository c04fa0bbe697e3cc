// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("short")
class NodesTest {
  @ParameterizedTest
  @CsvSource({
    "localhost,             localhost,       localhost",
    "h1,                    h1,              h1",
    "me@h1.example.org,     h1.example.org,  h1.example.org",
    "me@h1:2222,            h1-2222,         h1",
    "[fe80::1]:2222,        fe80::1-2222,    fe80::1",
    "namespace:nowhere,     nowhere,         localhost",
    "namespace:h0/root@h1,  h1,              h1",
  })
  void makesNodesFromText(String specification, String name, String address) {
    Node node = Nodes.of(specification);
    assertThat(node.name()).isEqualTo(name);
    assertThat(node.address()).isEqualTo(address);
    assertThat(node.specification()).isEqualTo(specification);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-oProxyCommand=x", "a b", "h:0", "h:65536", "h:ssh", "me@", "namespace:"})
  void refusesOtherText(String specification) {
    assertThatThrownBy(() -> Nodes.of(specification))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "node %s: must be localhost, [USER@]HOST[:PORT] or namespace:NAME[/HOST]; ports are 1"
                + " to 65535",
            specification);
  }

  @Test
  void reportsAllNodesThatCannotBeUsedTogether() {
    assertThatThrownBy(() -> Nodes.of(List.of("h1", "h 2", "me@h1", "h3", "h1")))
        .isInstanceOf(InvalidHostsException.class)
        .satisfies(
            e ->
                assertThat(((InvalidHostsException) e).problems())
                    .containsExactly(
                        "node h1: is listed twice; remove one",
                        "node h 2: must be localhost, [USER@]HOST[:PORT] or namespace:NAME[/HOST];"
                            + " ports are 1 to 65535",
                        "node me@h1: has the same name as h1; both would be h1"));
  }

  @Test
  void givesThisMachineAnAddressThatOtherNodesReach() throws Exception {
    assertThat(Nodes.of(List.of("localhost", "h1")).get(0).address()).isNotEqualTo("localhost");
    assertThat(Nodes.of(List.of("localhost")).get(0).address()).isEqualTo("localhost");
  }
}
