// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.Map;
import org.athanor.results.Reading;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Adds up the counters of Spark applications from their event logs, of which only these lines are
 * needed: {@code JobStart} and {@code TaskEnd} without their content, except whether the task
 * failed, and {@code StageCompleted}, which has sums over the attempts of its tasks.
 */
public final class SparkEvents {
  private static final double MILLIS = 1e3;
  private static final double NANOS = 1e9;
  private static final String PREFIX = "internal.metrics.";

  /**
   * A script of sed that reduces an event log to lines {@code job}, {@code task "Failed":…}, and
   * {@code StageCompleted} without the descriptions of its data sets.
   */
  public static final String REDUCTION =
      "/^{\"Event\":\"SparkListenerJobStart\"/s/.*/job/p;"
          + "/^{\"Event\":\"SparkListenerTaskEnd\"/"
          + "s/.*\\(\"Failed\":[a-z]*,\"Killed\":[a-z]*\\).*/task \\1/p;"
          + "/^{\"Event\":\"SparkListenerStageCompleted\"/"
          + "s/\"RDD Info\":\\[.*\\],\"Parent IDs\"/\"Parent IDs\"/p";

  private final Counts counts = new Counts(Counter.Source.SPARK);

  private int stages;

  private SparkEvents() {}

  /**
   * A reading for each {@link Counter}.
   *
   * @param reduced what {@link #REDUCTION} made of all logs of a trial; empty if there is no log
   */
  public static Map<String, Reading> readings(String reduced) {
    SparkEvents events = new SparkEvents();
    if (reduced.isBlank()) {
      events.counts.lacksAll("Spark wrote no event log; spark.eventLog.enabled may be false");
    } else {
      events.zero();
      try {
        reduced.lines().forEach(events::add);
        if (events.stages == 0) {
          events.counts.lacksAll(
              "the event log has no completed stage in the form of Spark 3 and 4");
        }
      } catch (JacksonException damaged) {
        events.counts.lacksAll("the event log has a damaged line");
      }
    }
    return events.counts.readings();
  }

  /** Applications without a shuffle have no such metric. */
  private void zero() {
    for (Counter counter : Counter.values()) {
      counts.add(counter, 0);
    }
  }

  private void add(String line) {
    if (line.equals("job")) {
      counts.add(Counter.JOBS, 1);
    } else if (line.startsWith("task ")) {
      counts.add(Counter.TASKS, 1);
      counts.add(Counter.TASKS_FAILED, line.contains("\"Failed\":true") ? 1 : 0);
      counts.add(Counter.TASKS_KILLED, line.contains("\"Killed\":true") ? 1 : 0);
    } else {
      stages++;
      JsonNode stage = JsonMapper.shared().readTree(line).path("Stage Info");
      boolean map = stage.path("Parent IDs").isEmpty();
      for (JsonNode metric : stage.path("Accumulables")) {
        String name = metric.path("Name").asString("");
        if (name.startsWith(PREFIX)) {
          add(name.substring(PREFIX.length()), metric.path("Value").asDouble(0), map);
        }
      }
    }
  }

  private void add(String metric, double amount, boolean map) {
    switch (metric) {
      case "executorRunTime" ->
          counts.add(map ? Counter.MAP_SECONDS : Counter.REDUCE_SECONDS, amount / MILLIS);
      case "executorCpuTime" -> {
        counts.add(map ? Counter.MAP_CPU_SECONDS : Counter.REDUCE_CPU_SECONDS, amount / NANOS);
        counts.add(Counter.TASK_CPU_SECONDS, amount / NANOS);
      }
      case "jvmGCTime" -> counts.add(Counter.TASK_GC_SECONDS, amount / MILLIS);
      case "diskBytesSpilled" -> counts.add(Counter.SPILLED_BYTES, amount);
      case "input.recordsRead" -> counts.add(Counter.INPUT_RECORDS, amount);
      case "input.bytesRead" -> counts.add(Counter.FORMAT_BYTES_READ, amount);
      case "output.recordsWritten" -> counts.add(Counter.OUTPUT_RECORDS, amount);
      case "output.bytesWritten" -> counts.add(Counter.FORMAT_BYTES_WRITTEN, amount);
      case "shuffle.read.recordsRead" -> counts.add(Counter.SHUFFLED_RECORDS, amount);
      case "shuffle.read.remoteBytesRead", "shuffle.read.localBytesRead" ->
          counts.add(Counter.SHUFFLED_BYTES, amount);
      default -> {
        // Not in the schema.
      }
    }
  }
}
