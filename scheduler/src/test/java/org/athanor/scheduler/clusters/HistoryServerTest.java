// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A timeline server of Hadoop 3.5, of which only the list of applications is asked for. */
class HistoryServerTest {
  private static final String APPS = "/ws/v1/applicationhistory/apps";
  private static final Instant START = Instant.ofEpochMilli(1_700_000_000_000L);

  private FakeResourceManager server;

  @BeforeEach
  void begin() throws IOException {
    server = new FakeResourceManager();
  }

  @AfterEach
  void end() {
    server.close();
  }

  private List<Application> ended() throws ClusterUnavailableException {
    return new HistoryServer(server.address(), Duration.ofSeconds(10))
        .ended("Athanor-r-j-1", START);
  }

  private static String app(int number, String tags, String user, String state, String status) {
    return String.format(
        Locale.ROOT,
        """
        {"appId": "application_1_%04d", "currentAppAttemptId": "appattempt_1_0001_000001",
          "user": "%s", "name": "sort", "queue": "default", "type": "MAPREDUCE", "appState": "%s",
          "progress": 100.0, "diagnosticsInfo": "told so", "finalAppStatus": "%s",
          "submittedTime": 1700000001000, "startedTime": 1700000001000,
          "finishedTime": %d, "elapsedTime": 9000, "applicationTags": "%s"}""",
        number,
        user,
        state,
        status,
        state.equals("RUNNING") ? 0 : 1_700_000_010_000L,
        tags);
  }

  @Test
  void tellsOfOwnApplicationsWithTheTagThatHaveEnded() throws Exception {
    String me = Applications.user();
    server.answer(
        APPS,
        "{\"app\": ["
            + String.join(
                ",",
                app(1, "athanor-r-j-1,nightly", me, "FINISHED", "SUCCEEDED"),
                app(2, "athanor-r-j-2", me, "FINISHED", "SUCCEEDED"),
                app(3, "athanor-r-j-1", me + "2", "FINISHED", "SUCCEEDED"),
                app(4, "athanor-r-j-1", me, "RUNNING", "UNDEFINED"))
            + "]}");
    Application found = ended().get(0);
    assertThat(ended()).hasSize(1);
    assertThat(found.id()).isEqualTo("application_1_0001");
    assertThat(found.succeeded()).isTrue();
    assertThat(found.diagnostics()).isEqualTo("told so");
    assertThat(found.use().finished()).contains(Instant.ofEpochMilli(1_700_000_010_000L));
    assertThat(Application.span(List.of(found))).contains(Duration.ofSeconds(9));
    assertThat(server.requests.get(0))
        .startsWith(APPS + "?states=FINISHED,FAILED,KILLED&startedTimeBegin=1699996400000&user=");
  }

  @Test
  void tellsOfNoneIfThereIsNone() throws Exception {
    server.answer(APPS, "{}");
    assertThat(ended()).isEmpty();
    server.answer(APPS, "{\"app\": []}");
    assertThat(ended()).isEmpty();
    server.answer(APPS, "{\"apps\": null}");
    assertThat(ended()).isEmpty();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(this::ended)
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessage("history server " + server.address() + " answers HTTP 404");
    server.answer(APPS, "<html>");
    assertThatThrownBy(this::ended)
        .hasMessage("history server " + server.address() + " answers something else than JSON");
    server.answer(APPS, "{\"app\": [{\"applicationTags\": \"athanor-r-j-1\"}]}");
    assertThatThrownBy(this::ended).hasMessageContaining("an application without id");
    HistoryServer none =
        new HistoryServer(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(10));
    assertThatThrownBy(() -> none.ended("t", START)).hasMessageContaining("cannot be reached");
  }

  @Test
  void isAskedOnlyIfTheFileOfClustersNamesIt() throws Exception {
    server.answer(
        APPS,
        "{\"app\": [" + app(1, "athanor-r-j-1", Applications.user(), "FAILED", "FAILED") + "]}");
    for (Optional<URI> named : List.of(Optional.<URI>empty(), Optional.of(server.address()))) {
      Kind.Yarn kind =
          new Kind.Yarn(
              Path.of("conf"),
              List.of(server.address()),
              Optional.empty(),
              Optional.empty(),
              MapReduceFramework.HADOOP,
              Optional.empty(),
              named);
      YarnCluster cluster = new YarnCluster(kind, tag -> false, Duration.ofSeconds(10));
      assertThat(cluster.history("athanor-r-j-1", START)).hasSize(named.isPresent() ? 1 : 0);
    }
  }
}
