// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.athanor.cli.jobs.WaitingJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command in processes that are killed, and in directories that it cannot use. */
@Timeout(180)
class InterruptedRunTest {
  @TempDir private Path directory;
  private String jar;

  @BeforeEach
  void inputAndJar() throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve("in")).resolve("text"), "one\n");
    jar =
        TestJar.write(
                directory.resolve("job.jar"),
                WaitingJob.class,
                WaitingJob.class,
                WaitingJob.Waits.class)
            .toString();
  }

  private String[] arguments() {
    return new String[] {
      "run",
      "--quiet",
      "-Dhadoop.tmp.dir=" + directory.resolve("hadoop"),
      "-Dathanor.pool.size=8m",
      jar,
      "in",
      "out"
    };
  }

  /** Starts the job and returns once its map waits. */
  private Process startWaiting() throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no named pipes");
    Process process =
        Athanor.builder(directory, Athanor.command(directory, List.of(), arguments()))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("first").toFile())
            .start();
    assertThat(Files.readString(pipe)).isEqualTo("running\n");
    Files.delete(pipe);
    return process;
  }

  /** Private directories below the temporary ones. */
  private List<Path> left() throws IOException {
    List<Path> left = new ArrayList<>();
    for (String top : List.of("tmp", "hadoop")) {
      try (Stream<Path> all = Files.walk(directory.resolve(top))) {
        all.filter(path -> path.getFileName().toString().matches("athanor-\\w+-[0-9a-f]{32}"))
            .forEach(left::add);
      }
    }
    return left;
  }

  @Test
  void anInterruptedRunLeavesNothingAndCanBeRunAgain() throws Exception {
    Process process = startWaiting();
    assertThat(left()).hasSize(3);
    process.destroy(); // SIGTERM, which a JVM handles like Ctrl-C
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(left()).isEmpty();
    assertThat(directory.resolve("out")).doesNotExist();

    Athanor again = Athanor.run(directory, arguments());
    assertThat(again).isEqualTo(new Athanor(0, "", ""));
    assertThat(directory.resolve("out/_SUCCESS")).exists();
  }

  @Test
  void anInterruptedRunKeepsAnOutputDirectoryThatIsNotEmpty() throws Exception {
    Process process = startWaiting();
    Files.writeString(directory.resolve("out/of-somebody"), "");
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(directory.resolve("out/of-somebody")).exists();
    assertThat(directory.resolve("out/_temporary")).doesNotExist();
  }

  @Test
  void theNextRunRemovesTheFilesOfAKilledRun() throws Exception {
    Process killed = startWaiting();
    List<Path> ofKilled = left();
    assertThat(ofKilled).hasSize(3);
    killed.destroyForcibly().waitFor();
    assertThat(left()).containsExactlyInAnyOrderElementsOf(ofKilled);
    Files.move(directory.resolve("out"), directory.resolve("out-of-the-killed"));

    // A run may end before it has removed everything; the next run continues.
    Process waiting = startWaiting();
    for (Path leftover : ofKilled) {
      while (Files.exists(leftover)) {
        assertThat(waiting.isAlive()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).as("time is out").isFalse();
        Thread.onSpinWait();
      }
    }
    assertThat(left()).hasSize(3);
    waiting.destroy();
    assertThat(waiting.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(left()).isEmpty();
  }

  @Test
  void reportsInOneLineATemporaryDirectoryThatCannotBeUsed() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    String[] arguments = arguments();
    arguments[2] = "-Dhadoop.tmp.dir=" + file;
    Athanor athanor = Athanor.run(directory, arguments);
    assertThat(athanor.err())
        .isEqualToNormalizingNewlines(
            "athanor run: org.athanor.cli.jobs.WaitingJob failed: IOException: no directory can be"
                + " made in %s: %s exists already; set hadoop.tmp.dir to a directory that %s can"
                    .formatted(file, file, System.getProperty("user.name"))
                + " write; caused by FileAlreadyExistsException: "
                + file
                + "\n");
    assertThat(athanor.code()).isEqualTo(1);
  }

  /** As in containers with an arbitrary user identifier. */
  @Test
  void aUserWithoutANameCanRunJobs() throws Exception {
    // The capability lets the other user read the class path, which may be readable by root only.
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=54321",
                "--clear-groups",
                "--inh-caps=+dac_read_search",
                "--ambient-caps=+dac_read_search"));
    assumeTrue(canBeNameless(command), "only root can be another user");
    Files.setAttribute(directory, "unix:mode", 01777);
    command.addAll(
        Athanor.command(
            directory,
            List.of(),
            "run",
            "--quiet",
            "-Dhadoop.tmp.dir=" + directory.resolve("of-${user.name}"),
            jar,
            "in",
            "out"));
    Files.setAttribute(directory.resolve("tmp"), "unix:mode", 01777);
    Path printed = directory.resolve("printed");
    Process process =
        Athanor.builder(directory, command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    int code = process.waitFor();
    assertThat(Files.readString(printed)).isEmpty();
    assertThat(code).isZero();
    assertThat(directory.resolve("of-uid-54321/athanor/history")).exists();
    assertThat(directory.resolve("out/_SUCCESS")).exists();
  }

  private static boolean canBeNameless(List<String> setpriv) throws Exception {
    List<String> command = new ArrayList<>(setpriv);
    command.add("true");
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException notInstalled) {
      return false;
    }
  }
}
