// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs with applications of YARN: what is asked about them, and how they are ended. */
@Timeout(60)
class YarnJobsTest {
  private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(10);

  @TempDir Path directory;
  private final List<String> notices = new ArrayList<>();
  private final AtomicLong aheadSeconds = new AtomicLong();
  private final InstantSource clock = () -> Instant.now().plusSeconds(aheadSeconds.get());
  private FakeYarn yarn;

  @BeforeEach
  void begin() throws IOException {
    yarn = new FakeYarn(directory.resolve("applications"));
  }

  /** What a failed test has left behind must end, too. */
  @AfterEach
  void end() throws IOException {
    for (Path application : yarn.applications()) {
      Files.writeString(application.resolve("kill"), "");
    }
    yarn.close();
  }

  private LocalScheduler scheduler(Site site) throws IOException, InterruptedException {
    String text = "clusters:\n" + yarn.cluster("lab");
    return new LocalScheduler(directory, notices, text, "finish-time", site, clock);
  }

  private Site site() {
    return new FakeYarn.Applications(directory.resolve("applications"));
  }

  /** Its kills hang, as Hadoop's client does for a quarter of an hour, or for ever. */
  private final class Deaf extends FakeYarn.Applications {
    final AtomicInteger kills = new AtomicInteger();
    final CountDownLatch hears = new CountDownLatch(1);

    Deaf() {
      super(directory.resolve("applications"));
    }

    @Override
    public void kill(Cluster cluster, String application) throws IOException {
      kills.incrementAndGet();
      try {
        hears.await();
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
      super.kill(cluster, application);
    }
  }

  private Path workflow(String name, List<String> drivers, String more) throws IOException {
    StringBuilder text = new StringBuilder("jobs:\n");
    for (int i = 0; i < drivers.size(); i++) {
      text.append("  j" + i + ": {type: shell, command: " + drivers.get(i) + more + "}\n");
    }
    return Files.writeString(directory.resolve(name), text);
  }

  private boolean allAre(LocalScheduler local, Phase phase) {
    return local.scheduler.active().stream()
        .flatMap(run -> run.jobs().values().stream())
        .allMatch(job -> job.phase() == phase);
  }

  private boolean lives(int count) {
    try {
      List<Path> all = yarn.applications();
      return all.size() == count
          && all.stream().allMatch(each -> Files.exists(each.resolve("number")));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void anApplicationThatSucceededIsASuccess() throws Exception {
    try (LocalScheduler local = scheduler(site())) {
      local.submit("r", workflow("w.yaml", List.of(yarn.driver("a")), ""));
      local.workToTheEnd();
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(directory.resolve("done-a")).hasContent("x\n");
      assertThat(local.journal.events("r"))
          .last()
          .matches(event -> event.text().contains("state=SUCCEEDED"), "the application was seen");
    }
  }

  /** Its driver was cut off, and the ResourceManager knows nothing; its output has no mark. */
  @ParameterizedTest
  @CsvSource({"SUCCEEDED, SUCCEEDED, ''", "FAILED, FAILED, application_1_0007 failed"})
  void aHistoryServerKnowsWhatTheResourceManagerHasForgotten(
      String told, Phase phase, String message) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("w.yaml"),
            "jobs: {j0: {type: shell, outputs: out, command: [sh, -c, 'touch out; kill -KILL"
                + " $PPID']}}\n");
    String text = "clusters:\n" + yarn.clusterWithHistory("lab", "athanor-r-j0-1", told);
    try (LocalScheduler local =
        new LocalScheduler(directory, notices, text, "finish-time", site(), clock)) {
      local.submit("r", file);
      local.workUntil(() -> allAre(local, Phase.CHECKING));
      askAgainUntilAllHaveEnded(local);
      assertThat(local.state("r").job("j0").phase()).isEqualTo(phase);
      assertThat(local.state("r").job("j0").message()).isEqualTo(message);
      assertThat(yarn.questionsAboutHistory()).as("at the last of three").isEqualTo(1);
    }
  }

  /** It is told once, and the others do not wait for it. */
  @Test
  void aHistoryServerThatDoesNotAnswerIsLeftAlone() throws Exception {
    StringBuilder workflow = new StringBuilder("jobs:\n");
    for (int i = 0; i < 8; i++) {
      workflow.append("  j" + i + ": {type: shell, command: [sh, -c, 'kill -KILL $PPID']}\n");
    }
    Path file = Files.writeString(directory.resolve("w.yaml"), workflow);
    String text = "clusters:\n" + yarn.clusterWithHistory("lab", "", "SUCCEEDED");
    yarn.breakHistory();
    try (LocalScheduler local =
        new LocalScheduler(directory, notices, text, "finish-time", site(), clock)) {
      local.submit("r", file);
      for (int asks = 1; asks <= 2; asks++) {
        int all = asks;
        local.workUntil(
            () ->
                local.scheduler.active().get(0).jobs().values().stream()
                    .allMatch(job -> job.attempt().asks() == all));
        aheadSeconds.addAndGet(BETWEEN_QUESTIONS.toSeconds());
      }
      local.workToTheEnd();
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.FAILED);
    }
    assertThat(notices)
        .filteredOn(line -> line.contains("history server"))
        .singleElement()
        .asString()
        .contains("answers HTTP 503; until it answers");
    assertThat(yarn.questionsAboutHistory()).as("four at once, or fewer").isBetween(1L, 4L);
  }

