// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.athanor.agent.Monitor;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.results.Metric;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable;
import org.athanor.results.Total;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real agents on this machine. */
class NodeMonitorsTest {

  /** Counts up in a shell, then prints the kernel's account of the shell and of its children. */
  private static final String BUSY =
      "i=0; while [ $i -lt 700000 ]; do i=$((i+1)); done; "
          + "(j=0; while [ $j -lt 700000 ]; do j=$((j+1)); done); times";

  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path directory;
  private final Node node = Nodes.localhost();
  private final String id = "test-" + ProcessHandle.current().pid() + "-" + hashCode();
  private final Mark agents = new Mark(id + "-agents");
  private final Mark mark = new Mark(id);

  @BeforeAll
  static void onLinux() {
    assumeTrue(Files.exists(Path.of("/proc/stat")), "needs Linux");
  }

  private NodeMonitors start(Set<Monitor> monitors) throws Exception {
    return NodeMonitors.start(
        List.of(node),
        agents,
        new NodeMonitors.Settings(
            monitors, List.of(), Duration.ofMillis(200), directory.resolve("node").toString()));
  }

  private MonitoredTrial begin(NodeMonitors monitors) throws Exception {
    return monitors.begin(
        List.of(node), Set.of(mark), directory, directory.resolve("trials/hadoop-sort-1n-r1"));
  }

  private SampleTable samples(NodeUse use) throws IOException {
    return SampleTable.read(directory.resolve(use.samples()));
  }

  @Test
  void countsTheTimeOfTheFrameworkSeparatelyFromThatOfOthers() throws Exception {
    try (NodeMonitors monitors = start(Set.of())) {
      double busyBefore = busySeconds();
      NodeUse use;
      double own;
      double other;
      try (MonitoredTrial trial = begin(monitors)) {
        Path stranger = stranger(BUSY);
        CommandResult result = node.run(mark, Command.of("sh", "-c", BUSY), LONG);
        own = seconds(result.output());
        other = seconds(Files.readString(stranger));
        use = trial.end().get(0);
      }
      double busy = busySeconds() - busyBefore;
      double tolerance = 0.1 + 0.05 * busy;
      assertThat(value(use, Total.CPU_OWN)).isBetween(own - 0.05, own + 0.05 + 0.02 * own);
      assertThat(value(use, Total.CPU_OTHER)).isBetween(other - tolerance, busy - own + tolerance);
      assertThat(value(use, Total.CPU_STOLEN)).isNotNegative();
    }
  }

