// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.yaml.text.Nearest;
import tools.jackson.databind.JsonNode;

/** The queues of a ResourceManager's capacity or fair scheduler; a FIFO one has none. */
final class Queues {
  private static final double MIB = 1 << 20;
  private static final int DEEPEST = 100;

  private final Map<String, JsonNode> byPath = new LinkedHashMap<>();
  private final boolean fifo;

  /**
   * Reads an answer.
   *
   * @param scheduler what {@code /scheduler} gives
   * @throws ClusterUnavailableException if it is something else
   */
  Queues(JsonNode scheduler) throws ClusterUnavailableException {
    JsonNode info = scheduler.path("scheduler").path("schedulerInfo");
    String type = Answers.text(info, "type");
    this.fifo = type.equals("fifoScheduler");
    if (type.isEmpty()) {
      throw new ClusterUnavailableException(
          "the ResourceManager's answer about queues has no type of scheduler");
    }
    JsonNode root = info.has("rootQueue") ? info.path("rootQueue") : info;
    String name = Answers.text(root, "queueName");
    collect(root, name.isEmpty() ? "root" : name, 0);
  }

  private void collect(JsonNode queue, String path, int depth) {
    byPath.put(path, queue);
    if (depth < DEEPEST) {
      for (String field : List.of("queues", "childQueues")) {
        for (JsonNode child : Answers.items(queue.path(field), "queue")) {
          String name = Answers.text(child, "queueName");
          collect(child, name.startsWith(path + ".") ? name : path + "." + name, depth + 1);
        }
      }
    }
  }

  /**
   * What jobs in a queue may use, and what the queue uses.
   *
   * @param most within the partition
   * @param used by all of its jobs
   */
  record Share(Resources most, Resources used) {}

  /**
   * The share of a queue in the nodes with a label.
   *
   * @param queue its path, with or without {@code root.}, or its last name
   * @param label of the nodes; empty for those without
   * @param partition what these nodes have
   * @throws ClusterUnavailableException if there is no such queue, or its amounts are missing
   */
  Share share(String queue, String label, Resources partition) throws ClusterUnavailableException {
    if (fifo) {
      return new Share(partition, Resources.NONE);
    }
    JsonNode found = find(queue);
    if (found.has("maxResources")) {
      return new Share(
          resources(found.path("maxResources")).atMost(partition),
          resources(found.path("usedResources")));
    }
    JsonNode capacities =
        of(found.path("capacities").path("queueCapacitiesByPartition"), label).orElse(found);
    JsonNode usage =
        of(found.path("resources").path("resourceUsagesByPartition"), label)
            .map(each -> each.path("used"))
            .orElse(found.path("resourcesUsed"));
    double part = Answers.amount(capacities, "absoluteMaxCapacity") / 100;
    return new Share(partition.times(Math.min(1, part)), resources(usage));
  }

  private static Optional<JsonNode> of(JsonNode partitions, String label) {
    return Answers.items(partitions, "partition").stream()
        .filter(each -> Answers.text(each, "partitionName").equals(label))
        .findFirst();
  }

  private JsonNode find(String queue) throws ClusterUnavailableException {
    for (String path : List.of(queue, "root." + queue)) {
      if (byPath.containsKey(path)) {
        return byPath.get(path);
      }
    }
    List<String> ends = byPath.keySet().stream().filter(path -> same(queue, path)).toList();
    if (ends.size() == 1) {
      return byPath.get(ends.get(0));
    }
    throw new ClusterUnavailableException(
        "queue "
            + queue
            + ": "
            + (ends.isEmpty()
                ? Nearest.unknown("queue", queue, byPath.keySet())
                : "several have this name: " + String.join(", ", ends)));
  }

  /** Whether two names of queues may mean the same: applications often have the last name only. */
  static boolean same(String one, String other) {
    return one.equals(other) || one.endsWith("." + other) || other.endsWith("." + one);
  }

  static Resources resources(JsonNode amounts) throws ClusterUnavailableException {
    return new Resources(
        Answers.amount(amounts, "vCores"), Answers.amount(amounts, "memory") * MIB, 0, 0);
  }
}
