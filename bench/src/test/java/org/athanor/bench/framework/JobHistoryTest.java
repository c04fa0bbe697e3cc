// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JobHistoryTest {
  private static final String ROOT = "/ws/v1/history/mapreduce/jobs/";

  private static final String PRINTED =
      """
      INFO mapreduce.Job: Running job: job_1_0001
      INFO mapreduce.Job: Counters: 4
      \tJob Counters
      \t\tLaunched map tasks=1
      \tMap-Reduce Framework
      \t\tMap input records=7
      \t\tMap output materialized bytes=65
      \t\tCPU time spent (ms)=1500
      """;

  /** A history server that knows a job from a certain question on. */
  private static final class Server implements DaemonServer {
    private final Map<String, Integer> askedBefore = new HashMap<>();
    private final JsonNode account;
    private boolean runs = true;
    private boolean reachable = true;
    private int asked;

    Server() throws IOException {
      account = JsonMapper.shared().readTree(Captured.text("hadoop-history.json"));
    }

    @Override
    public Optional<JsonNode> ask(String path) throws IOException {
      if (!reachable) {
        throw new IOException("no route");
      }
      asked++;
      int questions = askedBefore.getOrDefault(path, -1);
      askedBefore.computeIfPresent(path, (key, left) -> left - 1);
      return runs && questions == 0 ? Optional.of(account) : Optional.empty();
    }

    @Override
    public boolean hasEnded() {
      return !runs;
    }

    void knows(String job, int questionsBefore) {
      askedBefore.put(ROOT + job + "/counters", questionsBefore);
    }
  }

  private final Server server = new Server();
  private final JobHistory history = history(Duration.ZERO);

  JobHistoryTest() throws IOException {}

  private JobHistory history(Duration patience) {
    return new JobHistory(server, patience, Duration.ZERO);
  }

  @Test
  void addsUpTheJobsOfATrial() throws Exception {
    server.knows("job_1_0001", 0);
    server.knows("job_1_0002", 0);

    assertThat(history.measures(List.of("job_1_0001", "job_1_0002")))
        .containsEntry("jobs", Reading.of(2, Unit.COUNT))
        .containsEntry("intermediate_data", Reading.of(2 * 69178, Unit.BYTES))
        .containsEntry("input_records", Reading.of(2 * 1449, Unit.COUNT));
    assertThat(history.measures(List.of())).isEmpty();
  }

  @Test
  void waitsUntilAJobIsKnown() throws Exception {
    server.knows("job_1_0001", 2);

    assertThat(history(Duration.ofDays(1)).measures(List.of("job_1_0001")).get("jobs"))
        .isEqualTo(Reading.of(1, Unit.COUNT));
    assertThat(server.asked).isEqualTo(3);
  }

  @Test
  void aJobThatStaysUnknownMakesAllUnavailable() throws Exception {
    server.knows("job_1_0002", 0);

    assertUnavailable(
        history.measures(List.of("job_1_0001", "job_1_0002")),
        "the history server does not tell the counters of job_1_0001");
  }

  /** As after a trial that took too long, whose daemons were ended. */
  @Test
  void doesNotWaitForAServerThatHasEnded() throws Exception {
    server.runs = false;

    assertUnavailable(
        history(Duration.ofDays(1)).measures(List.of("job_1_0001")),
        "the history server does not tell the counters of job_1_0001");
  }

  @Test
  void aServerThatCannotBeAskedMakesAllUnavailable() throws Exception {
    server.reachable = false;

    assertUnavailable(
        history(Duration.ofDays(1)).measures(List.of("job_1_0001")),
        "the history server cannot be asked: no route");
  }

  /** What the client prints lacks the CPU time of maps and reduces only. */
  @Test
  void withoutServerTheCountersAreThoseThatTheClientPrints() throws Exception {
    server.runs = false;
    List<TimedLine> printed = Captured.lines(PRINTED.split("\n"));

    assertThat(new MapReduceOutput(history).measures(printed))
        .containsEntry("jobs", Reading.of(1, Unit.COUNT))
        .containsEntry("input_records", Reading.of(7, Unit.COUNT))
        .containsEntry("task_cpu_seconds", Reading.of(1.5, Unit.SECONDS))
        .containsEntry("intermediate_data", Reading.of(65, Unit.BYTES))
        .containsEntry(
            "map_cpu_seconds",
            Reading.unavailable("the history server does not tell the counters of job_1_0001"));
    server.runs = true;
    server.knows("job_1_0001", 0);
    assertThat(new MapReduceOutput(history).measures(printed))
        .containsEntry("input_records", Reading.of(1449, Unit.COUNT))
        .containsEntry("intermediate_data", Reading.of(69178, Unit.BYTES))
        .extractingByKey("map_cpu_seconds")
        .isInstanceOf(Reading.Value.class);
    assertThat(new MapReduceOutput(history).measures(Captured.lines("no job"))).isEmpty();
  }

  /** Its counters are nowhere, so that those of the other jobs would be a part. */
  @Test
  void aJobInHivesOwnProcessMakesAllUnavailable() throws Exception {
    server.knows("job_1_0001", 0);
    server.knows("job_1_0002", 0);
    String job = "Starting Job = job_1_0001, Tracking URL = http://h1:8088/proxy";
    String own = "Job running in-process (local Hadoop)";
    HiveOutput output = new HiveOutput(history);

    assertUnavailable(
        output.measures(Captured.lines(job, own)),
        "Hive ran a job in its own process, whose counters it does not print");
    assertUnavailable(
        output.measures(Captured.lines(own)),
        "Hive ran a job in its own process, whose counters it does not print");
    assertThat(output.measures(Captured.lines(job)))
        .containsEntry("jobs", Reading.of(1, Unit.COUNT));
    assertThat(output.measures(Captured.lines("no job"))).isEmpty();
  }

  private static void assertUnavailable(Map<String, Reading> readings, String reason) {
    assertThat(readings)
        .containsEntry("jobs", Reading.unavailable(reason))
        .containsEntry("intermediate_data", Reading.unavailable(reason));
    assertThat(readings.values()).noneMatch(Reading.Value.class::isInstance);
  }
}
