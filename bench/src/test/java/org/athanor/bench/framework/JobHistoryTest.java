// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JobHistoryTest {
  private static final String ROOT = "/ws/v1/history/mapreduce/jobs/";

  /** A history server that knows a job from a certain question on. */
  private static final class Server implements JobHistory.Server {
    private final Map<String, Integer> askedBefore = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final JsonNode account;
    private boolean runs = true;

    Server() throws IOException {
      account = JsonMapper.shared().readTree(Captured.text("hadoop-history.json"));
    }

    @Override
    public Optional<JsonNode> ask(String path) {
      asked.add(path);
      if (path.equals("/ws/v1/history/info")) {
        return runs ? Optional.of(account) : Optional.empty();
      }
      int questions = askedBefore.getOrDefault(path, -1);
      askedBefore.computeIfPresent(path, (key, left) -> left - 1);
      return questions == 0 ? Optional.of(account) : Optional.empty();
    }

    void knows(String job, int questionsBefore) {
      askedBefore.put(ROOT + job + "/counters", questionsBefore);
    }
  }

  private final Server server;
  private final JobHistory history;

  JobHistoryTest() throws IOException {
    server = new Server();
    history = new JobHistory(server, Duration.ZERO);
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

    assertThat(
            new JobHistory(server, Duration.ofDays(1)).measures(List.of("job_1_0001")).get("jobs"))
        .isEqualTo(Reading.of(1, Unit.COUNT));
    assertThat(server.asked).hasSize(4);
  }

  @Test
  void aJobThatStaysUnknownMakesAllUnavailable() throws Exception {
    server.knows("job_1_0002", 0);

    assertUnavailable(
        history.measures(List.of("job_1_0001", "job_1_0002")),
        "the history server does not know job_1_0001");
  }

  /** As after a trial that took too long, whose daemons were ended. */
  @Test
  void doesNotWaitForAServerThatHasEnded() throws Exception {
    server.runs = false;

    assertUnavailable(
        new JobHistory(server, Duration.ofDays(1)).measures(List.of("job_1_0001")),
        "the history server has ended");
  }

  private static void assertUnavailable(Map<String, Reading> readings, String reason) {
    assertThat(readings)
        .containsEntry("jobs", Reading.unavailable(reason))
        .containsEntry("intermediate_data", Reading.unavailable(reason));
    assertThat(readings.values()).noneMatch(Reading.Value.class::isInstance);
  }
}
