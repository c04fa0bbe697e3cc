// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** To a host that does not have the files of this machine. */
class NodeCopyTest {
  private static final Mark MARK = new Mark("test-node-copy");

  @TempDir Path root;

  private static String on(TestHost host, String script, Path argument) throws Exception {
    Command command = Command.of("sh", "-c", script, "sh", argument.toString());
    CommandResult result = host.node().run(MARK, command, Duration.ofSeconds(20));
    assertThat(result.errors()).isEmpty();
    return result.output().strip();
  }

  private Path jars() throws Exception {
    Path jars = Files.createDirectories(root.resolve("shared/jars"));
    Files.writeString(jars.resolve("one.jar"), "right");
    return jars;
  }

  @Test
  void copiesWhatIsNotThere() throws Exception {
    TestHost.assumePossible();
    Path jars = jars();
    try (TestHost host = TestHost.start("other-host", List.of(root))) {
      NodeCopy.ensure(host.node(), MARK, jars);
      assertThat(on(host, "cat \"$1/one.jar\"", jars)).isEqualTo("right");
    }
  }

  /** Their code would be run. */
  @Test
  void doesNotUseWhatAnotherUserHasPrepared() throws Exception {
    TestHost.assumePossible();
    Path jars = jars();
    try (TestHost host = TestHost.start("other-host", List.of(root))) {
      on(host, "mkdir -m 1777 \"$1\"", jars.getParent());
      on(host, "mkdir \"$1\" && chown 65534 \"$1\"", jars);
      assertThatIOException()
          .isThrownBy(() -> NodeCopy.ensure(host.node(), MARK, jars))
          .withMessage(
              "other-host: %s belongs to nobody, not to root, and is in a directory that everybody"
                  + " can write: its owner could read and replace what is kept there; remove it, or"
                  + " use a copy in another directory",
              jars);
    }
  }
}
