// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkEventsTest {
  @TempDir private Path directory;

  private static String line(String event, String rest) {
    return "{\"Event\":\"SparkListener" + event + "\"," + rest + "}\n";
  }

  private static String stage(String parents, String... metrics) {
    StringBuilder text = new StringBuilder();
    for (String metric : metrics) {
      String[] parts = metric.split("=", -1);
      text.append(text.isEmpty() ? "" : ",")
          .append("{\"ID\":1,\"Name\":\"internal.metrics.")
          .append(parts[0])
          .append("\",\"Value\":")
          .append(parts[1])
          .append(",\"Internal\":true}");
    }
    return line(
        "StageCompleted",
        "\"Stage Info\":{\"Stage ID\":0,\"RDD Info\":[{\"Name\":\"[x],y\",\"Parent IDs\":[7]}],"
            + "\"Parent IDs\":["
            + parents
            + "],\"Accumulables\":["
            + text
            + "]}");
  }

  private static String task(boolean failed, boolean killed) {
    return line(
        "TaskEnd",
        "\"Task Info\":{\"Task ID\":0,\"Failed\":"
            + failed
            + ",\"Killed\":"
            + killed
            + ",\"Accumulables\":[]},\"Task Metrics\":{}");
  }

  /** Runs the reduction as a node does. */
  private String reduced(String log) throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("log"), log);
    Process sed =
        new ProcessBuilder("sed", "-n", SparkEvents.REDUCTION, file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(sed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(sed.waitFor()).isZero();
    return output;
  }

  @Test
  void addsUpStages() throws Exception {
    String log =
        line("JobStart", "\"Job ID\":0")
            + line("TaskStart", "\"Task Info\":{\"Failed\":false,\"Killed\":false}")
            + task(false, false)
            + task(true, false)
            + stage(
                "",
                "executorRunTime=2000",
                "executorCpuTime=1500000000",
                "jvmGCTime=10",
                "input.bytesRead=100",
                "input.recordsRead=5",
                "shuffle.write.bytesWritten=50")
            + task(false, true)
            + stage(
                "0",
                "executorRunTime=1000",
                "executorCpuTime=500000000",
                "shuffle.read.remoteBytesRead=20",
                "shuffle.read.localBytesRead=30",
                "shuffle.read.recordsRead=4",
                "diskBytesSpilled=7",
                "output.bytesWritten=60",
                "output.recordsWritten=3");

    String reduced = reduced(log);
    Map<String, Reading> readings = SparkEvents.readings(reduced);

    assertThat(reduced).doesNotContain("RDD Info").doesNotContain("TaskStart");
    assertReading(readings, Counter.JOBS, 1, Unit.COUNT);
    assertReading(readings, Counter.TASKS, 3, Unit.COUNT);
    assertReading(readings, Counter.TASKS_FAILED, 1, Unit.COUNT);
    assertReading(readings, Counter.TASKS_KILLED, 1, Unit.COUNT);
    assertReading(readings, Counter.MAP_SECONDS, 2, Unit.SECONDS);
    assertReading(readings, Counter.REDUCE_SECONDS, 1, Unit.SECONDS);
    assertReading(readings, Counter.MAP_CPU_SECONDS, 1.5, Unit.SECONDS);
    assertReading(readings, Counter.REDUCE_CPU_SECONDS, .5, Unit.SECONDS);
    assertReading(readings, Counter.TASK_CPU_SECONDS, 2, Unit.SECONDS);
    assertReading(readings, Counter.TASK_GC_SECONDS, .01, Unit.SECONDS);
    assertReading(readings, Counter.INPUT_RECORDS, 5, Unit.COUNT);
    assertReading(readings, Counter.SHUFFLED_RECORDS, 4, Unit.COUNT);
    assertReading(readings, Counter.OUTPUT_RECORDS, 3, Unit.COUNT);
    assertReading(readings, Counter.FORMAT_BYTES_READ, 100, Unit.BYTES);
    assertReading(readings, Counter.SHUFFLED_BYTES, 50, Unit.BYTES);
    assertReading(readings, Counter.FORMAT_BYTES_WRITTEN, 60, Unit.BYTES);
    assertReading(readings, Counter.SPILLED_BYTES, 7, Unit.BYTES);
    assertThat(readings)
        .containsEntry("spilled_records", Reading.unavailable("Spark does not report it"));
  }

  @Test
  void withoutALogNothingIsKnown() throws Exception {
    assertThat(SparkEvents.readings(reduced("")))
        .containsEntry(
            "jobs",
            Reading.unavailable("Spark wrote no event log; spark.eventLog.enabled may be false"))
        .hasSize(Counter.values().length);
  }

  /** An application whose stages cannot be read has not done nothing. */
  @Test
  void withoutStagesNothingIsKnown() throws Exception {
    String log = line("JobStart", "\"Job ID\":0") + line("StageCompleted", "\"Stage\":{}");

    assertThat(SparkEvents.readings(reduced(log)))
        .containsEntry(
            "jobs",
            Reading.unavailable(
                "the event log has no completed stage in the form of Spark 3 and 4"));
  }

  @Test
  void aDamagedLineMakesAllUnavailable() throws Exception {
    String log = stage("", "jvmGCTime=10");
    String damaged = reduced(log.substring(0, log.length() - 4));

    assertThat(SparkEvents.readings(damaged))
        .containsEntry("jobs", Reading.unavailable("the event log has a damaged line"));
  }

  private static void assertReading(
      Map<String, Reading> readings, Counter counter, double amount, Unit unit) {
    assertThat(readings).containsEntry(counter.info().id(), Reading.of(amount, unit));
  }
}
