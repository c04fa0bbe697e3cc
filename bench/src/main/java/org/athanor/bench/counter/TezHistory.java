// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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

  /** The ids of vertices by DAG and name: {@code dag_1_0001_1/initialmap}. */
  private final Map<String, String> names = new HashMap<>();

  private final Set<String> withInputs = new HashSet<>();
  private final Set<String> withOutputs = new HashSet<>();
  private int jobs;
  private double intermediate;

  private TezHistory() {}

  /**
   * A reading for each {@link Counter}, and the intermediate data.
   *
   * @param reduced what {@link #REDUCTION} made of all histories of a trial
   * @param jobs how many jobs the trial had
   */
  public static Map<String, Reading> readings(String reduced, int jobs) {
    TezHistory history = new TezHistory();
    try {
      reduced.lines().forEach(history::add);
    } catch (JacksonException damaged) {
      return unavailable("a history of Tez has a damaged line");
    }
    if (history.jobs != jobs) {
      return unavailable("Tez wrote the histories of " + history.jobs + " of " + jobs + " jobs");
    }
    Map<String, Reading> readings = new HashMap<>(history.counts.readings());
    readings.put(
        TrialResult.INTERMEDIATE_DATA, Reading.of((long) history.intermediate, Unit.BYTES));
    return readings;
  }

  /** Readings of jobs whose histories are not known. */
  public static Map<String, Reading> unavailable(String reason) {
    Counts counts = new Counts(Counter.Source.TEZ);
    counts.lacksAll(reason);
    Map<String, Reading> readings = new HashMap<>(counts.readings());
    readings.put(TrialResult.INTERMEDIATE_DATA, Reading.unavailable(reason));
    return readings;
  }

  private void add(String line) {
    JsonNode event = JsonMapper.shared().readTree(line.replace("\u0001", ""));
    String entity = event.path("entity").asString("");
    JsonNode info = event.path("otherinfo");
    for (JsonNode what : event.path("events")) {
      switch (what.path("eventtype").asString("")) {
        case "DAG_SUBMITTED" -> submitted(entity, info.path("dagPlan"));
        case "VERTEX_INITIALIZED" ->
            names.put(entity, dag(entity) + "/" + info.path("vertexName").asString(""));
        case "VERTEX_FINISHED" -> vertex(entity, new Counters(info));
        case "DAG_FINISHED" -> job(new Counters(info));
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

  private void submitted(String dag, JsonNode plan) {
    for (JsonNode vertex : plan.path("vertices")) {
      String name = dag + "/" + vertex.path("vertexName").asString("");
      if (!vertex.path("inEdgeIds").isEmpty()) {
        withInputs.add(name);
      }
      if (!vertex.path("outEdgeIds").isEmpty()) {
        withOutputs.add(name);
      }
    }
  }

  private void vertex(String id, Counters counters) {
    String name = names.getOrDefault(id, id);
    boolean map = !withInputs.contains(name);
    counts.add(
        map ? Counter.MAP_SECONDS : Counter.REDUCE_SECONDS,
        counters.task("WALL_CLOCK_MILLISECONDS") / MILLIS);
    counts.add(
        map ? Counter.MAP_CPU_SECONDS : Counter.REDUCE_CPU_SECONDS,
        counters.task("CPU_MILLISECONDS") / MILLIS);
    if (map) {
      counts.add(Counter.INPUT_RECORDS, counters.task("INPUT_RECORDS_PROCESSED"));
    }
    if (withOutputs.contains(name)) {
      intermediate += counters.task("OUTPUT_BYTES_PHYSICAL");
    } else {
      counts.add(Counter.OUTPUT_RECORDS, counters.task("OUTPUT_RECORDS"));
    }
  }

  private void job(Counters counters) {
    jobs++;
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
