// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlinkJobsTest {
  private static String captured() throws Exception {
    try (var in =
        FlinkJobsTest.class.getResourceAsStream("/org/athanor/bench/framework/flink-job.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void addsUpTheVerticesOfJobs() throws Exception {
    JsonNode job = JsonMapper.shared().readTree(captured());
    Map<String, Reading> readings = FlinkJobs.readings(List.of(job, job));

    assertThat(readings)
        .containsEntry("jobs", Reading.of(2, Unit.COUNT))
        .containsEntry("tasks", Reading.of(14, Unit.COUNT))
        .containsEntry("shuffled_bytes", Reading.of(2 * (184 + 280 + 288), Unit.BYTES))
        .containsEntry("shuffled_records", Reading.of(2 * (5 + 4 + 4), Unit.COUNT))
        .containsEntry("tasks_failed", Reading.unavailable("Flink does not report it"))
        .hasSize(Counter.values().length);
  }

  @Test
  void incompleteCountsAreUnavailable() throws Exception {
    String job =
        captured().replace("\"read-bytes-complete\": true", "\"read-bytes-complete\": false");

    assertThat(FlinkJobs.readings(List.of(JsonMapper.shared().readTree(job))))
        .containsEntry(
            "shuffled_bytes", Reading.unavailable("Flink did not get all counts of its tasks"));
  }
}
