// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a scheduler's process with SIGKILL again and again, at random moments, and lets the last
 * one end the run. {@code -Dathanor.test.kills=200} runs so many workflows instead of a few, {@code
 * -Dathanor.test.seed=N} begins at another one.
 */
class KillCampaignTest {
  private static final int SEEDS = Integer.getInteger("athanor.test.kills", 2);
  private static final int FIRST = Integer.getInteger("athanor.test.seed", 1);
  private static final int JOBS = 8;

  /** Says if it runs twice, or before those that it needs; each job writes one line. */
  private static final String SCRIPT =
      """
      name=$1; shift
      mkdir "running-$name" || echo "$name runs twice at once" >>wrong
      for before; do [ -s "done-$before" ] || echo "$name runs before $before" >>wrong; done
      sleep 0.TENTHS
      echo x >>"done-$name"
      rmdir "running-$name"
      """;

  @TempDir Path top;

  @Test
  void runsEachJobExactlyOnce() throws Exception {
    int killed = 0;
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Path directory = Files.createDirectory(top.resolve("seed-" + seed));
      killed += run(directory, new Random(seed), seed);
    }
    // A workflow of short jobs may end before the first kill.
    assertThat(killed).as("kills, seeds from %d", FIRST).isGreaterThanOrEqualTo(SEEDS);
  }

  /** Returns how many schedulers were killed. */
  private static int run(Path directory, Random random, int seed) throws Exception {
    Files.writeString(directory.resolve("w.yaml"), workflow(random));
    int kills = 3 + random.nextInt(4);
    int killed = 0;
    for (int i = 0; i < kills; i++) {
      Process scheduler = start(directory);
      // From before the journal is open until some jobs have ended.
      if (!scheduler.waitFor(200 + random.nextInt(1300), TimeUnit.MILLISECONDS)) {
        scheduler.destroyForcibly().waitFor();
        killed++;
      }
    }
    Process last = start(directory);
    assertThat(last.waitFor(60, TimeUnit.SECONDS)).as("seed %d: the last one ends", seed).isTrue();
    assertThat(last.exitValue())
        .as("seed %d: %s", seed, Files.readString(directory.resolve("errors")))
        .isZero();
    assertThat(directory.resolve("wrong")).as("seed %d", seed).doesNotExist();
    for (int job = 0; job < JOBS; job++) {
      assertThat(directory.resolve("done-j" + job)).as("seed %d", seed).hasContent("x\n");
    }
    try (LocalScheduler local = new LocalScheduler(directory, List.of())) {
      assertThat(local.state("campaign").status()).isEqualTo(RunState.Status.SUCCEEDED);
    }
    return killed;
  }

  private static String workflow(Random random) {
    StringBuilder text = new StringBuilder("jobs:\n");
    for (int job = 0; job < JOBS; job++) {
      StringBuilder before = new StringBuilder();
      StringBuilder arguments = new StringBuilder("j" + job);
      for (int other = 0; other < job; other++) {
        if (random.nextInt(4) == 0) {
          before.append(before.isEmpty() ? "" : ", ").append("j").append(other);
          arguments.append(", j").append(other);
        }
      }
      String script =
          SCRIPT
              .replace("TENTHS", Integer.toString(random.nextInt(5)))
              .replace("\"", "\\\"")
              .replace("\n", "\\n");
      text.append("  j" + job + ":\n    type: shell\n");
      text.append("    command: [sh, -c, \"" + script + "\", sh, " + arguments + "]\n");
      if (!before.isEmpty()) {
        text.append("    after: [" + before + "]\n");
      }
    }
    return text.toString();
  }

  private static Process start(Path directory) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            LocalScheduler.class.getName(),
            directory.toString())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("errors").toFile())
        .start();
  }
}
