// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.alert.Alert;
import org.athanor.scheduler.alert.Hook;
import org.athanor.scheduler.alert.HookServer;
import org.athanor.scheduler.alert.HookWorker;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What hooks are told of real processes of this machine, and what survives restarts. */
@Timeout(60)
class AlertsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HookWorker.Settings FAST =
      new HookWorker.Settings(
          Duration.ofMillis(20),
          Duration.ofMillis(40),
          Duration.ofHours(1),
          InstantSource.system());

  @TempDir Path directory;
  private final List<String> notices = Collections.synchronizedList(new ArrayList<>());

  private Path workflow(String script, String more) throws IOException {
    return Files.writeString(
        directory.resolve("w.yaml"),
        "name: w\n"
            + more
            + "jobs:\n  a: {type: shell, application: a, command: [sh, -c, '"
            + script
            + "']}\n");
  }

  private LocalScheduler scheduler(HookServer server) throws Exception {
    return scheduler("h", server);
  }

  private LocalScheduler scheduler(String name, HookServer server) throws Exception {
    LocalScheduler local = new LocalScheduler(directory, notices, List.of("a"));
    Hook hook =
        new Hook(
            name,
            new Hook.Webhook(server.address()),
            EnumSet.allOf(Alert.Kind.class),
            Duration.ofSeconds(30));
    local.scheduler.tell(
        List.of(hook), StateDirectory.create(directory.resolve("state")), "athanor/test", FAST);
    return local;
  }

  /** What ends a test's work. */
  private interface Condition {
    boolean isMet() throws IOException;
  }

  /** Works until something is so of which no event tells the scheduler. */
  private static void workUntil(LocalScheduler local, Condition condition) throws Exception {
    ScheduledExecutorService waker = Executors.newSingleThreadScheduledExecutor();
    try {
      var unused =
          waker.scheduleWithFixedDelay(
              () -> local.scheduler.later(() -> {}), 20, 20, TimeUnit.MILLISECONDS);
      local.scheduler.work(
          () -> {
            try {
              return condition.isMet();
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
    } finally {
      waker.shutdownNow();
    }
  }

  /** Works until the hook was told so many events, and that is in the journal. */
  private static void workUntilTold(LocalScheduler local, HookServer server, int count)
      throws Exception {
    workUntil(
        local,
        () ->
            server.bodies.size() >= count && local.journal.alerts().waiting("h", 0, 10).isEmpty());
  }

  private static List<String> events(HookServer server) {
    return server.bodies.stream()
        .map(AlertsTest::read)
        .map(it -> it.path("event").asString())
        .toList();
  }

  private static JsonNode read(String json) {
    return JSON.readTree(json);
  }

  @Test
  void tellsHowRunsEnd() throws Exception {
    try (HookServer server = new HookServer();
        LocalScheduler local = scheduler(server)) {
      local.submit("good", workflow("true", ""));
      local.workToTheEnd();
      local.submit("bad", workflow("exit 3", ""));
      local.workToTheEnd();
      workUntilTold(local, server, 2);
      assertThat(events(server)).containsExactly("run-succeeded", "run-failed");
      JsonNode bad = read(List.copyOf(server.bodies).get(1));
      assertThat(bad.path("run").asString()).isEqualTo("bad");
      assertThat(bad.path("workflow").asString()).isEqualTo("w");
      assertThat(bad.path("message").asString())
          .isEqualTo("run bad failed: job a: its driver ended with code 3");
      assertThat(local.scheduler.see()).isNotNull();
    }
  }

  @Test
  void aHookThatHangsDelaysNothingAndIsToldAfterARestart() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (HookServer server = new HookServer()) {
      server.answer = exchange -> never.await();
      try (LocalScheduler local = scheduler(server)) {
        for (int run = 0; run < 3; run++) {
          local.submit("r" + run, workflow("true", ""));
          local.workToTheEnd();
          assertThat(local.state("r" + run).status()).isEqualTo(RunState.Status.SUCCEEDED);
        }
        assertThat(local.journal.alerts().waiting("h", 0, 10)).hasSize(3);
        assertThat(local.journal.alerts().hooks())
            .singleElement()
            .satisfies(hook -> assertThat(hook.waiting()).isEqualTo(3));
      }
      server.answer = exchange -> exchange.sendResponseHeaders(204, -1);
      server.bodies.clear();
      try (LocalScheduler local = scheduler(server)) {
        workUntilTold(local, server, 3);
        assertThat(server.bodies)
            .extracting(body -> read(body).path("run").asString())
            .containsExactly("r0", "r1", "r2");
      }
      server.bodies.clear();
      try (LocalScheduler local = scheduler(server)) {
        local.submit("last", workflow("true", ""));
        local.workToTheEnd();
        workUntilTold(local, server, 1);
        assertThat(server.bodies)
            .as("none is told again")
            .extracting(body -> read(body).path("run").asString())
            .containsExactly("last");
      }
    }
  }

  @Test
  void troubleIsToldOnceAndSeenByReaders() throws Exception {
    try (HookServer server = new HookServer()) {
      server.answer = exchange -> exchange.sendResponseHeaders(500, -1);
      try (LocalScheduler local = scheduler(server)) {
        local.submit("r", workflow("true", ""));
        workUntil(local, () -> server.bodies.size() >= 3);
        try (Journal reader = Journal.openToRead(directory.resolve("state")).orElseThrow()) {
          AlertTables.HookStatus hook = reader.alerts().hooks().get(0);
          assertThat(hook.trouble()).endsWith("answers HTTP 500").doesNotContain("s3cr3t");
          assertThat(hook.waiting()).isEqualTo(1);
        }
        server.answer = exchange -> exchange.sendResponseHeaders(204, -1);
        workUntilTold(local, server, 4);
        assertThat(local.journal.alerts().hooks()).isEmpty();
      }
      assertThat(notices)
          .filteredOn(line -> line.startsWith("hook h"))
          .hasSize(2)
          .noneMatch(line -> line.contains("s3cr3t"));
    }
  }

  @Test
  void troubleOfAnEarlierSchedulerIsForgottenAndSoAreHooksOfAnotherFile() throws Exception {
    try (HookServer server = new HookServer()) {
      server.answer = exchange -> exchange.sendResponseHeaders(500, -1);
      try (LocalScheduler local = scheduler(server)) {
        local.submit("r", workflow("true", ""));
        workUntil(
            local,
            () -> local.journal.alerts().hooks().stream().anyMatch(it -> !it.trouble().isEmpty()));
      }
      CountDownLatch never = new CountDownLatch(1);
      server.answer = exchange -> never.await();
      try (LocalScheduler local = scheduler(server)) {
        assertThat(local.journal.alerts().hooks())
            .singleElement()
            .satisfies(it -> assertThat(it.trouble()).isEmpty())
            .satisfies(it -> assertThat(it.waiting()).isEqualTo(1));
      }
      notices.clear();
      try (LocalScheduler local = scheduler("renamed", server)) {
        assertThat(local.journal.alerts().hooks()).isEmpty();
        workUntil(local, () -> !notices.isEmpty());
      }
      assertThat(notices)
          .containsExactly(
              "events for hooks that are not in the file of hooks are given up: h (1)");
    }
  }

  @Test
  void aPromiseIsAtRiskThenMissedEachToldOnceAlsoAcrossARestart() throws Exception {
    try (HookServer server = new HookServer()) {
      try (LocalScheduler local = scheduler(server)) {
        local.submit("first", workflow("sleep 1.5", ""));
        local.workToTheEnd();
        workUntilTold(local, server, 1);
        local.submit(
            "r", workflow("until [ -e stop ]; do sleep 0.05; done", "sla: {within: 3s}\n"));
        // 1.5 s, and at most twice as much, with the start of a process: 3 s are not enough.
        workUntilTold(local, server, 2);
        assertThat(events(server)).containsExactly("run-succeeded", "sla-at-risk");
        assertThat(local.journal.alerts().of("r"))
            .singleElement()
            .satisfies(it -> assertThat(it.state()).isEqualTo(AlertTables.State.AT_RISK));
        assertThat(local.journal.alerts().counts().runs())
            .containsEntry(AlertTables.State.AT_RISK, 1L);
      }
      try (LocalScheduler local = scheduler(server)) {
        workUntilTold(local, server, 3);
        Files.createFile(directory.resolve("stop"));
        local.workToTheEnd();
        workUntilTold(local, server, 4);
        assertThat(local.journal.alerts().of("r"))
            .singleElement()
            .satisfies(it -> assertThat(it.state()).isEqualTo(AlertTables.State.MISSED));
        assertThat(local.journal.events("r"))
            .filteredOn(entry -> entry.text().contains("is at risk"))
            .hasSize(1);
      }
      assertThat(events(server))
          .containsExactly("run-succeeded", "sla-at-risk", "sla-missed", "run-succeeded");
      JsonNode risk = read(List.copyOf(server.bodies).get(1));
      assertThat(risk.path("expectedEnd").asString())
          .isGreaterThan(risk.path("deadline").asString());
      assertThat(server.bodies)
          .extracting(body -> read(body).path("id").asString())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void aRunThatIsLeftAloneIsToldOnceUntilItIsWorkedOn() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit("r", workflow("touch up; until [ -e stop ]; do sleep 0.05; done", ""));
      workUntil(local, () -> Files.exists(directory.resolve("up")));
    }
    try (HookServer server = new HookServer()) {
      for (int start = 0; start < 2; start++) {
        try (LocalScheduler other = new LocalScheduler(directory, notices, List.of("c"))) {
          Hook hook =
              new Hook(
                  "h",
                  new Hook.Webhook(server.address()),
                  EnumSet.of(Alert.Kind.JOB_LEFT_ALONE),
                  Duration.ofSeconds(30));
          other.scheduler.tell(
              List.of(hook),
              StateDirectory.create(directory.resolve("state")),
              "athanor/test",
              FAST);
          workUntilTold(other, server, 1);
        }
      }
      assertThat(events(server)).containsExactly("job-left-alone");
      assertThat(read(server.bodies.peek()).path("message").asString())
          .contains("run r is left alone");
      Files.createFile(directory.resolve("stop"));
      try (LocalScheduler again = new LocalScheduler(directory, notices)) {
        assertThat(again.journal.alerts().isLeftAloneTold("r")).isFalse();
        again.workToTheEnd();
      }
    }
  }
}
