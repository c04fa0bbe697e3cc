// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.RandomId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunClaimTest {
  @TempDir Path directory;

  private interface Action {
    void run() throws Exception;
  }

  /** This machine as a node. The action runs once, just before the node runs the program. */
  private static Node before(String program, Action action) {
    Node real = Nodes.localhost();
    Action[] next = {action};
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> {
              if (arguments != null
                  && arguments.length > 1
                  && arguments[1] instanceof Command command
                  && command.arguments().get(0).equals(program)) {
                Action now = next[0];
                next[0] = () -> {};
                now.run();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void keepsTheDirectoryOfARunThatBeginsMeanwhile() throws Exception {
    Claims claims = new Claims(directory.resolve("claims"));
    Path shared = Files.createDirectory(directory.resolve("work"));
    Mark other = new Mark("bench-" + claims.id() + "-" + RandomId.make());
    Mark dead = new Mark("bench-" + claims.id() + "-" + RandomId.make());
    Files.createDirectory(shared.resolve(dead.id()));
    Node node =
        before(
            "ls",
            () -> {
              claims.claim(other, List.of());
              Files.createDirectory(shared.resolve(other.id()));
            });

    RunClaim claim = new RunClaim(claims, List.of(node), RunListener.NONE);
    claim.take(List.of(claim.work(shared)));

    assertThat(shared.resolve(other.id())).exists();
    assertThat(shared.resolve(dead.id())).doesNotExist();
  }
}
