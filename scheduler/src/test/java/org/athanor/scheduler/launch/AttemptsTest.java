// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.run.ProcessId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With real processes, also hostile ones. */
@Timeout(60)
class AttemptsTest {
  @TempDir Path directory;
  private Attempts attempts;
  private final LinuxProcesses processes = new LinuxProcesses();
  private String tag;

  AttemptsTest() throws IOException {}

  @BeforeEach
  void begin() throws IOException {
    attempts = new Attempts(Duration.ofMillis(300));
    tag = "athanor-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  }

  @AfterEach
  void nothingRemains() throws IOException {
    attempts.close();
    assertThat(processes.membersOf(tag)).isEmpty();
  }

  private CompletableFuture<Attempts.End> start(String script) throws IOException {
    CompletableFuture<Attempts.End> end = spawn(script);
    attempts.go(tag);
    return end;
  }

  private ProcessId start(Path own, Driver driver, Attempts.Listener listener) throws IOException {
    ProcessId wrapper = attempts.spawn(tag, own, driver);
    attempts.watch(tag, listener);
    return wrapper;
  }

  private CompletableFuture<Attempts.End> spawn(String script) throws IOException {
    CompletableFuture<Attempts.End> end = new CompletableFuture<>();
    Driver driver = new Driver(List.of("sh", "-c", script), Map.of("WORD", "a b"), directory);
    start(directory.resolve("own"), driver, end::complete);
    return end;
  }

  private static Attempts.End await(CompletableFuture<Attempts.End> end) throws Exception {
    return end.get(30, TimeUnit.SECONDS);
  }

  /** Waits until a driver has made a file. */
  private void awaitFile(String name) throws InterruptedException {
    while (!Files.exists(directory.resolve(name))) {
      TimeUnit.MILLISECONDS.sleep(5); // another process makes it
    }
  }

  @Test
  void tellsTheExitCodeAndKeepsTheOutput() throws Exception {
    assertThat(await(start("echo \"$WORD\"; echo oops >&2; exit 7")))
        .isEqualTo(new Attempts.End.Exited(7));
    assertThat(directory.resolve("own/stdout")).hasContent("a b\n");
    assertThat(new AttemptOutput(directory.resolve("own")).lastError()).contains("oops");
  }

  @Test
  void doesNotStartADriverWithoutTheWord() throws Exception {
    CompletableFuture<Attempts.End> end = spawn("touch started");
    attempts.kill(tag);
    assertThat(await(end)).isEqualTo(new Attempts.End.NeverStarted());
    assertThat(directory.resolve("started")).doesNotExist();
  }

  /** Nobody can tell such an attempt to go, and its end is told all the same, once. */
  @Test
  void doesNotStartADriverWhoseWrapperWasKilledBeforeTheWord() throws Exception {
    for (int i = 0; i < 20; i++) {
      CompletableFuture<Attempts.End> end = new CompletableFuture<>();
      Driver driver = new Driver(List.of("touch", "started"), Map.of(), directory);
      ProcessId wrapper = attempts.spawn(tag, directory.resolve("own-" + i), driver);
      Process kill = new ProcessBuilder("kill", "-KILL", Long.toString(wrapper.pid())).start();
      if (i % 2 == 0) {
        kill.waitFor(); // else go comes when it may be dying
      }
      attempts.watch(tag, it -> assertThat(end.complete(it)).isTrue());
      attempts.go(tag);
      Attempts.End told = await(end);
      kill.waitFor();
      if (i % 2 == 0) {
        assertThat(told).isEqualTo(new Attempts.End.Vanished());
        assertThat(directory.resolve("started")).doesNotExist();
        assertThat(directory.resolve("own-" + i).resolve("command")).doesNotExist();
      }
      Files.deleteIfExists(directory.resolve("started"));
    }
  }

  @Test
  void endsADriverThatIgnoresSigterm() throws Exception {
    CompletableFuture<Attempts.End> end =
        start("trap '' TERM; touch ready; while :; do sleep 1; done");
    awaitFile("ready");
    attempts.kill(tag);
    assertThat(await(end)).isEqualTo(new Attempts.End.Exited(137));
  }

  @Test
  void endsChildrenThatHaveLeftTheSession() throws Exception {
    CompletableFuture<Attempts.End> end =
        start("setsid sh -c \"trap '' TERM; touch ready; sleep 100; sleep 100\" & wait");
    awaitFile("ready");
    attempts.kill(tag);
    assertThat(await(end)).isInstanceOf(Attempts.End.Exited.class);
    assertThat(processes.membersOf(tag)).isEmpty();
  }

  @Test
  void endsWhatADriverLeavesBehindBeforeItTellsTheEnd() throws Exception {
    CompletableFuture<Attempts.End> end =
        start("sleep 100 & setsid sleep 100 & while ! [ -s own/process ]; do :; done; exit 0");
    assertThat(await(end)).isEqualTo(new Attempts.End.Exited(0));
    assertThat(processes.membersOf(tag)).isEmpty();
  }

  @Test
  void keepsMegabytesOfOutputOutOfMemory() throws Exception {
    assertThat(
            await(start("head -c 20000000 /dev/zero | tr '\\0' x; head -c 5000000 /dev/zero >&2")))
        .isEqualTo(new Attempts.End.Exited(0));
    assertThat(Files.size(directory.resolve("own/stdout"))).isEqualTo(20_000_000);
    assertThat(new AttemptOutput(directory.resolve("own")).lastError())
        .hasValueSatisfying(line -> assertThat(line).hasSize(300));
  }

  @Test
  void waitsForADriverWhoseWrapperWasKilled() throws Exception {
    CompletableFuture<Attempts.End> end = new CompletableFuture<>();
    Driver driver =
        new Driver(
            List.of(
                "sh", "-c", "touch ready; while ! [ -e stop ]; do sleep 0.05; done; touch done"),
            Map.of(),
            directory);
    ProcessId wrapper = start(directory.resolve("own"), driver, end::complete);
    attempts.go(tag);
    awaitFile("ready");
    processes.signal(wrapper, true);
    assertThat(end).isNotDone();
    Files.createFile(directory.resolve("stop"));
    assertThat(await(end)).isEqualTo(new Attempts.End.Vanished());
    assertThat(directory.resolve("done")).exists();
  }

  @Test
  void endsAWrapperThatCannotWriteTheExitCode() throws Exception {
    CompletableFuture<Attempts.End> end =
        start("rm own/exit.tmp; mkdir own/exit.tmp; touch done; exit 3");
    awaitFile("done");
    attempts.kill(tag);
    assertThat(await(end)).isEqualTo(new Attempts.End.Vanished());
  }

  @Test
  void attachesToAnAttemptOfAnEarlierScheduler() throws Exception {
    Driver driver =
        new Driver(
            List.of("sh", "-c", "while ! [ -e stop ]; do sleep 0.05; done; exit 3"),
            Map.of(),
            directory);
    ProcessId wrapper = start(directory.resolve("own"), driver, end -> {});
    attempts.go(tag);
    CompletableFuture<Attempts.End> end = new CompletableFuture<>();
    try (Attempts later = new Attempts(Duration.ofMillis(300))) {
      later.attach(tag, directory.resolve("own"), Optional.of(wrapper), end::complete);
      Files.createFile(directory.resolve("stop"));
      assertThat(await(end)).isEqualTo(new Attempts.End.Exited(3));
    }
  }

  @Test
  void doesNotTakeAnotherProcessForTheWrapper() throws Exception {
    ProcessId mine = processes.process(ProcessHandle.current().pid()).orElseThrow();
    CompletableFuture<Attempts.End> end = new CompletableFuture<>();
    ProcessId reused = new ProcessId(mine.pid(), mine.startTicks() - 1, mine.boot());
    attempts.attach(tag, directory.resolve("none"), Optional.of(reused), end::complete);
    assertThat(await(end)).isEqualTo(new Attempts.End.Vanished());
  }

  @Test
  void takesADamagedExitCodeForNone() throws Exception {
    for (String damaged : List.of("", "\0\0\0", "reserved")) {
      Path own = Files.createDirectories(directory.resolve("own"));
      Files.writeString(own.resolve("exit"), damaged);
      CompletableFuture<Attempts.End> end = new CompletableFuture<>();
      attempts.attach(tag, own, Optional.empty(), end::complete);
      attempts.kill(tag);
      assertThat(await(end)).as(damaged).isEqualTo(new Attempts.End.Vanished());
    }
  }

  @Test
  void waitsUntilTheExitCodeCanBeWritten() throws Exception {
    CompletableFuture<Attempts.End> end =
        start("mkdir own/exit; mv own/exit.tmp own/kept; mkdir own/exit.tmp; touch ready; exit 5");
    awaitFile("ready");
    TimeUnit.MILLISECONDS.sleep(300); // the wrapper tries, and must not have given up
    assertThat(end).isNotDone();
    assertThat(processes.membersOf(tag)).isNotEmpty();
    Files.delete(directory.resolve("own/exit"));
    Files.delete(directory.resolve("own/exit.tmp"));
    assertThat(await(end)).isEqualTo(new Attempts.End.Exited(5));
  }

  @Test
  void refusesADirectoryWhereAnAttemptWasStarted() throws Exception {
    Driver driver = new Driver(List.of("touch", "started"), Map.of(), directory);
    for (String trace : List.of("process", "exit")) {
      Path own = Files.createDirectories(directory.resolve("old-" + trace));
      Files.writeString(own.resolve(trace), "0\n");
      assertThatThrownBy(() -> start(own, driver, end -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(own.resolve(trace).toString());
    }
    assertThat(directory.resolve("started")).doesNotExist();
  }

  @Test
  void keepsTheCommandOutOfTheWrappersArguments() throws Exception {
    Path conf = Files.createDirectories(directory.resolve("own/conf"));
    Files.writeString(conf.resolve("core-site.xml"), "secret");
    CompletableFuture<Attempts.End> end = new CompletableFuture<>();
    Driver driver =
        new Driver(List.of("printf", "%s|", "it's", "", "a\nb $HOME", "ü"), Map.of(), directory);
    ProcessId wrapper = start(directory.resolve("own"), driver, end::complete);
    assertThat(LinuxProcesses.read(Path.of("/proc/" + wrapper.pid()), "cmdline").orElseThrow())
        .doesNotContain("it's");
    assertThat(directory.resolve("own/command")).doesNotExist();
    attempts.go(tag);
    assertThat(await(end)).isEqualTo(new Attempts.End.Exited(0));
    assertThat(directory.resolve("own/stdout")).hasContent("it's||a\nb $HOME|ü|");
    assertThat(conf).doesNotExist();
  }

  @Test
  void tellsNoEndBeforeItIsWatched() throws Exception {
    Driver driver = new Driver(List.of("true"), Map.of(), directory);
    ProcessId wrapper = attempts.spawn(tag, directory.resolve("own"), driver);
    attempts.kill(tag);
    while (processes.isAlive(wrapper)) {
      TimeUnit.MILLISECONDS.sleep(5); // another process ends
    }
    CompletableFuture<Attempts.End> end = new CompletableFuture<>();
    attempts.watch(tag, end::complete);
    assertThat(await(end)).isEqualTo(new Attempts.End.NeverStarted());
  }

  @Test
  void killsAnAttemptThatItDoesNotWatchYet() throws Exception {
    Driver driver = new Driver(List.of("sh", "-c", "touch ready; sleep 100"), Map.of(), directory);
    ProcessId wrapper = start(directory.resolve("own"), driver, end -> {});
    attempts.go(tag);
    awaitFile("ready");
    CompletableFuture<Attempts.End> end = new CompletableFuture<>();
    try (Attempts later = new Attempts(Duration.ofMillis(300))) {
      later.attach(tag, directory.resolve("own"), Optional.of(wrapper), end::complete);
      later.kill(tag);
      assertThat(await(end)).isEqualTo(new Attempts.End.Exited(143));
    }
  }

  @Test
  void onlyTakesAMissingProcessForAnEndedOne() throws Exception {
    assertThat(LinuxProcesses.read(directory.resolve("0"), "stat")).isEmpty();
    Files.createDirectories(directory.resolve("1/stat"));
    assertThatThrownBy(() -> LinuxProcesses.read(directory.resolve("1"), "stat"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void saysWhyAWrapperCannotStart() {
    Driver driver = new Driver(List.of("true"), Map.of(), directory.resolve("none"));
    assertThatThrownBy(() -> start(directory.resolve("own"), driver, end -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none");
  }
}
