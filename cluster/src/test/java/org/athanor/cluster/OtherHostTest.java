// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host with a process namespace of its own. */
class OtherHostTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  /** Starts a process with a given id on the host. */
  private static final String WITH_ID =
      "echo $(($1 - 1)) >/proc/sys/kernel/ns_last_pid;"
          + " sleep 1000 </dev/null >/dev/null 2>&1 & echo $!";

  private TestHost host;

  @BeforeEach
  void start() throws Exception {
    TestHost.assumePossible();
    host = TestHost.start("other-host", List.of());
  }

  @AfterEach
  void stop() throws Exception {
    if (host != null) {
      host.close();
    }
  }

  @Test
  void endsAProcessThereThatHasTheIdOfThisProcess() throws Exception {
    Mark mark = new Mark("test-same-id");
    Node node = host.node();
    String own = Long.toString(ProcessHandle.current().pid());
    Command start = Command.of("sh", "-c", WITH_ID, "sh", own);
    assertThat(node.run(mark, start, SOON).output().strip()).isEqualTo(own);
    assertThat(node.endAll(mark, SOON)).isEqualTo(1);
    assertThat(node.run(mark, Command.of("test", "-e", "/proc/" + own), SOON).status())
        .isEqualTo(1);
  }
}
