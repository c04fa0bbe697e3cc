// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.counter.FlinkJobs;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import tools.jackson.databind.JsonNode;

/**
 * Finds the phases of jobs on a session cluster: the client's output has the ids of the jobs, the
 * JobManager has the times of their vertices.
 */
final class FlinkSession implements OutputParser {

  private static final Pattern SUBMITTED =
      Pattern.compile("Job has been submitted with JobID ([0-9a-f]{32})");

  /** Queries the JobManager for a job's details; empty if it does not know the job. */
  interface JobQuery {
    Optional<JsonNode> details(String jobId) throws IOException, InterruptedException;
  }

  private final JobQuery query;

  FlinkSession(JobQuery query) {
    this.query = query;
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return OutputParser.firstMatch(FlinkLog.ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output)
      throws IOException, InterruptedException {
    List<Phase> phases = new ArrayList<>();
    for (TimedLine line : output) {
      Matcher submitted = SUBMITTED.matcher(line.text());
      if (submitted.find()) {
        query.details(submitted.group(1)).ifPresent(job -> phases.addAll(vertices(started, job)));
      }
    }
    return phases;
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    List<JsonNode> jobs = new ArrayList<>();
    for (TimedLine line : output) {
      Matcher submitted = SUBMITTED.matcher(line.text());
      if (submitted.find()) {
        Optional<JsonNode> details = query.details(submitted.group(1));
        if (details.isEmpty()) {
          return FlinkJobs.unavailable("the JobManager does not know all jobs of the trial");
        }
        jobs.add(details.get());
      }
    }
    return jobs.isEmpty() ? Map.of() : FlinkJobs.readings(jobs);
  }

  /** The vertices that have started and ended. */
  static List<Phase> vertices(Instant started, JsonNode job) {
    double origin = started.toEpochMilli();
    List<Phase> phases = new ArrayList<>();
    for (JsonNode vertex : job.path("vertices")) {
      long start = vertex.path("start-time").asLong(-1);
      long end = vertex.path("end-time").asLong(-1);
      if (start > 0 && end > 0) {
        String name = FlinkLog.shorten(vertex.path("name").asString(""));
        phases.add(new Phase(name, (start - origin) / 1e3, (end - origin) / 1e3));
      }
    }
    return phases;
  }
}
