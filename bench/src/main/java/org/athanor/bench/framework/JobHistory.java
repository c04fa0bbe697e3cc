// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.athanor.bench.counter.HadoopCounters;
import org.athanor.bench.counter.HadoopCounters.Group;
import org.athanor.bench.counter.HistoryCounters;
import org.athanor.results.Reading;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import tools.jackson.databind.JsonNode;

/**
 * What MapReduce's history server tells about jobs on YARN. It knows a job soon after its client
 * does, when the job's ApplicationMaster has handed over its file.
 */
final class JobHistory {
  private static final String ROOT = "/ws/v1/history/mapreduce/jobs/";
  private static final String INTERMEDIATE = "MAP_OUTPUT_MATERIALIZED_BYTES";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final DaemonServer server;
  private final Duration patience;
  private final Duration pause;

  JobHistory(DaemonServer server) {
    this(server, PATIENCE, PAUSE);
  }

  /**
   * @param patience how long a job may be unknown before it counts as one that never will be known
   * @param pause between questions
   */
  JobHistory(DaemonServer server, Duration patience, Duration pause) {
    this.server = server;
    this.patience = patience;
    this.pause = pause;
  }

  /**
   * The counters of a trial.
   *
   * @param jobs such as {@code job_1700000000000_0001}
   * @return a reading for each {@link org.athanor.bench.counter.Counter}, and the intermediate
   *     data; none if there are no jobs; all unavailable if one job is not known
   */
  Map<String, Reading> measures(List<String> jobs) throws InterruptedException {
    if (jobs.isEmpty()) {
      return Map.of();
    }
    HadoopCounters counters = new HadoopCounters();
    long intermediate = 0;
    for (String job : jobs) {
      Map<Group, Map<String, Long>> groups;
      try {
        groups = groups(job);
      } catch (IOException failed) {
        return unavailable("the history server cannot be asked: " + failed.getMessage());
      }
      if (groups.isEmpty()) {
        return unavailable("the history server does not tell the counters of " + job);
      }
      counters.add(groups);
      // A job without reduces has no such counter.
      intermediate += groups.getOrDefault(Group.TASK, Map.of()).getOrDefault(INTERMEDIATE, 0L);
    }
    Map<String, Reading> measures = new HashMap<>(counters.readings());
    measures.put(TrialResult.INTERMEDIATE_DATA, Reading.of(intermediate, Unit.BYTES));
    return measures;
  }

  /** Readings of jobs whose counters are not known. */
  static Map<String, Reading> unavailable(String reason) {
    HadoopCounters counters = new HadoopCounters();
    counters.addUnknown(reason);
    Map<String, Reading> measures = new HashMap<>(counters.readings());
    measures.put(TrialResult.INTERMEDIATE_DATA, Reading.unavailable(reason));
    return measures;
  }

  /** The counters of a job; none if the server has ended or does not get to know it. */
  private Map<Group, Map<String, Long>> groups(String job)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      Optional<JsonNode> account = server.ask(ROOT + job + "/counters");
      if (account.isPresent()) {
        return HistoryCounters.groups(account.get());
      }
      if (server.hasEnded() || System.nanoTime() - start >= patience.toNanos()) {
        return Map.of();
      }
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    }
  }
}
