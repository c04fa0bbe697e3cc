// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.athanor.profile.run.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes use one SQLite file. */
class ProcessesTest {
  private static final long SEED = RandomRuns.SEED;

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("profile.db");
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  private static List<Run> runs(int end) {
    return IntStream.range(0, end).mapToObj(number -> RandomRuns.numbered(SEED, number)).toList();
  }

  private List<Run> entered() throws CatalogueException {
    List<Run> found = new ArrayList<>();
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file()))) {
      catalogue.forEachRun(RunFilter.ALL, found::add);
    }
    return found;
  }

  @Test
  void twoProcessesCreateACatalogueAndFillItAtTheSameTime() throws Exception {
    Process one = Writer.start(file(), SEED, 0, 60);
    Process other = Writer.start(file(), SEED, 40, 60);
    Map<String, Integer> added = new HashMap<>();
    for (Process process : List.of(one, other)) {
      output(process)
          .lines()
          .filter(line -> line.endsWith(" true"))
          .forEach(line -> added.merge(line, 1, Integer::sum));
      assertThat(process.waitFor()).isZero();
    }
    assertThat(added).hasSize(100).doesNotContainValue(2);
    assertThat(entered()).containsExactlyInAnyOrderElementsOf(runs(100));
  }

  @Test
  void aProcessThatIsKilledLeavesWholeRuns() throws Exception {
    int killed = 0;
    for (int round = 1; round <= 3; round++) {
      Process writer = Writer.start(file(), SEED, killed, 1_000_000);
      List<String> printed = readThenKill(writer, 10 * round);
      List<Run> found = entered();
      // The run that was being entered when the process died is complete or missing.
      assertThat(found.size()).isBetween(killed + printed.size(), killed + printed.size() + 1);
      assertThat(found).containsExactlyInAnyOrderElementsOf(runs(found.size()));
      assertThat(integrity()).isEqualTo("ok");
      killed = found.size();
    }
  }

  /** Kills the writer after some lines; returns all lines that it had printed. */
  private static List<String> readThenKill(Process writer, int lines)
      throws IOException, InterruptedException {
    List<String> printed = new ArrayList<>();
    try (BufferedReader output = output(writer)) {
      while (printed.size() < lines) {
        printed.add(output.readLine());
      }
      writer.toHandle().destroyForcibly();
      output.lines().filter(line -> line.endsWith(" true")).forEach(printed::add);
    }
    writer.waitFor();
    return printed;
  }

  private String integrity() throws Exception {
    try (Connection connection = CatalogueLocation.of(file()).database().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA integrity_check")) {
      row.next();
      return row.getString(1);
    }
  }
}
