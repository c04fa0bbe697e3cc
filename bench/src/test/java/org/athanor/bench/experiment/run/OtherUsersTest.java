// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user {@code nobody} of this machine can read and prepare. Needs root and util-linux. */
class OtherUsersTest {
  private static final String AS_NOBODY =
      "setpriv --reuid=nobody --regid=nogroup --clear-groups -- ";

  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();
  private ScriptedFacilities facilities;

  @BeforeEach
  void openTheDirectory() throws Exception {
    boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    assumeTrue(root, "needs root: commands of another user");
    assumeTrue(shell(AS_NOBODY + "true").isEmpty(), "needs the user nobody, and setpriv");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    facilities = new ScriptedFacilities(directory, events::add);
  }

  private static String shell(String script) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** The shared directory is as older releases have made it. */
  @Test
  void canReadNothingDuringARun() throws Exception {
    Path work = Files.createDirectory(directory.resolve("work"));
    Path seen = directory.resolve("seen");
    String look =
        String.format(
            "find \"%s\" > \"%s.ours\"; %s find \"%s\" -mindepth 1 -readable > \"%s\"; ",
            work, seen, AS_NOBODY, work, seen);
    Path file =
        facilities.file(
            """
            frameworks: [alpha: {settings: {client: '%s mkdir "$1" && echo right > "$1/part-0"'}}]
            workloads: count
            repetitions: 1
            warmup: 0
            """
                .formatted(look));
    assertThat(shell(AS_NOBODY + "cat " + file)).as("what is not private").contains("count");
    RunOutcome outcome =
        BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE);
    assertThat(outcome.problems()).isEmpty();
    assertThat(Path.of(seen + ".ours")).content().contains("/framework/conf/settings.properties");
    assertThat(seen).isEmptyFile();
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void cannotPrepareTheDirectoryOfRuns() throws Exception {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    Files.setAttribute(shared, "unix:mode", 01777);
    Path work = shared.resolve("athanor-root");
    shell(AS_NOBODY + "mkdir -m 777 " + work);
    Path file = directory.resolve("e.yaml");
    Files.writeString(file, "frameworks: alpha\nworkloads: count\nwork: " + work + "\n");
    String line =
        String.format(
            ": localhost: %s belongs to nobody, not to root, and is in a directory that"
                + " everybody can write: its owner could read and replace what is kept there;"
                + " remove it, or name another directory: work",
            work);
    assertRefused(file, line);
    shell("rmdir " + work);
    shell(AS_NOBODY + "ln -s " + Files.createDirectory(directory.resolve("ours")) + " " + work);
    assertRefused(file, line);
    assertThat(directory.resolve("ours")).isEmptyDirectory();
  }

  private void assertRefused(Path file, String line) throws Exception {
    RunOutcome outcome =
        BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE);
    assertThat(outcome.problems())
        .singleElement()
        .extracting(Problem::toString)
        .asString()
        .startsWith(file + ":3: work=")
        .endsWith(line);
    assertThat(events).isEmpty();
  }
}
