// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.agent.memory.MemoryHolder;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real processes on this machine. */
class MemoryHoldersTest {
  private static final long BYTES = 64L << 20;

  @TempDir private Path directory;
  private Map<String, NodeAgent> agents;

  @BeforeEach
  void onLinux() {
    assumeTrue(Files.exists(Path.of("/proc/meminfo")), "needs Linux");
    NodeMonitors.Settings settings =
        new NodeMonitors.Settings(
            Set.of(), List.of(), Duration.ofSeconds(1), directory.resolve("node").toString());
    Mark mark = new Mark("memory-" + ProcessHandle.current().pid() + "-" + hashCode());
    agents = Map.of("here", new NodeAgent(Nodes.localhost(), mark, settings));
  }

  private static List<String> holders() {
    return ProcessHandle.current()
        .descendants()
        .flatMap(process -> process.info().commandLine().stream())
        .filter(line -> line.contains(MemoryHolder.class.getName()))
        .toList();
  }

  @Test
  void aProcessHoldsMemoryFromHoldToClose() throws Exception {
    try (HeldMemory memory = MemoryHolders.hold(agents, BYTES)) {
      assertThat(holders()).hasSize(1);
      memory.release();
      assertThat(holders()).hasSize(1);
    }
    assertThat(holders()).isEmpty();
  }

  @Test
  void aNodeThatHasNotSoMuchSaysWhyAndNothingIsLeft() {
    assertThatThrownBy(() -> MemoryHolders.hold(agents, 1L << 50))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            "memory of here cannot be made warm: \\d+ MB of memory are available, 1073743104 MB are"
                + " needed; end other programs, or use a smaller warm.memory");
    assertThat(holders()).isEmpty();
  }
}
