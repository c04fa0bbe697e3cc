// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
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
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the phases of jobs on a session cluster: the client's output has the ids of the jobs, the
 * JobManager has the times of their vertices.
 */
final class FlinkSession implements OutputParser {

  private static final Pattern SUBMITTED =
      Pattern.compile("Job has been submitted with JobID ([0-9a-f]{32})");

  /** Queries the JobManager for a job's details; empty if it does not know the job. */
  interface JobQuery {
    Optional<String> details(String jobId) throws IOException, InterruptedException;
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
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    List<Phase> phases = new ArrayList<>();
    for (TimedLine line : output) {
      Matcher submitted = SUBMITTED.matcher(line.text());
      if (submitted.find()) {
        details(submitted.group(1)).ifPresent(json -> phases.addAll(vertices(started, json)));
      }
    }
    return phases;
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    List<String> jobs = new ArrayList<>();
    for (TimedLine line : output) {
      Matcher submitted = SUBMITTED.matcher(line.text());
      if (submitted.find()) {
        Optional<String> details = query.details(submitted.group(1));
        if (details.isEmpty()) {
          return FlinkJobs.unavailable("the JobManager does not know all jobs of the trial");
        }
        jobs.add(details.get());
      }
    }
    return jobs.isEmpty() ? Map.of() : FlinkJobs.readings(jobs);
  }

  private Optional<String> details(String jobId) {
    try {
      return query.details(jobId);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("asking about job " + jobId));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The vertices that have started and ended. */
  static List<Phase> vertices(Instant started, String json) {
    double origin = started.toEpochMilli();
    List<Phase> phases = new ArrayList<>();
    for (JsonNode vertex : JsonMapper.shared().readTree(json).path("vertices")) {
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
