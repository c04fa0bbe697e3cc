// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.agent.memory.MemoryHolder;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
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
    agents = Map.of("here", agent(Nodes.localhost(), "node"));
  }

  private NodeAgent agent(Node node, String files) {
    NodeMonitors.Settings settings =
        new NodeMonitors.Settings(
            Set.of(), List.of(), Duration.ofSeconds(1), directory.resolve(files).toString());
    Mark mark = new Mark("memory-" + ProcessHandle.current().pid() + "-" + hashCode());
    return new NodeAgent(node, mark, settings);
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

  /** The second process would not find the first one's memory missing yet. */
  @Test
  void nodesOfOneMachineUseItsMemoryOneAfterTheOther() throws Exception {
    List<Integer> sizes = new ArrayList<>();
    Node watched =
        (Node)
            Proxy.newProxyInstance(
                Node.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("start")) {
                    sizes.add(full());
                  }
                  return method.invoke(Nodes.localhost(), arguments);
                });
    Map<String, NodeAgent> both = new LinkedHashMap<>();
    both.put("one", agent(watched, "one"));
    both.put("two", agent(watched, "two"));
    try (HeldMemory memory = MemoryHolders.hold(both, BYTES)) {
      assertThat(holders()).hasSize(2);
      memory.release();
    }
    assertThat(sizes)
        .as("processes that were full when another one was started")
        .containsExactly(0, 1);
    assertThat(holders()).isEmpty();
  }

  /** The number of processes that have all of their memory. */
  private static int full() throws IOException {
    int full = 0;
    List<ProcessHandle> slices =
        ProcessHandle.current()
            .descendants()
            .filter(
                process ->
                    process.info().commandLine().orElse("").contains("agent.memory.MemorySlice"))
            .toList();
    for (ProcessHandle process : slices) {
      Path status = Path.of("/proc/" + process.pid() + "/status");
      Matcher resident = Pattern.compile("VmRSS:\\s+(\\d+) kB").matcher(Files.readString(status));
      if (resident.find() && Long.parseLong(resident.group(1)) << 10 > BYTES) {
        full++;
      }
    }
    return full;
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
