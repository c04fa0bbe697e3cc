// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.Reading;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Adds up the counters of Tez's jobs from the histories of their ApplicationMasters ({@code
 * SimpleHistoryLoggingService}): a JSON object on each line, which ends with the control character
 * 1. Each job is a graph (DAG) of vertices, which have the counters of their tasks.
 */
public final class TezHistory {
  private static final double MILLIS = 1e3;

  /** A script of {@code sh} that prints those lines of histories that are needed. */
  public static final String REDUCTION =
      "exec sed -n -e '/\"eventtype\":\"DAG_SUBMITTED\"/p' -e"
          + " '/\"eventtype\":\"VERTEX_INITIALIZED\"/p' -e '/\"eventtype\":\"VERTEX_FINISHED\"/p'"
          + " -e '/\"eventtype\":\"DAG_FINISHED\"/p' \"$@\"";

  private final Counts counts = new Counts(Counter.Source.TEZ);

  /** What DAGs and vertices have said last when they ended. */
  private final Map<String, End> ends = new HashMap<>();

  /** The vertices of each DAG, with the edges between them. */
  private final Map<String, JsonNode> plans = new HashMap<>();

  /** The ids of vertices by DAG and name: {@code dag_1_0001_1/initialmap}. */
  private final Map<String, String> ids = new HashMap<>();

  private double intermediate;

  /**
   * How a DAG or vertex ended. A vertex ends again if tasks run again whose output was lost, and a
   * DAG's next ApplicationMaster may tell again what the one before has told.
   *
   * @param time milliseconds since 1970
   */
  private record End(long time, JsonNode info) {}

  private TezHistory() {}

  /**
   * A reading for each {@link Counter}, and the intermediate data. All are unavailable unless the
   * end of each job and of each of its vertices is known.
   *
   * @param reduced what {@link #REDUCTION} made of all histories of a trial, in any order
   * @param jobs how many jobs the trial had
   */
  public static Map<String, Reading> readings(String reduced, int jobs) {
    TezHistory history = new TezHistory();
    try {
      reduced.lines().forEach(history::read);
    } catch (JacksonException damaged) {
      return unavailable("a history of Tez has a damaged line");
    }
    return history.sum(jobs).map(TezHistory::unavailable).orElseGet(history::readings);
  }

  /** Readings of jobs whose histories are not known. */
  public static Map<String, Reading> unavailable(String reason) {
    Counts counts = new Counts(Counter.Source.TEZ);
    counts.lacksAll(reason);
    Map<String, Reading> readings = new HashMap<>(counts.readings());
    readings.put(TrialResult.INTERMEDIATE_DATA, Reading.unavailable(reason));
    return readings;
  }

  private Map<String, Reading> readings() {
    Map<String, Reading> readings = new HashMap<>(counts.readings());
    readings.put(TrialResult.INTERMEDIATE_DATA, Reading.of((long) intermediate, Unit.BYTES));
    return readings;
  }

  private void read(String line) {
    JsonNode event = JsonMapper.shared().readTree(line.replace("\u0001", ""));
    String entity = event.path("entity").asString("");
    JsonNode info = event.path("otherinfo");
    for (JsonNode what : event.path("events")) {
      switch (what.path("eventtype").asString("")) {
        case "DAG_SUBMITTED" -> plans.put(entity, info.path("dagPlan").path("vertices"));
        case "VERTEX_INITIALIZED" ->
            ids.put(dag(entity) + "/" + info.path("vertexName").asString(""), entity);
        case "VERTEX_FINISHED", "DAG_FINISHED" ->
            ends.merge(
                entity,
                new End(what.path("ts").asLong(0), info),
                (one, other) -> one.time() > other.time() ? one : other);
        default -> {
          // Not needed.
        }
      }
    }
  }

  /** The DAG of a vertex: {@code vertex_1_0001_1_00} is of {@code dag_1_0001_1}. */
  private static String dag(String vertex) {
    return "dag" + vertex.substring(vertex.indexOf('_'), vertex.lastIndexOf('_'));
  }

