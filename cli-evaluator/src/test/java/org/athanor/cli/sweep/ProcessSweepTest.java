// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Sources;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.RunOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessSweepTest {
  private static final int SECONDS = 60;

  private static final String SCENARIO =
      """
      name: small
      cluster:
        nodes:
          worker:
            count: 3
            cores: 2
            clock: 1 GHz
            link: 1 Gbit/s
            containers: 2
            devices:
              disk: {type: disk, read: 100 MB/s, write: 100 MB/s, capacity: 1000t}
      jobs:
        - {name: sort, input: 512m, reduces: 2, shuffle: 512m, output: 512m, times: TIMES, every: 1s}
      """;

  @TempDir private Path directory;

  private Path write(int times) throws Exception {
    String text = SCENARIO.replace("TIMES", "" + times);
    return Files.writeString(directory.resolve("s.yaml"), text);
  }

  private static List<SweepItem> items(Path file) {
    return SweepItem.of(
        ScenarioFile.read(file, OptionalLong.empty(), Sources.none()).variants(), 1);
  }

  private static String digest(Path file) {
    return ScenarioFile.read(file, OptionalLong.empty(), Sources.none()).digest();
  }

  /** It would be another scenario than the one that was shown and compared. */
  @Test
  void aFileThatHasChangedIsRefused() throws Exception {
    Path file = write(3);
    List<SweepItem> items = items(file);
    String before = digest(file);
    write(4);
    Sweep sweep =
        new ProcessSweep(file, before, Map.of(), false, (index, jobs) -> {}).run(items, 1);
    assertThat(sweep.outcomes().get(0).failure())
        .contains(file + ": has changed since the first variant was started");
  }

  /** The whole result comes through the pipe, bit for bit, with its time line. */
  @Test
  void hasTheSameResultsAsThreads() throws Exception {
    Path file = write(3);
    List<SweepItem> items = items(file);
    int[] ended = new int[1];
    Sweep processes =
        new ProcessSweep(file, digest(file), Map.of(), true, (index, jobs) -> ended[0] += jobs)
            .run(items, 1);
    Sweep threads = Sweep.inThreads(items, 1, true, (index, jobs) -> {});
    assertThat(processes.outcomes().get(0).failure()).isEmpty();
    assertThat(processes.outcomes().get(0).result())
        .isEqualTo(threads.outcomes().get(0).result())
        .isPresent();
    assertThat(ended[0]).isEqualTo(3);
  }

  /** Would take minutes, but its reader is interrupted when the first jobs have ended. */
  @Test
  void leavesNoProcessWhenItIsInterrupted() throws Exception {
    Path file = write(100_000);
    Thread here = Thread.currentThread();
    ProcessSweep sweep =
        new ProcessSweep(file, digest(file), Map.of(), false, (index, jobs) -> here.interrupt());
    List<ProcessHandle> before = ProcessHandle.current().children().toList();
    assertThatThrownBy(() -> sweep.run(items(file), 1)).isInstanceOf(InterruptedException.class);
    for (ProcessHandle child : ProcessHandle.current().children().toList()) {
      if (!before.contains(child)) {
        child.onExit().get(SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  /** As if the process that started it had been killed: its end of the pipe is closed. */
  @Test
  void aProcessEndsWithItsParent() throws Exception {
    Path file = write(100_000);
    Variant variant = items(file).get(0).variant();
    Process process =
        new ProcessBuilder(
                new ProcessSweep(file, digest(file), Map.of(), false, (index, jobs) -> {})
                    .command(new SweepItem(variant, 1)))
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.getInputStream().read()).isEqualTo('{');
      process.getOutputStream().close();
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }

  private static RunOutcome outcome(String script) throws Exception {
    return new VariantProcess(new ProcessBuilder("sh", "-c", script).start()).await(jobs -> {});
  }

  @Test
  void theLastWordsOfAProcessSayWhyItFailed() throws Exception {
    assertThat(outcome("echo '{\"jobs\":1,'; echo; exit 3").failure())
        .isEqualTo("its process ended with exit code 3 and without a result");
    String words =
        "echo 'Picked up JAVA_TOOL_OPTIONS: -Xmx1g' >&2;"
            + "echo 'java.lang.OutOfMemoryError: Java heap space' >&2;"
            + "printf '\\tat org.athanor.Main.main\\n\\n' >&2;";
    assertThat(outcome(words + "kill -9 $$").failure())
        .isEqualTo(
            "its process was ended by signal 9: java.lang.OutOfMemoryError: Java heap space");
  }
}
