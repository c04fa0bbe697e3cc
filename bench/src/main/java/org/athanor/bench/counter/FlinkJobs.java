// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.List;
import java.util.Map;
import org.athanor.results.Reading;
import tools.jackson.databind.JsonNode;

/** Adds up the counters of Flink's jobs from the JobManager's account of each. */
public final class FlinkJobs {

  private FlinkJobs() {}

  /**
   * A reading for each {@link Counter}.
   *
   * @param details the answer to {@code /jobs/ID} for each job, at least one
   */
  public static Map<String, Reading> readings(List<JsonNode> details) {
    Counts counts = new Counts(Counter.Source.FLINK);
    for (JsonNode job : details) {
      counts.add(Counter.JOBS, 1);
      for (JsonNode vertex : job.path("vertices")) {
        counts.add(Counter.TASKS, vertex.path("parallelism").asInt(0));
        metric(counts, Counter.SHUFFLED_BYTES, vertex, "read-bytes");
        metric(counts, Counter.SHUFFLED_RECORDS, vertex, "read-records");
      }
    }
    return counts.readings();
  }

  /** Readings of jobs whose details nobody can give. */
  public static Map<String, Reading> unavailable(String reason) {
    Counts counts = new Counts(Counter.Source.FLINK);
    counts.lacksAll(reason);
    return counts.readings();
  }

  private static void metric(Counts counts, Counter counter, JsonNode vertex, String name) {
    JsonNode metrics = vertex.path("metrics");
    if (metrics.path(name + "-complete").asBoolean(false)) {
      counts.add(counter, metrics.path(name).asDouble(0));
    } else {
      counts.lacks(counter, "Flink did not get all counts of its tasks");
    }
  }
}
