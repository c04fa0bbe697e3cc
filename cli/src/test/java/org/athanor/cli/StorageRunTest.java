// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.athanor.cli.jobs.ShowTier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code athanor run --storage} with a script in the place of {@code athanor storage request}. */
@Timeout(120)
class StorageRunTest {
  /** Grants, holds what it has granted until its input ends, and says so in a file. */
  private static final String GRANTS =
      """
      echo doing waiting for the storage daemon
      echo note config-2 takes 5.0 s, but the temporary region has no room for it
      echo granted true
      echo configuration config-4
      echo tier ssd
      echo reason 8.0 s is the fastest that can be granted
      echo prefetchedFiles 0
      echo prefetchedBytes 0
      echo reservedBytes 2000000
      echo ready
      """;

  @TempDir private Path directory;
  private String jar;

  @BeforeEach
  void writeJar() throws IOException {
    jar = TestJar.write(directory.resolve("job.jar"), ShowTier.class, ShowTier.class).toString();
  }

  private void launcher(String script) throws IOException {
    Path home = Files.createDirectories(directory.resolve("home"));
    Path file = home.resolve("athanor");
    Files.writeString(
        file,
        "#!/bin/sh\necho \"$*\" >'%s/words'\n%s\ncat >/dev/null\necho >'%s/ended'\n"
            .formatted(directory, script, directory));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private List<String> jvm() {
    return List.of("-Dathanor.home=" + directory.resolve("home"));
  }

  private Athanor run(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(arguments));
    return Athanor.run(directory, jvm(), all.toArray(String[]::new));
  }

  private boolean hasEnded() {
    return Files.exists(directory.resolve("ended"));
  }

  @Test
  void runsTheJobAsItWasGranted() throws Exception {
    launcher(GRANTS);
    Athanor athanor =
        run("--storage", "auto", "--storage-input", "/in", jar, "return", "-x", "a b");
    assertThat(athanor.out()).isEqualTo("tier ssd\n");
    assertThat(athanor.err())
        .isEqualTo(
            """
            storage: config-4: 8.0 s is the fastest that can be granted; 2.0 MB reserved
            storage: config-2 takes 5.0 s, but the temporary region has no room for it
            """);
    assertThat(athanor.code()).isZero();
    assertThat(hasEnded()).isTrue();
    assertThat(directory.resolve("words"))
        .hasContent(
            "storage request --storage=auto --application=ShowTier --wait=120 --input=/in"
                + " -- return -x a b\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"throw", "exit"})
  void theRequestEndsHoweverTheDriverEnds(String how) throws Exception {
    launcher(GRANTS);
    Athanor athanor = run("--storage", "auto", jar, how);
    assertThat(athanor.code()).isEqualTo(how.equals("exit") ? 3 : 1);
    assertThat(hasEnded()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theRequestEndsWhenTheRunIsKilled(boolean forcibly) throws Exception {
    launcher(GRANTS);
    List<String> command =
        Athanor.command(directory, jvm(), "run", "--storage", "auto", jar, "hang");
    Process process =
        Athanor.builder(directory, command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("printed").toFile())
            .start();
    awaitFile(directory.resolve("begun"), process);
    assertThat(hasEnded()).isFalse();
    if (forcibly) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    awaitFile(directory.resolve("ended"), ProcessHandle.current());
  }

  private static void awaitFile(Path file, Process process) throws InterruptedException {
    awaitFile(file, process.toHandle());
  }

  private static void awaitFile(Path file, ProcessHandle process) throws InterruptedException {
    while (!Files.exists(file)) {
      assertThat(process.isAlive()).isTrue();
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void theSummaryHasWhatWasChosen() throws Exception {
    launcher(GRANTS);
    Athanor athanor = run("--json", "--quiet", "--storage", "config-4", jar, "return");
    assertThat(athanor.err()).isEqualTo("tier ssd\n");
    assertThat(athanor.out())
        .contains(
            """
              "storage": {
                "asked": "config-4",
                "granted": true,
                "configuration": "config-4",
                "intermediateTier": "ssd",
                "reason": "8.0 s is the fastest that can be granted",
                "prefetchedFiles": 0,
                "prefetchedBytes": 0,
                "reservedBytes": 2000000,
                "notes": [
                  "config-2 takes 5.0 s, but the temporary region has no room for it"
                ]
              },
            """);
  }

  @Test
  void theJobRunsWithoutWhatWasRefused() throws Exception {
    launcher("echo granted false\necho reason there is no daemon\necho ready");
    Athanor athanor = run("--storage", "auto", jar, "return");
    assertThat(athanor)
        .isEqualTo(new Athanor(0, "tier null\n", "storage: not used: there is no daemon\n"));
    assertThat(hasEnded()).isTrue();
  }

  @Test
  void theJobRunsIfTheProcessFails() throws Exception {
    launcher("exit 1");
    assertThat(run("--storage", "auto", jar, "return"))
        .isEqualTo(
            new Athanor(
                0,
                "tier null\n",
                "storage: not used: athanor storage has ended without an answer\n"));
    Files.delete(directory.resolve("home/athanor"));
    Athanor without = run("--storage", "auto", jar, "return");
    assertThat(without.code()).isZero();
    assertThat(without.err()).startsWith("storage: not used: athanor storage cannot be started: ");
  }

  @Test
  void aSettingOfTheUserHolds() throws Exception {
    launcher(GRANTS);
    Athanor athanor =
        run("-D", "athanor.intermediate.tier=disk", "--storage", "auto", jar, "return");
    assertThat(athanor.out()).isEqualTo("tier disk\n");
    assertThat(athanor.err())
        .endsWith("storage: -D athanor.intermediate.tier was given and holds\n");
  }

  @Test
  void wrongValuesAreRefused() throws Exception {
    assertThat(run("--storage", "ssd", jar, "return"))
        .isEqualTo(
            new Athanor(
                2, "", "athanor run: --storage=ssd: must be auto or config-1 to config-4\n"));
    assertThat(run("--storage", "auto", "--storage-wait", "0", jar, "return").err())
        .isEqualTo("athanor run: --storage-wait=0: must be 1 to 86400 seconds\n");
    assertThat(run("--storage", "auto", "--storage-input", "in", jar, "return").err())
        .isEqualTo("athanor run: --storage-input=in: must begin with /\n");
  }
}