  /**
   * Starts a process that belongs neither to the framework nor to the runner: its parent ends at
   * once. Returns the pipe from which its output can be read.
   */
  private Path stranger(String script) throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    new ProcessBuilder("sh", "-c", "setsid sh -c '" + script + "' > " + pipe + " &").start();
    return pipe;
  }

  /** The sum of what {@code times} prints: {@code 0m1.25s} four times. */
  private static double seconds(String times) {
    double sum = 0;
    for (String time : times.strip().split("\\s+", -1)) {
      String[] parts = time.replace("s", "").split("m", -1);
      sum += Integer.parseInt(parts[0]) * 60 + Double.parseDouble(parts[1]);
    }
    return sum;
  }

  private static double busySeconds() throws IOException {
    String[] cpu = Files.readAllLines(Path.of("/proc/stat")).get(0).split("\\s+", -1);
    return (Long.parseLong(cpu[1]) + Long.parseLong(cpu[2]) + Long.parseLong(cpu[3])) / 100.0;
  }

  private static double value(NodeUse use, Total total) {
    assertThat(use.totals().get(total)).as(total.id()).isInstanceOf(Reading.Value.class);
    return ((Reading.Value) use.totals().get(total)).amount();
  }

  private static String reason(NodeUse use, Total total) {
    assertThat(use.totals().get(total)).as(total.id()).isInstanceOf(Reading.Unavailable.class);
    return ((Reading.Unavailable) use.totals().get(total)).reason();
  }

  @Test
  void everyTotalIsAValueOrTheReasonWhyThereIsNone() throws Exception {
    try (NodeMonitors monitors = start(Set.of(Monitor.values()))) {
      Map<String, String> unavailable = monitors.unavailable(node.name());
      NodeUse use;
      try (MonitoredTrial trial = begin(monitors)) {
        node.run(mark, Command.of("sh", "-c", BUSY), LONG);
        use = trial.end().get(0);
      }
      assertThat(use.totals().keySet()).containsExactlyInAnyOrder(Total.values());
      use.totals()
          .forEach(
              (total, reading) -> {
                if (reading instanceof Reading.Unavailable because) {
                  assertThat(because.reason()).as(total.id()).isNotBlank().doesNotContain("\n");
                } else {
                  assertThat(((Reading.Value) reading).unit()).isEqualTo(total.unit());
                }
              });
      assertThat(unavailable.keySet()).isSubsetOf(ids(Set.of(Monitor.values())));
      assertThat(reason(use, Total.JVM_GC)).isEqualTo("the framework ran no JVM");

      SampleTable samples = samples(use);
      assertThat(use.samples()).isEqualTo("trials/hadoop-sort-1n-r1/samples-localhost.csv");
      assertThat(samples.rows()).isGreaterThan(0);
      assertThat(samples.seconds()).isSorted();
      assertThat(list(samples.values(Metric.CPU_OWN).orElseThrow()))
          .allSatisfy(share -> assertThat(share).isBetween(0.0, 101.0))
          .anySatisfy(share -> assertThat(share).isGreaterThan(1));
      assertThat(list(samples.values(Metric.PROCESSES_OWN).orElseThrow()))
          .anySatisfy(count -> assertThat(count).isPositive());
    }
  }

  private static List<String> ids(Set<Monitor> monitors) {
    return monitors.stream().map(Monitor::id).toList();
  }

  @Test
  void aMonitorThatWasNotRequestedIsUnavailableForThatReason() throws Exception {
    try (NodeMonitors monitors = start(Set.of(Monitor.MEMORY))) {
      NodeUse use;
      try (MonitoredTrial trial = begin(monitors)) {
        use = trial.end().get(0);
      }
      assertThat(reason(use, Total.ENERGY_DRAM))
          .isEqualTo("monitor energy is not among those of the experiment");
      assertThat(monitors.unavailable(node.name()))
          .containsEntry("energy", "is not among the monitors of the experiment")
          .doesNotContainKeys("cpu", "processes", "memory");
    }
  }

  @Test
  void ifAnAgentIsKilledOnlyTheReadingsOfItsTrialAreUnavailable() throws Exception {
    try (NodeMonitors monitors = start(Set.of())) {
      NodeUse killed;
      try (MonitoredTrial trial = begin(monitors)) {
        node.endAll(agents, Duration.ZERO);
        killed = trial.end().get(0);
      }
      assertThat(killed.totals().keySet()).containsExactlyInAnyOrder(Total.values());
      assertThat(reason(killed, Total.CPU_OWN))
          .startsWith("the monitoring agent on localhost ended with status ");
      assertThat(directory.resolve(killed.samples())).exists();

      NodeUse next;
      try (MonitoredTrial trial = begin(monitors)) {
        next = trial.end().get(0);
      }
      assertThat(value(next, Total.CPU_OWN)).isLessThan(0.01);
    }
  }

  @Test
  void ifAnAgentCannotBeStartedTheTrialGoesOnAndTheReadingsSayWhy() throws Exception {
    Path file = Files.createFile(directory.resolve("node"));
    try (NodeMonitors monitors = start(Set.of())) {
      assertThat(monitors.unavailable(node.name()).keySet())
          .containsExactlyInAnyOrderElementsOf(ids(Set.of(Monitor.values())));
      try (MonitoredTrial trial = begin(monitors)) {
        assertThat(reason(trial.end().get(0), Total.CPU_OWN)).contains(file.toString());
      }
    }
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  @Test
  void readsTheCollectorOfEachJvm() throws Exception {
    try (NodeMonitors monitors = start(Set.of(Monitor.JVM))) {
      NodeUse use;
      try (MonitoredTrial trial = begin(monitors)) {
        CommandResult result = java("-XX:+UseParallelGC", "-Xmx200m");
        assertThat(result.output()).as(result.errors()).contains("collected");
        use = trial.end().get(0);
      }
      // 20 MB are reachable at each of its five collections.
      assertThat(value(use, Total.JVM_GC)).isPositive();
      assertThat(value(use, Total.JVM_HEAP_PEAK)).isBetween(20e6, 200e6);
      SampleTable samples = samples(use);
      assertThat(list(samples.values(Metric.JVM_HEAP).orElseThrow()))
          .anySatisfy(heap -> assertThat(heap).isBetween(20e6, 200e6));
    }
  }

  @Test
  void aJvmWithoutCountersMakesTheirTotalUnavailable() throws Exception {
    try (NodeMonitors monitors = start(Set.of(Monitor.JVM))) {
      try (MonitoredTrial trial = begin(monitors)) {
        java("-XX:-UsePerfData", "-Xmx200m");
        assertThat(reason(trial.end().get(0), Total.JVM_GC))
            .contains("JVM with pid ", "-XX:-UsePerfData");
      }
    }
  }

  private CommandResult java(String... options) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    arguments.addAll(List.of(options));
    arguments.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Collecting.class.getName()));
    return node.run(mark, Command.of(arguments.toArray(String[]::new)), LONG);
  }

  @Test
  void theAgentEndsWhenItsRunnerIsKilled() throws Exception {
    Process runner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RunnerToKill.class.getName(),
                agents.id(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = runner.inputReader()) {
      assertThat(output.readLine()).isEqualTo("monitoring");
      ProcessHandle agent =
          runner
              .descendants()
              .filter(
                  process ->
                      process.info().commandLine().orElse("").contains("athanor.agent.Agent "))
              .findFirst()
              .orElseThrow();
      // kill -9
      runner.destroyForcibly();
      agent.onExit().get(30, TimeUnit.SECONDS);
    }
  }
}
