// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.athanor.results.Reading;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Adds up the counters of Flink's jobs from the JobManager's account of each. */
public final class FlinkJobs {

  /**
   * A script of {@code sh} that prints of the archives that a JobManager writes, one for each job
   * and one for each application, the answers to {@code /jobs/ID} and {@code /applications/ID}
   * only: a line for each.
   */
  public static final String REDUCTION =
      "sed 's|{\"path\":|\\\n&|g' \"$@\" | sed -n -e"
          + " '/^{\"path\":\"\\/jobs\\/[0-9a-f]\\{32\\}\",/p' -e"
          + " '/^{\"path\":\"\\/applications\\/[0-9a-f]\\{32\\}\",/p'";

  private FlinkJobs() {}

  /**
   * An answer in an archive.
   *
   * @param line of what {@link #REDUCTION} prints
   * @throws IOException if the archive is damaged
   */
  public static JsonNode archived(String line) throws IOException {
    String end = "\"}";
    try {
      // What follows belongs to the list of answers.
      String answer = line.substring(0, line.lastIndexOf(end) + end.length());
      String details = JsonMapper.shared().readTree(answer).path("json").asString("");
      return JsonMapper.shared().readTree(details);
    } catch (JacksonException | StringIndexOutOfBoundsException damaged) {
      throw new IOException("an archive of Flink is damaged", damaged);
    }
  }

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
