// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Journal.Header HEADER =
      new Journal.Header(
          Results.SCHEMA,
          "ab12",
          Instant.parse("2026-01-02T03:04:05Z"),
          Map.of("localhost: kernel", "6.1"));

  @TempDir private Path directory;

  private static TrialResult trial(int repetition) {
    return TrialResult.builder(new TrialKey("alpha", "sort", 1, repetition), "trials/x")
        .started(Instant.parse("2026-01-02T03:04:06Z"))
        .unverified(Outcome.FAILED, "exit status 1: \"é\"\nsecond line")
        .wallSeconds(1.5)
        .phases(List.of(new Phase("map", 0, 1)))
        .nodes(
            List.of(
                new NodeUse(
                    "h1",
                    Map.of(Total.CPU_OWN, Reading.of(2, Unit.SECONDS)),
                    "trials/x/samples.csv")))
        .build();
  }

  private Path file() {
    return directory.resolve("journal.jsonl");
  }

  private void write(int trials) throws IOException {
    try (Journal journal = Journal.create(directory, HEADER)) {
      for (int i = 1; i <= trials; i++) {
        journal.append(trial(i));
      }
    }
  }

  @Test
  @Tag("short")
  void givesBackWhatWasAppended() throws IOException {
    write(2);
    try (Journal journal = Journal.open(directory)) {
      assertThat(journal.header()).isEqualTo(HEADER);
      assertThat(journal.trials()).containsExactly(trial(1), trial(2));
      journal.append(trial(3));
    }
    try (Journal journal = Journal.open(directory)) {
      assertThat(journal.trials()).containsExactly(trial(1), trial(2), trial(3));
    }
    assertThat(Files.readAllLines(file())).hasSize(4);
  }

  @Test
  void keepsTheLastDeclarationsOfMonitors() throws IOException {
    write(1);
    MonitorInfo mine =
        new MonitorInfo(
            "mine", "Mine", List.of(), List.of(measure("own_mine_a"), measure("own_mine_b")));
    try (Journal journal = Journal.open(directory)) {
      assertThat(journal.monitors()).isEmpty();
      journal.declare(List.of());
      journal.declare(List.of(new MonitorInfo("mine", "Mine", List.of(), List.of())));
      journal.declare(List.of(mine));
      journal.declare(List.of(mine));
      journal.append(trial(2));
    }
    try (Journal journal = Journal.open(directory)) {
      assertThat(journal.monitors()).containsExactly(mine);
      assertThat(journal.trials()).containsExactly(trial(1), trial(2));
    }
    assertThat(Files.readAllLines(file())).hasSize(5);
  }

  private static MeasureInfo measure(String id) {
    return MeasureInfo.result(id, "A", Unit.COUNT, Better.LESS, "of all");
  }

  @Test
  void canBeReadAfterACutAtEveryByte() throws IOException {
    write(2);
    byte[] whole = Files.readAllBytes(file());
    String text = new String(whole, StandardCharsets.UTF_8);
    int header = text.substring(0, text.indexOf('\n') + 1).getBytes(StandardCharsets.UTF_8).length;
    for (int length = header; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      try (Journal journal = Journal.open(directory)) {
        int complete = journal.trials().size();
        assertThat(journal.trials()).isEqualTo(List.of(trial(1), trial(2)).subList(0, complete));
        journal.append(trial(9));
      }
      try (Journal journal = Journal.open(directory)) {
        assertThat(journal.trials()).last().isEqualTo(trial(9));
      }
    }
    for (int length = 0; length < header; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Journal.open(directory))
          .isInstanceOf(IOException.class)
          .hasMessage(file() + ": is empty; nothing was done, run without --resume");
    }
  }

  @Test
  void namesTheLineThatIsDamaged() throws IOException {
    write(1);
    Files.writeString(file(), Files.readString(file()) + "{\"key\":\n" + "x\n");
    assertThatThrownBy(() -> Journal.open(directory))
        .hasMessageStartingWith(file() + ":3: not a trial: ")
        .hasMessageEndingWith("; remove the line to repeat the trial");
    Files.writeString(file(), "hello\n");
    assertThatThrownBy(() -> Journal.open(directory))
        .hasMessage(file() + ":1: not a journal's first line");
  }

  @Test
  void hasOneWriter() throws IOException {
    try (Journal journal = Journal.create(directory, HEADER)) {
      assertThat(journal.trials()).isEmpty();
      assertThatThrownBy(() -> Journal.open(directory))
          .hasMessage(file() + ": another run is writing to it; wait until that run has ended");
    }
    Journal.open(directory).close();
  }

  /** Runs in another process: opens the journal of a directory and prints why that fails. */
  public static void main(String[] arguments) {
    try (Journal journal = Journal.open(Path.of(arguments[0]))) {
      System.out.println("opened, with " + journal.trials().size() + " trials");
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  @Test
  void isResumedByOneProcessOnly() throws IOException, InterruptedException {
    write(2);
    try (Journal journal = Journal.open(directory)) {
      assertThat(journal.trials()).hasSize(2);
      Process other =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  JournalTest.class.getName(),
                  directory.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(other.waitFor()).isZero();
      assertThat(said.strip())
          .isEqualTo(file() + ": another run is writing to it; wait until that run has ended");
    }
  }

  @Test
  void isNotCreatedTwiceNorOpenedIfThereIsNone() throws IOException {
    assertThatThrownBy(() -> Journal.open(directory))
        .hasMessage(file() + ": no such file; there is nothing to resume");
    write(0);
    assertThatThrownBy(() -> Journal.create(directory, HEADER)).isInstanceOf(IOException.class);
  }

  @Test
  void writesWholeLinesIfTheThreadIsInterrupted() throws IOException {
    try (Journal journal = Journal.create(directory, HEADER)) {
      Thread.currentThread().interrupt();
      journal.append(trial(1));
      assertThat(Thread.interrupted()).isTrue();
      journal.append(trial(2));
    }
    try (Journal journal = Journal.open(directory)) {
      assertThat(journal.trials()).hasSize(2);
    }
  }
}
