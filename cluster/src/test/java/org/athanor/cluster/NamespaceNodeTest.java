// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NamespaceNodeTest extends NodeContract {
  private static final String NAME = "athanor-t" + ProcessHandle.current().pid();
  private static boolean made;

  @BeforeAll
  static void makeNamespace() throws Exception {
    TestNamespace.assumePossible();
    TestNamespace.add(NAME);
    made = true;
    Path files = Files.createDirectories(Path.of("/etc/netns", NAME));
    Files.writeString(files.resolve("hosts"), "127.0.0.1 localhost\n127.0.0.77 " + NAME + "\n");
  }

  @AfterAll
  static void deleteNamespace() throws Exception {
    if (made) {
      Files.deleteIfExists(Path.of("/etc/netns", NAME, "hosts"));
      Files.deleteIfExists(Path.of("/etc/netns", NAME));
      TestNamespace.delete(NAME);
    }
  }

  @Override
  Node node() {
    return Nodes.of("namespace:" + NAME);
  }

  @Test
  void hasANetworkAHostNameAndHostsOfItsOwn() throws Exception {
    Mark mark = new Mark("test-network");
    Command command =
        Command.of("sh", "-c", "uname -n; getent hosts " + NAME + "; cat /proc/net/dev");
    String output = node().run(mark, command, SOON).output();
    assertThat(output.lines().limit(2))
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo(NAME),
            line -> assertThat(line).matches("127\\.0\\.0\\.77 +" + NAME));
    assertThat(output.lines().filter(line -> line.contains(":"))).hasSize(1);
    assertThat(node().system().host()).isEqualTo(NAME);
    assertThat(node().address()).isEqualTo(NAME);
  }

  @Test
  void leavesProcessesOfOtherNamespacesAlone() throws Exception {
    Mark mark = new Mark("test-neighbours-" + NAME);
    NodeProcess outside = Nodes.localhost().start(mark, Command.of("sleep", "1000"));
    NodeProcess inside = node().start(mark, Command.of("sleep", "1000"));
    try {
      assertThat(node().endAll(mark, SOON)).isEqualTo(1);
      assertThat(inside.await(SOON)).hasValue(128 + 15);
    } finally {
      assertThat(Nodes.localhost().endAll(mark, SOON)).isEqualTo(1);
    }
    assertThat(outside.await(SOON)).hasValue(128 + 15);
  }

  @Test
  void namesTheNamespaceThatIsMissing() {
    assertThatThrownBy(() -> Nodes.of("namespace:nowhere").start(new Mark("x"), Command.of("true")))
        .hasMessage(
            "nowhere: true: there is no network namespace nowhere; create it: ip netns add nowhere");
  }
}
