// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With lines of the history of a job that counted words in 64 kB, by Tez 0.10.5 (2026-11). */
class TezHistoryTest {
  @TempDir Path directory;
  private String captured;

  @BeforeEach
  void read() throws Exception {
    try (var in =
        TezHistoryTest.class.getResourceAsStream("/org/athanor/bench/framework/tez-history.txt")) {
      captured = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Runs the reduction as a node does. */
  private String reduced(String... histories) throws Exception {
    for (int i = 0; i < histories.length; i++) {
      Files.writeString(directory.resolve("history-" + i), histories[i]);
    }
    Process shell =
        new ProcessBuilder("sh", "-c", "set -- *; " + TezHistory.REDUCTION)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).isZero();
    return output;
  }

  @Test
  void addsUpVerticesAndJobs() throws Exception {
    String reduced = reduced(captured);
    Map<String, Reading> readings = TezHistory.readings(reduced, 1);

    assertThat(captured).contains("DAG_STARTED");
    assertThat(reduced).doesNotContain("DAG_STARTED");
    assertThat(readings)
        .containsEntry("jobs", Reading.of(1, Unit.COUNT))
        .containsEntry("tasks", Reading.of(3, Unit.COUNT))
        .containsEntry("tasks_failed", Reading.of(0, Unit.COUNT))
        .containsEntry("map_seconds", Reading.of(2.554, Unit.SECONDS))
        .containsEntry("reduce_seconds", Reading.of(.622, Unit.SECONDS))
        .containsEntry("map_cpu_seconds", Reading.of(1.63, Unit.SECONDS))
        .containsEntry("reduce_cpu_seconds", Reading.of(.46, Unit.SECONDS))
        .containsEntry("task_cpu_seconds", Reading.of(2.09, Unit.SECONDS))
        .containsEntry("task_gc_seconds", Reading.of(.067, Unit.SECONDS))
        .containsEntry("input_records", Reading.of(1449, Unit.COUNT))
        .containsEntry("shuffled_records", Reading.of(5816, Unit.COUNT))
        .containsEntry("output_records", Reading.of(5816, Unit.COUNT))
        .containsEntry("spilled_records", Reading.of(11632, Unit.COUNT))
        .containsEntry("shuffled_bytes", Reading.of(69186, Unit.BYTES))
        .containsEntry("intermediate_data", Reading.of(69186, Unit.BYTES))
        .containsEntry("spilled_bytes", Reading.of(0, Unit.BYTES))
        .containsEntry("file_bytes_read", Reading.of(139349, Unit.BYTES))
        .containsEntry("file_bytes_written", Reading.of(115668, Unit.BYTES))
        .containsEntry("hdfs_bytes_read", Reading.of(0, Unit.BYTES))
        .containsEntry("format_bytes_read", Reading.unavailable("Tez does not report it"))
        .hasSize(Counter.values().length + 1);
  }

  @Test
  void jobsHaveHistoriesOfTheirOwn() throws Exception {
    String second = captured.replace("_0001_1", "_0002_1");

    assertThat(TezHistory.readings(reduced(captured, second), 2))
        .containsEntry("jobs", Reading.of(2, Unit.COUNT))
        .containsEntry("reduce_cpu_seconds", Reading.of(.92, Unit.SECONDS))
        .containsEntry("intermediate_data", Reading.of(2 * 69186, Unit.BYTES));
  }

  /** As if tasks had run again, whose output was lost. */
  @Test
  void theLastEndOfAVertexCounts() throws Exception {
    String end = line("\"entity\":\"vertex_1795897632823_0001_1_00\"", "VERTEX_FINISHED");
    String again =
        end.replace("\"ts\":1795897665286", "\"ts\":1795897665300")
            .replace(
                "\"CPU_MILLISECONDS\",\"counterValue\":1630",
                "\"CPU_MILLISECONDS\",\"counterValue\":2000");

    assertThat(again).contains("1795897665300", "2000");
    for (String history : List.of(captured + end, captured + again, again + captured)) {
      assertThat(TezHistory.readings(reduced(history), 1))
          .containsEntry("jobs", Reading.of(1, Unit.COUNT))
          .containsEntry("input_records", Reading.of(1449, Unit.COUNT))
          .containsEntry("intermediate_data", Reading.of(69186, Unit.BYTES))
          .containsEntry(
              "map_cpu_seconds",
              Reading.of(history.equals(captured + end) ? 1.63 : 2, Unit.SECONDS));
    }
  }

  /** The files of several ApplicationMasters of a job are read in any order. */
  @Test
  void theOrderOfLinesDoesNotMatter() throws Exception {
    List<String> lines = new ArrayList<>(captured.lines().toList());
    Map<String, Reading> expected = TezHistory.readings(reduced(captured), 1);
    for (int seed = 0; seed < 10; seed++) {
      Collections.shuffle(lines, new Random(seed));

      assertThat(TezHistory.readings(String.join("\n", lines), 1))
          .as("seed %s", seed)
          .isEqualTo(expected);
    }
  }

  /** As if an ApplicationMaster had been killed, whose successor does not tell all again. */
  @Test
  void aVertexWithoutNameOrEndMakesAllUnavailable() throws Exception {
    String vertex = "\"entity\":\"vertex_1795897632823_0001_1_01\"";
    for (String event : List.of("VERTEX_FINISHED", "VERTEX_INITIALIZED")) {
      assertUnavailable(
          TezHistory.readings(reduced(captured.replace(line(vertex, event), "")), 1),
          "Tez's history of dag_1795897632823_0001_1 does not tell how finalreduce ended");
    }
    assertUnavailable(
        TezHistory.readings(reduced(captured.replace(line("dag_", "DAG_SUBMITTED"), "")), 1),
        "Tez wrote the histories of 0 of 1 jobs");
  }

  /** The line about an event. */
  private String line(String entity, String event) {
    return captured
            .lines()
            .filter(
                line -> line.contains(entity) && line.contains("\"eventtype\":\"" + event + "\""))
            .findFirst()
            .orElseThrow()
        + "\n";
  }

  @Test
  void aMissingHistoryMakesAllUnavailable() throws Exception {
    assertUnavailable(
        TezHistory.readings(reduced(captured), 2), "Tez wrote the histories of 1 of 2 jobs");
  }

  /** As if the disk had been full. */
  @Test
  void aDamagedHistoryMakesAllUnavailable() throws Exception {
    String damaged = captured.substring(0, captured.length() - 100);

    assertUnavailable(
        TezHistory.readings(reduced(damaged), 1), "a history of Tez has a damaged line");
  }

  private static void assertUnavailable(Map<String, Reading> readings, String reason) {
    assertThat(readings)
        .containsEntry("jobs", Reading.unavailable(reason))
        .containsEntry("intermediate_data", Reading.unavailable(reason));
    assertThat(readings.values()).noneMatch(Reading.Value.class::isInstance);
  }
}
