// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchSubmitTest {
  private static final List<String> OF_LAUNCHER = List.of("athanor.home", "athanor.lib");

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void beTheLauncher() {
    OF_LAUNCHER.forEach(property -> System.setProperty(property, directory.toString()));
  }

  @AfterEach
  void beNoLauncher() {
    OF_LAUNCHER.forEach(System::clearProperty);
  }

  private String script(String... more) throws Exception {
    Path file = directory.resolve("mine.yaml");
    Files.writeString(file, "nodes: allocation\nframeworks: spark\nworkloads: sort\n");
    List<String> line =
        new ArrayList<>(
            List.of("bench", "submit", file.toString(), "--nodes", "2", "--system", "slurm"));
    line.add("--dry-run");
    line.addAll(List.of(more));
    out.reset();
    int status =
        EvaluatorMain.execute(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            line.toArray(String[]::new));
    assertThat(status).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  @Test
  void aJobContinuesAnInterruptedRun() throws Exception {
    String run = directory.resolve("athanor") + " bench run " + directory.resolve("mine.yaml");
    assertThat(script("--resume")).contains(run + " --resume\n");
    assertThat(script()).contains(run + "\n");
  }
}
