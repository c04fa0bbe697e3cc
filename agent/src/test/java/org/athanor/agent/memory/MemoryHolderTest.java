// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the process with 64 MB. */
class MemoryHolderTest {
  private static final long BYTES = 64L << 20;
  private static final long SECONDS = 60;

  private final List<Process> started = new ArrayList<>();

  private Process start(long bytes) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MemoryHolder.class.getName(),
                Long.toString(bytes))
            .start();
    started.add(process);
    return process;
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static ProcessHandle onlyChild(Process process) {
    List<ProcessHandle> children = process.children().toList();
    assertThat(children).hasSize(1);
    return children.get(0);
  }

  private static long residentBytes(ProcessHandle process) throws IOException {
    String status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
    Matcher resident = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$").matcher(status);
    assertThat(resident.find()).isTrue();
    return Long.parseLong(resident.group(1)) << 10;
  }

  @Test
  void usesTheMemoryUntilTheTrialBegins() throws Exception {
    Process holder = start(BYTES);
    BufferedReader output = output(holder);
    assertThat(output.readLine()).isEqualTo(MemoryHolder.HELD);
    ProcessHandle slice = onlyChild(holder);
    assertThat(residentBytes(slice)).isGreaterThan(BYTES);

    holder.getOutputStream().write('\n');
    holder.getOutputStream().flush();

    assertThat(output.readLine()).isEqualTo(MemoryHolder.RELEASED);
    slice.onExit().get(SECONDS, TimeUnit.SECONDS);
    holder.getOutputStream().close();
    assertThat(holder.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(holder.exitValue()).isZero();
  }

  @Test
  void itsProcessesEndWithItEvenIfItIsKilled() throws Exception {
    Process holder = start(BYTES);
    assertThat(output(holder).readLine()).isEqualTo(MemoryHolder.HELD);
    ProcessHandle slice = onlyChild(holder);

    holder.destroyForcibly();

    slice.onExit().get(SECONDS, TimeUnit.SECONDS);
    assertThat(slice.isAlive()).isFalse();
  }

  /** The process that uses the memory is stopped before it has it, so it never would. */
  @Test
  void endsAtTheEndOfItsInputAlsoBeforeTheMemoryIsUsed() throws Exception {
    Process holder = startWithStoppedSlice();
    ProcessHandle slice = onlyChild(holder);
    holder.getOutputStream().close();
    assertThat(holder.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(holder.exitValue()).isZero();
    assertThat(output(holder).readLine()).isNull();
    assertThat(holder.getErrorStream().readAllBytes()).isEmpty();
    slice.onExit().get(SECONDS, TimeUnit.SECONDS);
  }

  private Process startWithStoppedSlice() throws Exception {
    for (int attempt = 0; attempt < 20; attempt++) {
      Process holder = start(BYTES);
      while (holder.isAlive() && holder.children().noneMatch(MemoryHolderTest::isSlice)) {
        Thread.onSpinWait();
      }
      ProcessHandle slice = onlyChild(holder);
      new ProcessBuilder("kill", "-STOP", Long.toString(slice.pid())).start().waitFor();
      if (residentBytes(slice) < BYTES) {
        return holder;
      }
      holder.destroyForcibly().waitFor();
    }
    throw new AssertionError("the memory was always used before its process could be stopped");
  }

  /** Whether it executes the slice's program already; before, its start would not end. */
  private static boolean isSlice(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
          .contains(MemorySlice.class.getName());
    } catch (IOException ended) {
      return false;
    }
  }

  @Test
  void refusesMoreThanTheMachineHas() throws Exception {
    Process holder = start(1L << 50);
    assertThat(holder.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(holder.exitValue()).isEqualTo(1);
    assertThat(new String(holder.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .matches(
            "\\d+ MB of memory are available, 1073743104 MB are needed; end other programs, or use"
                + " a smaller warm.memory\n");
    assertThat(output(holder).readLine()).isNull();
  }

  @Test
  void largeMemoryIsDividedAmongFewProcesses() {
    assertThat(MemorySlice.sizes(64)).containsExactly(64);
    assertThat(MemorySlice.sizes(1023)).containsExactly(1023);
    assertThat(MemorySlice.sizes(1024)).containsExactly(512, 512);
    assertThat(MemorySlice.sizes(400_000)).hasSize(16).containsOnly(25_000);
  }

  @Test
  void readsTheKernelsFile() throws IOException {
    String text =
        "MemTotal:       24665652 kB\nMemFree:         2097152 kB\nMemAvailable:    4194305 kB\n";
    assertThat(MemoryState.parse(text)).isEqualTo(new MemoryState(2048, 4096));
    assertThatThrownBy(() -> MemoryState.parse("MemFree: 1 kB\n"))
        .hasMessage("/proc/meminfo: has no MemAvailable");
  }
}
