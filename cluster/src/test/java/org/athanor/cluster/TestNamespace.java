// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;

/** Network namespaces for tests. They need root and iproute2. */
public final class TestNamespace {
  private static final Mark MARK = new Mark("athanor-test-namespaces");

  private TestNamespace() {}

  public static void assumePossible() throws Exception {
    boolean root = run("id", "-u").output().strip().equals("0");
    assumeTrue(root, "needs root: network namespaces");
    String name = "athanor-probe" + ProcessHandle.current().pid();
    boolean possible =
        run("sh", "-c", "ip netns add " + name + " && ip netns del " + name).status() == 0;
    assumeTrue(possible, "needs network namespaces and iproute2");
  }

  /** Creates a namespace that has only a loopback interface. */
  public static void add(String name) throws Exception {
    ip("netns", "add", name);
    ip("-n", name, "link", "set", "lo", "up");
  }

  public static void delete(String name) throws Exception {
    ip("netns", "del", name);
  }

  public static void ip(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = "ip";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    CommandResult result = run(command);
    assertThat(result.status()).as(result.errors()).isZero();
  }

  public static CommandResult run(String... command) throws Exception {
    return Nodes.localhost().run(MARK, Command.of(command), Duration.ofSeconds(20));
  }
}
