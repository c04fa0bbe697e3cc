// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.athanor.bench.counter.HadoopCounters.Group;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With the account of a job that counted words in 64 kB, by Hadoop 3.5.0 (2026-11). */
class HistoryCountersTest {
  private static JsonNode captured() throws Exception {
    try (var in =
        HistoryCountersTest.class.getResourceAsStream(
            "/org/athanor/bench/framework/hadoop-history.json")) {
      return JsonMapper.shared().readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void readsTheCountersOfMapsAndReducesApart() throws Exception {
    HadoopCounters counters = new HadoopCounters();
    counters.add(HistoryCounters.groups(captured()));

    assertThat(counters.readings())
        .containsEntry("jobs", Reading.of(1, Unit.COUNT))
        .containsEntry("tasks", Reading.of(3, Unit.COUNT))
        .containsEntry("map_seconds", Reading.of(6.757, Unit.SECONDS))
        .containsEntry("map_cpu_seconds", Reading.of(.82, Unit.SECONDS))
        .containsEntry("reduce_cpu_seconds", Reading.of(1.29, Unit.SECONDS))
        .containsEntry("task_cpu_seconds", Reading.of(2.11, Unit.SECONDS))
        .containsEntry("input_records", Reading.of(1449, Unit.COUNT))
        .containsEntry("shuffled_records", Reading.of(5816, Unit.COUNT))
        .containsEntry("output_records", Reading.of(5816, Unit.COUNT))
        .containsEntry("hdfs_bytes_read", Reading.of(0, Unit.BYTES));
  }

  /** The server writes a group with one counter without a list. */
  @Test
  void readsAGroupWithOneCounter() throws Exception {
    Map<Group, Map<String, Long>> groups = HistoryCounters.groups(captured());

    assertThat(groups.get(Group.INPUT_FORMAT)).containsExactly(Map.entry("BYTES_READ", 66107L));
    assertThat(groups.get(Group.OUTPUT_FORMAT)).containsExactly(Map.entry("BYTES_WRITTEN", 46426L));
  }

  @Test
  void anotherAnswerHasNoGroups() {
    assertThat(HistoryCounters.groups(JsonMapper.shared().readTree("{\"RemoteException\":{}}")))
        .isEmpty();
  }
}
