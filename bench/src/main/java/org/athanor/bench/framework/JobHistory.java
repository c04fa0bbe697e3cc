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
  private static final String ROOT = "/ws/v1/history/";
  private static final String INTERMEDIATE = "MAP_OUTPUT_MATERIALIZED_BYTES";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long POLL_MILLIS = 200;

  /** Asks the history server; empty if it has no answer. */
  interface Server {
    Optional<JsonNode> ask(String path) throws IOException, InterruptedException;
  }

  private final Server server;
  private final Duration patience;

  JobHistory(Server server) {
    this(server, PATIENCE);
  }

  /**
   * @param patience how long a job may be unknown before it counts as one that never will be known
   */
  JobHistory(Server server, Duration patience) {
    this.server = server;
    this.patience = patience;
  }

  /**
   * The counters of a trial.
   *
   * @param jobs such as {@code job_1700000000000_0001}
   * @return a reading for each {@link org.athanor.bench.counter.Counter}, and the intermediate
   *     data; none if there are no jobs
   */
  Map<String, Reading> measures(List<String> jobs) throws IOException, InterruptedException {
    if (jobs.isEmpty()) {
      return Map.of();
    }
    HadoopCounters counters = new HadoopCounters();
    if (server.ask(ROOT + "info").isEmpty()) {
      return unavailable("the history server has ended");
    }
    long intermediate = 0;
    for (String job : jobs) {
      Map<Group, Map<String, Long>> groups = groups(job);
      if (groups.isEmpty()) {
        return unavailable("the history server does not know " + job);
      }
      counters.add(groups);
      // A job without reduces has no such counter.
      intermediate += groups.getOrDefault(Group.TASK, Map.of()).getOrDefault(INTERMEDIATE, 0L);
    }
    Map<String, Reading> measures = new HashMap<>(counters.readings());
    measures.put(TrialResult.INTERMEDIATE_DATA, Reading.of(intermediate, Unit.BYTES));
    return measures;
  }

  private static Map<String, Reading> unavailable(String reason) {
    HadoopCounters counters = new HadoopCounters();
    counters.addUnknown(reason);
    Map<String, Reading> measures = new HashMap<>(counters.readings());
    measures.put(TrialResult.INTERMEDIATE_DATA, Reading.unavailable(reason));
    return measures;
  }

  /** The counters of a job; none if the server does not get to know it. */
  private Map<Group, Map<String, Long>> groups(String job)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<JsonNode> account = server.ask(ROOT + "mapreduce/jobs/" + job + "/counters");
      if (account.isPresent()) {
        return HistoryCounters.groups(account.get());
      }
      if (System.nanoTime() > deadline) {
        return Map.of();
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
