// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.athanor.bench.counter.HadoopCounters;
import org.athanor.bench.counter.HadoopCounters.Group;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the summary that {@code athanor run --json} writes: a JSON object of several lines. */
final class AthanorOutput implements OutputParser {

  private static final String TASK_COUNTERS = "org.apache.hadoop.mapreduce.TaskCounter";
  private static final String BYTES = "MAP_OUTPUT_MATERIALIZED_BYTES";
  private static final Pattern ERROR =
      Pattern.compile("^\\s*\"state\": \"(FAILED|KILLED)\"|^Exception in thread \"main\"");

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    Optional<String> failure =
        jobs(output).stream()
            .filter(job -> !job.path("state").asString("").equals("SUCCEEDED"))
            .map(
                job ->
                    job.path("name").asString("")
                        + " "
                        + job.path("state").asString("")
                        + job.path("failure").asStringOpt().map(it -> ": " + it).orElse(""))
            .findFirst();
    return failure.isPresent() ? failure : OutputParser.firstMatch(ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    List<JsonNode> jobs = jobs(output);
    List<Phase> phases = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      String suffix = jobs.size() == 1 ? "" : " " + (i + 1);
      phase("map" + suffix, jobs.get(i).path("maps"), started).ifPresent(phases::add);
      phase("reduce" + suffix, jobs.get(i).path("reduces"), started).ifPresent(phases::add);
    }
    return phases;
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output) {
    List<JsonNode> jobs = jobs(output);
    if (jobs.isEmpty()) {
      return Map.of();
    }
    HadoopCounters counters = new HadoopCounters();
    long bytes = 0;
    for (JsonNode job : jobs) {
      counters.add(groups(job.path("counters")));
      // A job without reduces has no such counter.
      bytes += job.path("counters").path(TASK_COUNTERS).path(BYTES).asLong(0);
    }
    Map<String, Reading> measures = new HashMap<>(counters.readings());
    measures.put(TrialResult.INTERMEDIATE_DATA, Reading.of(bytes, Unit.BYTES));
    return measures;
  }

  private static Map<Group, Map<String, Long>> groups(JsonNode counters) {
    Map<Group, Map<String, Long>> groups = new EnumMap<>(Group.class);
    counters.forEachEntry(
        (name, group) -> {
          Map<String, Long> values = new HashMap<>();
          group.forEachEntry((key, value) -> values.put(key, value.asLong(0)));
          Group.named(name).ifPresent(known -> groups.put(known, values));
        });
    return groups;
  }

  private static Optional<Phase> phase(String name, JsonNode tasks, Instant started) {
    if (!tasks.path("started").isNumber() || !tasks.path("finished").isNumber()) {
      return Optional.empty();
    }
    double origin = started.toEpochMilli();
    return Optional.of(
        new Phase(
            name,
            (tasks.path("started").asLong() - origin) / 1e3,
            (tasks.path("finished").asLong() - origin) / 1e3));
  }

  private static List<JsonNode> jobs(List<TimedLine> output) {
    List<String> lines = output.stream().map(TimedLine::text).toList();
    int start = lines.lastIndexOf("{");
    int end = lines.lastIndexOf("}");
    if (start < 0 || end < start) {
      return List.of();
    }
    // Lines of standard error may be in between; they are not indented as an object's members are.
    String text =
        lines.subList(start, end + 1).stream()
            .filter(line -> line.equals("{") || line.equals("}") || line.startsWith("  "))
            .collect(Collectors.joining("\n"));
    try {
      return JsonMapper.shared().readTree(text).path("jobs").valueStream().toList();
    } catch (JacksonException e) {
      return List.of();
    }
  }
}