  /** Its driver has ended, and was good; nothing else of the attempt is on this machine. */
  @Test
  void anApplicationThatOutlivesItsDriverIsWaitedForAndEnded() throws Exception {
    try (LocalScheduler local = scheduler(site())) {
      local.submit("r", workflow("w.yaml", List.of(yarn.hastyDriver("a")), ", timeout: 300s"));
      local.workUntil(
          () ->
              local
                  .scheduler
                  .active()
                  .get(0)
                  .job("j0")
                  .message()
                  .contains("waits for application"));
      assertThat(local.scheduler.active().get(0).job("j0").phase()).isEqualTo(Phase.CHECKING);
      aheadSeconds.addAndGet(301);
      local.workUntil(() -> Files.exists(yarnApplication().resolve("ended")));
      aheadSeconds.addAndGet(BETWEEN_QUESTIONS.toSeconds());
      local.workToTheEnd();
      assertThat(local.state("r").job("j0").phase()).isEqualTo(Phase.FAILED);
      assertThat(local.state("r").job("j0").message())
          .matches("application_1_\\d+ failed|took longer than its timeout of 300 s");
    }
  }

  private Path yarnApplication() {
    try {
      return yarn.applications().get(0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void killsThatHangKeepNoOtherJobFromRunning() throws Exception {
    Deaf site = new Deaf();
    try (LocalScheduler local = scheduler(site)) {
      List<String> endless = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        endless.add(yarn.endlessDriver("a" + i));
      }
      local.submit("r", workflow("w.yaml", endless, ""));
      local.workUntil(() -> allAre(local, Phase.RUNNING) && lives(6));
      local.scheduler.kill("r", "a user ended it");
      local.workUntil(() -> site.kills.get() == 4);
      local.submit("s", workflow("s.yaml", List.of(yarn.driver("b")), ""));
      local.workUntil(
          () -> local.scheduler.active().stream().noneMatch(run -> run.spec().id().equals("s")));
      assertThat(local.state("s").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.RUNNING);
      site.hears.countDown();
      local.workUntil(() -> ended() == 7);
      askAgainUntilAllHaveEnded(local);
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.KILLED);
    }
  }

  /** A NameNode that does not answer is no reason for applications to run on. */
  @Test
  void outputsThatCannotBeLookedForKeepNoApplicationFromItsEnd() throws Exception {
    AtomicBoolean silent = new AtomicBoolean();
    AtomicInteger looks = new AtomicInteger();
    CountDownLatch answers = new CountDownLatch(1);
    Site site =
        new FakeYarn.Applications(directory.resolve("applications")) {
          @Override
          public boolean exists(Cluster cluster, Path from, String path) {
            if (silent.get()) {
              looks.incrementAndGet();
              try {
                answers.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
              }
            }
            return super.exists(cluster, from, path);
          }
        };
    try (LocalScheduler local = scheduler(site)) {
      StringBuilder text = new StringBuilder("jobs:\n");
      for (int i = 0; i < 5; i++) {
        text.append("  j" + i + ": {type: shell, outputs: o" + i + ", command: ")
            .append(yarn.endlessDriver("a" + i))
            .append("}\n");
      }
      local.submit("r", Files.writeString(directory.resolve("w.yaml"), text));
      local.workUntil(() -> allAre(local, Phase.RUNNING) && lives(5));
      silent.set(true);
      for (Path each : yarn.applications().subList(0, 4)) {
        Files.writeString(each.resolve("kill"), "");
      }
      local.workUntil(() -> looks.get() == 4);
      local.scheduler.kill("r", "a user ended it");
      local.workUntil(() -> ended() == 5);
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.RUNNING);
      answers.countDown();
      askAgainUntilAllHaveEnded(local);
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.KILLED);
    }
  }

  private void askAgainUntilAllHaveEnded(LocalScheduler local) throws Exception {
    local.workUntil(
        () -> {
          aheadSeconds.addAndGet(BETWEEN_QUESTIONS.toSeconds());
          return local.scheduler.active().isEmpty();
        });
  }

  @Test
  void aKillThatIsUnderWayIsNotBegunAgain() throws Exception {
    Deaf site = new Deaf();
    try (LocalScheduler local = scheduler(site)) {
      local.submit("r", workflow("w.yaml", List.of(yarn.endlessDriver("a")), ""));
      local.workUntil(() -> allAre(local, Phase.RUNNING) && lives(1));
      local.scheduler.kill("r", "a user ended it");
      local.workUntil(() -> allAre(local, Phase.CHECKING) && site.kills.get() == 1);
      Instant told = local.state("r").job("j0").attempt().killedAt().orElseThrow();
      local.scheduler.kill("r", "a user is impatient");
      for (int i = 0; i < 3; i++) {
        long asked = yarn.questions();
        aheadSeconds.addAndGet(BETWEEN_QUESTIONS.toSeconds());
        local.workUntil(() -> yarn.questions() > asked);
      }
      assertThat(site.kills).hasValue(1);
      assertThat(local.state("r").job("j0").attempt().killedAt()).contains(told);
      site.hears.countDown();
      askAgainUntilAllHaveEnded(local);
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.KILLED);
    }
  }

  private long ended() {
    try {
      return yarn.applications().stream()
          .filter(each -> Files.exists(each.resolve("ended")))
          .count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