  /** Adds up all that was read; what is missing, if something is. */
  private Optional<String> sum(int jobs) {
    long ended = ends.keySet().stream().filter(entity -> entity.startsWith("dag_")).count();
    if (ended != jobs || plans.size() != jobs) {
      return Optional.of(
          "Tez wrote the histories of " + Math.min(ended, plans.size()) + " of " + jobs + " jobs");
    }
    for (Map.Entry<String, JsonNode> plan : plans.entrySet()) {
      End end = ends.get(plan.getKey());
      if (end == null || plan.getValue().isEmpty()) {
        return Optional.of("Tez's history of " + plan.getKey() + " is not whole");
      }
      job(new Counters(end.info()));
      for (JsonNode vertex : plan.getValue()) {
        String name = vertex.path("vertexName").asString("");
        End last = ends.get(ids.getOrDefault(plan.getKey() + "/" + name, ""));
        if (last == null) {
          return Optional.of(
              "Tez's history of " + plan.getKey() + " does not tell how " + name + " ended");
        }
        vertex(vertex, new Counters(last.info()));
      }
    }
    return Optional.empty();
  }

  private void vertex(JsonNode plan, Counters counters) {
    boolean map = plan.path("inEdgeIds").isEmpty();
    counts.add(
        map ? Counter.MAP_SECONDS : Counter.REDUCE_SECONDS,
        counters.task("WALL_CLOCK_MILLISECONDS") / MILLIS);
    counts.add(
        map ? Counter.MAP_CPU_SECONDS : Counter.REDUCE_CPU_SECONDS,
        counters.task("CPU_MILLISECONDS") / MILLIS);
    if (map) {
      counts.add(Counter.INPUT_RECORDS, counters.task("INPUT_RECORDS_PROCESSED"));
    }
    if (plan.path("outEdgeIds").isEmpty()) {
      counts.add(Counter.OUTPUT_RECORDS, counters.task("OUTPUT_RECORDS"));
    } else {
      intermediate += counters.task("OUTPUT_BYTES_PHYSICAL");
    }
  }

  private void job(Counters counters) {
    counts.add(Counter.JOBS, 1);
    counts.add(Counter.TASKS, counters.dag("TOTAL_LAUNCHED_TASKS"));
    counts.add(Counter.TASKS_FAILED, counters.dag("NUM_FAILED_TASKS"));
    counts.add(Counter.TASKS_KILLED, counters.dag("NUM_KILLED_TASKS"));
    counts.add(Counter.TASK_CPU_SECONDS, counters.task("CPU_MILLISECONDS") / MILLIS);
    counts.add(Counter.TASK_GC_SECONDS, counters.task("GC_TIME_MILLIS") / MILLIS);
    counts.add(Counter.SHUFFLED_RECORDS, counters.task("REDUCE_INPUT_RECORDS"));
    counts.add(Counter.SPILLED_RECORDS, counters.task("SPILLED_RECORDS"));
    counts.add(Counter.SHUFFLED_BYTES, counters.task("SHUFFLE_BYTES"));
    counts.add(Counter.SPILLED_BYTES, counters.task("ADDITIONAL_SPILLS_BYTES_WRITTEN"));
    counts.add(Counter.HDFS_BYTES_READ, counters.file("HDFS_BYTES_READ"));
    counts.add(Counter.HDFS_BYTES_WRITTEN, counters.file("HDFS_BYTES_WRITTEN"));
    counts.add(Counter.FILE_BYTES_READ, counters.file("FILE_BYTES_READ"));
    counts.add(Counter.FILE_BYTES_WRITTEN, counters.file("FILE_BYTES_WRITTEN"));
    // A job without reduces has spent no time on them.
    counts.add(Counter.REDUCE_SECONDS, 0);
    counts.add(Counter.REDUCE_CPU_SECONDS, 0);
  }

  /** The counters of a DAG or a vertex. Tez makes a counter when it is first incremented. */
  private static final class Counters {
    private static final String PACKAGE = "org.apache.tez.common.counters.";

    private final Map<String, Double> values = new HashMap<>();

    Counters(JsonNode info) {
      for (JsonNode group : info.path("counters").path("counterGroups")) {
        String name = group.path("counterGroupName").asString("");
        for (JsonNode counter : group.path("counters")) {
          values.put(
              name + ":" + counter.path("counterName").asString(""),
              counter.path("counterValue").asDouble(0));
        }
      }
    }

    double task(String name) {
      return values.getOrDefault(PACKAGE + "TaskCounter:" + name, 0.0);
    }

    double dag(String name) {
      return values.getOrDefault(PACKAGE + "DAGCounter:" + name, 0.0);
    }

    double file(String name) {
      return values.getOrDefault(PACKAGE + "FileSystemCounter:" + name, 0.0);
    }
  }
}
