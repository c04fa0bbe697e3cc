// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of what a driver wrote. */
class AttemptOutputTest {
  @TempDir private Path directory;

  private AttemptOutput of(String errors) throws IOException {
    Files.writeString(directory.resolve("stderr"), errors);
    return new AttemptOutput(directory);
  }

  @Test
  void theLastErrorIsNoFrameOfAStack() throws IOException {
    String trace =
        """
        starts
        Exception in thread "main" java.io.IOException: job failed
        \tat org.example.Main.main(Main.java:7)
        Caused by: java.net.ConnectException: Connection refused
        \tat org.example.Net.connect(Net.java:1)
        \t... 12 more

        """;
    assertThat(of(trace).lastError())
        .contains("Caused by: java.net.ConnectException: Connection refused");
    assertThat(of("\tonly\n\tindented\n").lastError()).contains("indented");
    assertThat(of("no end of a line").lastError()).contains("no end of a line");
    assertThat(of(" \n\n").lastError()).isEmpty();
    assertThat(of("").lastError()).isEmpty();
    assertThat(new AttemptOutput(directory.resolve("none")).lastError()).isEmpty();
    assertThat(new AttemptOutput(directory.resolve("none")).exists()).isFalse();
  }

  @Test
  void theLastErrorHasNoSecretAndIsShortAndFitToBeShown() throws IOException {
    assertThat(of("login failed, password=hunter2 for me\n").lastError())
        .contains("login failed, password=(redacted) for me");
    assertThat(of("\u001b[31mred\u001b[0m\n").lastError().orElseThrow())
        .doesNotContain("\u001b")
        .contains("red");
    // The file is larger than what is read of it, and so is its last line.
    assertThat(of("begin\n" + "x".repeat(50_000)).lastError().orElseThrow())
        .hasSize(300)
        .endsWith("\u2026");
    assertThat(of("y".repeat(50_000) + "\nend\n").lastError()).contains("end");
  }

  @Test
  void findsWhereTheLastLinesBegin() throws IOException {
    long seed = Long.getLong("athanor.test.seed", 1);
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      List<String> lines =
          IntStream.range(0, random.nextInt(6))
              .mapToObj(line -> "z".repeat(random.nextInt(10) == 0 ? 70_000 : random.nextInt(4)))
              .toList();
      boolean ends = random.nextBoolean();
      String text = String.join("\n", lines) + (ends && !lines.isEmpty() ? "\n" : "");
      Path file = Files.writeString(directory.resolve("stdout"), text);
      int wanted = random.nextInt(8);
      List<String> all = text.lines().toList();
      List<String> last = all.subList(Math.max(0, all.size() - wanted), all.size());
      String found = text.substring((int) AttemptOutput.startOfLast(file, wanted));
      assertThat(found.lines().toList()).as("seed %d, text %d", seed, i).isEqualTo(last);
      assertThat(text).endsWith(found);
    }
  }
}
