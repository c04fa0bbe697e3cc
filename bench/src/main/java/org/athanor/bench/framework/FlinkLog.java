// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
 * Parses Flink's log in a client that runs the job itself. A phase is a vertex of the job's graph,
 * from the start of its first task to the end of its last.
 */
final class FlinkLog implements OutputParser {

  static final Pattern ERROR =
      Pattern.compile(
          "The program finished with the following exception|JobExecutionException|"
              + "ProgramInvocationException|^Exception in thread \"main\"");

  private static final Pattern SWITCH =
      Pattern.compile(
          "ExecutionGraph .*- (.+) \\(\\d+/\\d+\\) \\(\\S+\\) switched from (\\w+) to (\\w+)");

  private static final Pattern STARTED =
      Pattern.compile(
          "ExecutionGraph .*- Job .* \\(([0-9a-f]{32})\\) switched from state CREATED to RUNNING");

  /** What the client of a local cluster says if it did not wait until the cluster had ended. */
  private static final Pattern IMPATIENT = Pattern.compile("^LocalClient: (a cluster of Flink .*)");

  /** Longer names contain the code of anonymous operators. */
  private static final int MAX_NAME_LENGTH = 60;

  /** The JobManager's accounts of jobs that have ended. */
  interface Accounts {
    /** Returns those since the last call, and removes them. */
    List<JsonNode> take() throws IOException, InterruptedException;
  }

  private final Accounts accounts;

  FlinkLog(Accounts accounts) {
    this.accounts = accounts;
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> output) {
    return OutputParser.firstMatch(ERROR, output);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> output) {
    Map<String, Phase> vertices = new LinkedHashMap<>();
    for (TimedLine line : output) {
      Matcher change = SWITCH.matcher(line.text());
      if (change.find()) {
        String name = shorten(change.group(1));
        if (change.group(3).equals("RUNNING")) {
          vertices.putIfAbsent(name, new Phase(name, line.seconds(), line.seconds()));
        } else if (change.group(3).equals("FINISHED")) {
          vertices.computeIfPresent(
              name, (key, phase) -> new Phase(name, phase.startSeconds(), line.seconds()));
        }
      }
    }
    return new ArrayList<>(vertices.values());
  }

  /** Known if the cluster, which ends with the client, has written the accounts of all jobs. */
  @Override
  public Map<String, Reading> measures(List<TimedLine> output)
      throws IOException, InterruptedException {
    List<JsonNode> archived = accounts.take();
    int jobs = OutputParser.all(STARTED, output).size();
    if (jobs == 0) {
      return Map.of();
    }
    List<String> impatient = OutputParser.all(IMPATIENT, output);
    if (!impatient.isEmpty()) {
      return FlinkJobs.unavailable(impatient.get(0));
    }
    return archived.size() == jobs
        ? FlinkJobs.readings(archived)
        : FlinkJobs.unavailable(
            "Flink's cluster, which ended with its client, wrote the accounts of "
                + archived.size()
                + " of "
                + jobs
                + " jobs");
  }

  static String shorten(String name) {
    return name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH - 1) + "…";
  }
}
