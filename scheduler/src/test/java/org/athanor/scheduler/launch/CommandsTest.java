// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CommandsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path directory;

  private final Commands commands;

  CommandsTest() throws Exception {
    commands = new Commands(Duration.ofMillis(200));
  }

  private Optional<String> run(Duration limit, String... words) throws Exception {
    return commands.run("test:" + directory, List.of(words), limit, () -> false);
  }

  /** A process that has ended, and whose parent has not asked how, does not run. */
  private static boolean runs(long pid) throws Exception {
    LinuxProcesses processes = new LinuxProcesses();
    var process = processes.process(pid);
    return process.isPresent() && processes.isAlive(process.get());
  }

  @Test
  void noShellReadsTheWords() throws Exception {
    Path file = directory.resolve("$HOME; x");
    assertThat(run(LONG, "touch", file.toString())).isEmpty();
    assertThat(file).exists();
  }

  @Test
  void saysWhyACommandFailed() throws Exception {
    assertThat(run(LONG, "sh", "-c", "yes | head -c 300000; echo; echo no power >&2; exit 3"))
        .contains("sh ended with code 3: no power");
    assertThat(run(LONG, "false")).contains("false ended with code 1");
    assertThat(run(LONG, "/no/such"))
        .hasValueSatisfying(why -> assertThat(why).contains("/no/such ended with code 127"));
  }

  @Test
  void endsWhatTakesTooLongWithAllThatItHasStarted() throws Exception {
    String script = "trap '' TERM; (trap '' TERM; exec sleep 300) & echo $!; sleep 300";
    Path file = directory.resolve("child");
    assertThat(run(Duration.ofSeconds(1), "sh", "-c", script.replace("$!;", "$! > " + file + ";")))
        .contains("sh took longer than 1s");
    long child = Long.parseLong(Files.readString(file).strip());
    assertThat(runs(child)).isFalse();
  }

  @Test
  void whatACommandLeavesRunningGoesOnUntilItIsEnded() throws Exception {
    Path file = directory.resolve("daemon");
    assertThat(run(LONG, "sh", "-c", "sleep 300 & echo $! > " + file)).isEmpty();
    long daemon = Long.parseLong(Files.readString(file).strip());
    assertThat(runs(daemon)).isTrue();
    assertThat(commands.end("test:" + directory)).isTrue();
    assertThat(runs(daemon)).isFalse();
  }

  @Test
  void endsACommandThatIsNotWantedAnyMore() throws Exception {
    assertThat(commands.run("test:" + directory, List.of("sleep", "300"), LONG, () -> true))
        .contains("sleep was ended");
  }
}
