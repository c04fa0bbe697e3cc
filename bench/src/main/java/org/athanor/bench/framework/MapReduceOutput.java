// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.counter.PrintedCounters;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;

/**
 * Parses the output of Hadoop's job client: lines {@code map 40% reduce 10%}, once a second, and in
 * local mode the messages of the local job runner. A job's map phase lasts from the job's start to
 * the end of its last map, its reduce phase from the start of the first reduce to the job's end. If
 * there are several jobs, names of phases include the job's number.
 */
final class MapReduceOutput implements OutputParser {

  private static final Pattern ERROR =
      Pattern.compile(
          "Job job_\\S+ failed with state|Job not successful|Streaming Command Failed|"
              + "^Exception in thread \"main\"");

  static final Pattern RUNNING = Pattern.compile("Running job: (job_\\w+)");

  /** Those of a job; the local runner also prints those of attempts. */
  private static final Pattern COUNTERS = Pattern.compile("mapreduce\\.Job: Counters: [1-9]");

  private static final Pattern INTERMEDIATE =
      Pattern.compile("\\s+Map output materialized bytes=(\\d{1,18})");

  private final Optional<JobHistory> history;

  /** For jobs whose counters are known by what their client prints. */
  MapReduceOutput() {
    this.history = Optional.empty();
  }

  /** For jobs that a history server knows. */
  MapReduceOutput(JobHistory history) {
    this.history = Optional.of(history);
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return OutputParser.firstMatch(ERROR, output);
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    Map<String, Reading> measures = new HashMap<>(printedMeasures(output));
    if (history.isPresent()) {
      history
          .get()
          .measures(OutputParser.all(RUNNING, output))
          .forEach((id, told) -> measures.merge(id, told, MapReduceOutput::better));
    }
    return measures;
  }

  /** What the history server has told, unless only the client has told it. */
  private static Reading better(Reading printed, Reading told) {
    return told instanceof Reading.Value || printed instanceof Reading.Unavailable ? told : printed;
  }

  /** Unavailable unless the client prints the counters of each job. */
  private static Map<String, Reading> printedMeasures(List<TimedLine> output) {
    int jobs = 0;
    int counted = 0;
    boolean open = false;
    long bytes = 0;
    for (TimedLine line : output) {
      Matcher counter = INTERMEDIATE.matcher(line.text());
      if (RUNNING.matcher(line.text()).find()) {
        jobs++;
        open = false;
      } else if (COUNTERS.matcher(line.text()).find()) {
        counted++;
        open = true;
      } else if (open && counter.matches()) {
        bytes += Long.parseLong(counter.group(1));
        open = false;
      }
    }
    if (jobs == 0) {
      return Map.of();
    }
    Map<String, Reading> measures =
        new HashMap<>(PrintedCounters.readings(output.stream().map(TimedLine::text).toList()));
    measures.put(
        TrialResult.INTERMEDIATE_DATA,
        counted == jobs
            ? Reading.of(bytes, Unit.BYTES)
            : Reading.unavailable(
                "the client printed the counters of " + counted + " of " + jobs + " jobs"));
    return measures;
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    JobPhases phases = new JobPhases();
    output.forEach(phases::add);
    return phases.phases();
  }
}
