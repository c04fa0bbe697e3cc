// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.agent.Monitor;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.cluster.Nodes;
import org.athanor.results.Metric;
import org.athanor.results.NodeUse;
import org.athanor.results.SampleTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the share of one core that the agent uses at one sample a second, while a framework of
 * 100 processes runs, four of them JVMs that collect garbage all the time. It is not part of the
 * default tests:
 *
 * <pre>
 * ./mvnw -pl bench -am test -Dtest=AgentOverhead -Dathanor.measure.seconds=90 \
 *     -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
@EnabledIfSystemProperty(
    named = "athanor.measure.seconds",
    matches = "\\d+",
    disabledReason = "a measurement; -Dathanor.measure.seconds=90 runs it")
class AgentOverhead {

  private static final int PROCESSES = 96;
  private static final int JVMS = 4;

  @TempDir Path directory;

  @Test
  void isLessThanOnePercentOfOneCore() throws Exception {
    long seconds = Long.getLong("athanor.measure.seconds");
    Node node = Nodes.localhost();
    Mark mark = new Mark("overhead-" + ProcessHandle.current().pid());
    Mark agents = new Mark(mark.id() + "-agent");
    List<NodeProcess> framework = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      framework.add(node.start(mark, Command.of("sleep", "1000")));
    }
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classPath = System.getProperty("java.class.path");
    for (int i = 0; i < JVMS; i++) {
      framework.add(
          node.start(
              mark, Command.of(java, "-Xmx64m", "-cp", classPath, SlowGarbage.class.getName())));
    }
    NodeMonitors.Settings settings =
        new NodeMonitors.Settings(
            Set.of(Monitor.values()), List.of(), Duration.ofSeconds(1), directory + "/node");
    try (NodeMonitors monitors = NodeMonitors.start(List.of(node), agents, settings)) {
      ProcessHandle agent = agent(agents);
      double started = cpuSeconds(agent);
      NodeUse use;
      List<Double> shares = new ArrayList<>();
      try (MonitoredTrial trial =
          monitors.begin(List.of(node), Set.of(mark), directory, directory)) {
        double last = started;
        for (long part = 0; part < 3; part++) {
          Thread.sleep(seconds * 1000 / 3);
          double now = cpuSeconds(agent);
          shares.add((now - last) / (seconds / 3.0) * 100);
          last = now;
        }
        use = trial.end().get(0);
      }
      SampleTable samples = SampleTable.read(directory.resolve(use.samples()));
      assertThat(samples.rows()).isGreaterThanOrEqualTo((int) seconds - 1);
      double share = shares.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      System.out.printf(
          "%d columns, %d rows, %.0f processes of the framework, %d on the machine%nagent: %.2f %%"
              + " of one core over %d s (thirds: %s), %.2f s to start, %d MB resident%n",
          samples.columns().size(),
          samples.rows(),
          samples.values(Metric.PROCESSES_OWN).orElseThrow()[samples.rows() - 1],
          ProcessHandle.allProcesses().count(),
          share,
          seconds,
          shares.stream().map("%.2f"::formatted).toList(),
          started,
          residentMegabytes(agent));
      assertThat(share).isLessThan(1);
    } finally {
      node.endAll(mark, Duration.ZERO);
      for (NodeProcess process : framework) {
        process.exit().get();
      }
    }
  }

  private static ProcessHandle agent(Mark mark) {
    try (Stream<ProcessHandle> children = ProcessHandle.current().descendants()) {
      return children
          .filter(
              process -> process.info().commandLine().orElse("").contains("athanor.agent.Agent "))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no agent with mark " + mark.id()));
    }
  }

  /** CPU time of the process, to 10 ms, and of its children such as perf. */
  private static double cpuSeconds(ProcessHandle process) throws Exception {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int field = 11; field < 15; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    return ticks / 100.0;
  }

  private static long residentMegabytes(ProcessHandle process) throws Exception {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }

  /** Fills its young generation again and again, but uses little CPU time. */
  static final class SlowGarbage {
    private SlowGarbage() {}

    public static void main(String[] arguments) throws InterruptedException {
      List<byte[]> kept = new ArrayList<>();
      while (true) {
        kept.add(new byte[500_000]);
        if (kept.size() > 20) {
          kept.clear();
        }
        Thread.sleep(20);
      }
    }
  }
}
