// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Uses real processes: shells that execute one line after the other. The expected CPU time is what
 * the kernel reports to the shell itself.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessProbeTest {

  private static final String VARIABLE = "ATHANOR_TEST_MARK";
  private static final String LOOP = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";

  private final String mark = "probe-" + ProcessHandle.current().pid() + "-" + hashCode();
  private final List<Shell> shells = new ArrayList<>();
  private Shell agent;

  @BeforeEach
  void onLinux() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/stat")), "needs Linux");
    agent = shell(Optional.empty());
  }

  @AfterEach
  void end() throws Exception {
    for (Shell shell : shells) {
      shell.end();
    }
  }

  private Shell shell(Optional<String> marked) throws IOException {
    Shell shell = new Shell(marked);
    shells.add(shell);
    return shell;
  }

  private ProcessProbe open(boolean grouped) throws Exception {
    ProcessProbe probe =
        ProcessProbe.open(Host.here(), VARIABLE, agent.pid(), grouped, System::nanoTime);
    if (grouped) {
      assumeTrue(probe.inexact().isEmpty(), () -> "no cgroup: " + probe.inexact().orElse(""));
    }
    probe.lookFor(
        Set.of(mark),
        Optional.of(ProcessId.of(Path.of("/proc"), (int) ProcessHandle.current().pid())));
    return probe;
  }

  private static double own(ProcessProbe probe) throws IOException {
    Fixtures.sample(probe, 1);
    Map<Total, Reading> totals = probe.end();
    return ((Reading.Value) totals.get(Total.CPU_OWN)).amount();
  }

  @ParameterizedTest(name = "in a cgroup: {0}")
  @ValueSource(booleans = {true, false})
  void countsWhatTheFrameworkUsesSinceTheTrialsBegin(boolean grouped) throws Exception {
    try (ProcessProbe probe = open(grouped)) {
      Shell framework = shell(Optional.of(mark));
      Shell stranger = shell(Optional.of(mark + "-other"));
      framework.run(LOOP);
      probe.begin();
      double before = framework.seconds();
      framework.run(LOOP);
      stranger.run(LOOP);
      double used = framework.seconds() - before;
      assertThat(own(probe)).isBetween(used - 0.03, used + 0.03);
      assertThat(Fixtures.sample(probe, 1)).containsEntry("processes_own", 1.0);
    }
  }

  /** Thirty children and as many grandchildren, all of which start and end between two readings. */
  @ParameterizedTest(name = "in a cgroup: {0}")
  @ValueSource(booleans = {true, false})
  void countsProcessesThatStartAndEndBetweenTwoReadings(boolean grouped) throws Exception {
    String small = LOOP.replace("200000", "10000");
    try (ProcessProbe probe = open(grouped)) {
      Shell framework = shell(Optional.of(mark));
      probe.begin();
      double before = framework.seconds();
      for (int i = 0; i < 30; i++) {
        framework.run("sh -c '" + small + "; sh -c \"" + small.replace("$", "\\$") + "\"'");
      }
      double used = framework.seconds() - before;
      assertThat(used).isGreaterThan(0.1);
      assertThat(own(probe)).isBetween(used - 0.03, used + 0.03);
    }
  }

  /** A first process starts and ends during a trial, with readings in between. */
  @ParameterizedTest(name = "in a cgroup: {0}")
  @ValueSource(booleans = {true, false})
  void countsAFirstProcessUpToItsEnd(boolean grouped) throws Exception {
    try (ProcessProbe probe = open(grouped)) {
      probe.begin();
      Shell framework = shell(Optional.of(mark));
      framework.run(LOOP);
      probe.look();
      framework.run(LOOP);
      double used = framework.seconds();
      framework.end();
      assertThat(own(probe)).isBetween(used - 0.03, used + 0.03);
    }
  }

  /** Such a process is no child of the agent, and not always one of the evaluator. */
  @Test
  void whatHasTheAgentsMarkIsNeitherTheFrameworksNorADisturbance() throws Exception {
    String own = mark + "-agent";
    agent = shell(Optional.of(own));
    Shell helper = shell(Optional.of(own));
    Shell stranger = shell(Optional.of(own + "-other"));
    try (ProcessProbe probe = open(false)) {
      probe.lookFor(Set.of(mark), Optional.empty());
      probe.begin();
      double before = helper.seconds();
      double strangerBefore = stranger.seconds();
      helper.run("sh -c '" + LOOP + "'");
      stranger.run(LOOP.replace("200000", "1000000"));
      double used = helper.seconds() - before;
      double strange = stranger.seconds() - strangerBefore;
      assertThat(own(probe)).isZero();
      assertThat(probe.accountedSeconds())
          .as("with what the kernel's threads have used meanwhile, but not the stranger")
          .isBetween(used - 0.03, used + strange / 2);
    }
  }

  /** The runner starts a process without the mark, which executes a program that gets it. */
  @Test
  void aProcessMayGetItsMarkAfterItWasFirstSeen() throws Exception {
    try (ProcessProbe probe = open(false)) {
      probe.begin();
      Shell framework = shell(Optional.empty());
      probe.look();
      framework.run("export " + VARIABLE + "=" + mark);
      framework.executeShell();
      framework.run(LOOP);
      probe.look();
      assertThat(own(probe)).isBetween(framework.seconds() - 0.03, framework.seconds() + 0.03);
    }
  }

  /** A child that clears its environment still belongs to the framework. */
  @Test
  void childrenWithoutTheMarkBelongToTheFrameworkToo() throws Exception {
    try (ProcessProbe probe = open(false)) {
      Shell framework = shell(Optional.of(mark));
      probe.begin();
      framework.run("env -i sleep 1000 & echo $!");
      assertThat(Fixtures.sample(probe, 1)).containsEntry("processes_own", 2.0);
      framework.run("kill $!; wait");
      assertThat(Fixtures.sample(probe, 1)).containsEntry("processes_own", 1.0);
    }
  }

  @Test
  void theAgentAndTheRunnerAreNoDisturbance() throws Exception {
    try (ProcessProbe probe = open(false)) {
      probe.begin();
      double before = agent.seconds();
      agent.run(LOOP);
      agent.run("sh -c '" + LOOP + "'");
      double used = agent.seconds() - before;
      assertThat(own(probe)).isZero();
      assertThat(probe.accountedSeconds()).isGreaterThan(used - 0.03);
    }
  }

  @Test
  void theCgroupIsRemovedAndItsProcessesGoOn() throws Exception {
    Shell framework = shell(Optional.of(mark));
    String group;
    try (ProcessProbe probe = open(true)) {
      probe.begin();
      group = framework.run("cat /proc/self/cgroup");
      assertThat(group).contains("athanor-" + agent.pid());
    }
    assertThat(framework.run("cat /proc/self/cgroup")).doesNotContain("athanor-");
  }

  /** A shell that answers each line, and reports the CPU time that the kernel counts for it. */
  private static final class Shell {
    private final Process process;
    private final Writer input;
    private final BufferedReader output;

    Shell(Optional<String> mark) throws IOException {
      ProcessBuilder builder = new ProcessBuilder("sh").redirectErrorStream(true);
      mark.ifPresent(value -> builder.environment().put(VARIABLE, value));
      process = builder.start();
      input = process.outputWriter();
      output = process.inputReader();
      run(":");
    }

    long pid() {
      return process.pid();
    }

    /** Runs a command to its end and returns what it printed. */
    String run(String command) throws IOException {
      write(command + "\necho done");
      return read();
    }

    private String read() throws IOException {
      StringBuilder printed = new StringBuilder();
      for (String line = output.readLine(); !line.equals("done"); line = output.readLine()) {
        printed.append(line).append('\n');
      }
      return printed.toString();
    }

    /** Executes another shell in the same process, with the variables exported so far. */
    void executeShell() throws IOException {
      write("exec sh -c 'echo done; exec sh'");
      read();
    }

    private void write(String command) throws IOException {
      input.write(command + "\n");
      input.flush();
    }

    /** Its CPU time and that of its children, to 10 ms. */
    double seconds() throws IOException {
      String[] fields =
          Files.readString(Path.of("/proc/" + pid() + "/stat")).split("\\) ", -1)[1].split(" ", -1);
      long ticks = 0;
      for (int field = 11; field < 15; field++) {
        ticks += Long.parseLong(fields[field]);
      }
      return ticks / 100.0;
    }

    void end() throws Exception {
      input.close();
      process.waitFor();
    }
  }
}
