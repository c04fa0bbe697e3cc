// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.counter.HadoopCounters.Group;
import tools.jackson.databind.JsonNode;

/**
 * Reads the counters of a job in the account of MapReduce's history server, which has them for maps
 * and reduces apart: {@code /ws/v1/history/mapreduce/jobs/ID/counters}.
 */
public final class HistoryCounters {

  private HistoryCounters() {}

  /** The groups of a job, for {@link HadoopCounters#add}. */
  public static Map<Group, Map<String, Long>> groups(JsonNode account) {
    Map<Group, Map<String, Long>> groups = new EnumMap<>(Group.class);
    for (JsonNode reported : list(account.path("jobCounters").path("counterGroup"))) {
      Optional<Group> group = Group.named(reported.path("counterGroupName").asString(""));
      if (group.isPresent()) {
        groups.put(group.get(), values(reported, "total"));
        if (group.get() == Group.TASK) {
          groups.put(Group.MAPS, values(reported, "map"));
          groups.put(Group.REDUCES, values(reported, "reduce"));
        }
      }
    }
    return groups;
  }

  /** The elements of a list, of which the server writes a single one without the list. */
  private static List<JsonNode> list(JsonNode node) {
    return node.isObject() ? List.of(node) : node.valueStream().toList();
  }

  /**
   * The counters of a group.
   *
   * @param tasks {@code total}, {@code map} or {@code reduce}
   */
  private static Map<String, Long> values(JsonNode group, String tasks) {
    Map<String, Long> values = new HashMap<>();
    for (JsonNode counter : list(group.path("counter"))) {
      values.put(counter.path("name").asString(""), counter.path(tasks + "CounterValue").asLong(0));
    }
    return values;
  }
}
