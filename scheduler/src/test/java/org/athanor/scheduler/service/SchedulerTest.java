// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of this machine. */
@Timeout(60)
class SchedulerTest {
  @TempDir Path directory;
  private final List<String> notices = new ArrayList<>();

  private Path workflow(String text) throws IOException {
    return Files.writeString(directory.resolve("w.yaml"), text);
  }

  private RunState run(String text) throws IOException, InterruptedException {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit("r", workflow(text));
      local.workToTheEnd();
      return local.state("r");
    }
  }

  private RunState retry() throws IOException, InterruptedException {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      CompletableFuture<Void> begun = local.scheduler.retry("r");
      local.workToTheEnd();
      assertThat(begun).isCompleted();
      return local.state("r");
    }
  }

  /** Works until job a of run r runs, and waits until it has made a file. */
  private void awaitUp(LocalScheduler local) throws IOException, InterruptedException {
    local.scheduler.work(
        () ->
            local.scheduler.active().stream()
                .anyMatch(run -> run.job("a").phase() == Phase.RUNNING));
    while (!Files.exists(directory.resolve("up"))) {
      TimeUnit.MILLISECONDS.sleep(5); // another process makes it
    }
  }

  private static String shell(String name, String script, String more) {
    return "  " + name + ": {type: shell, command: [sh, -c, '" + script + "']" + more + "}\n";
  }

  @Test
  void goesOnWithOtherBranchesAndSkipsWhatDependsOnAFailure() throws Exception {
    RunState state =
        run(
            "jobs:\n"
                + shell("bad", "exit 3", "")
                + shell("after", "true", ", after: bad")
                + shell("other", "true", ""));
    assertThat(state.status()).isEqualTo(RunState.Status.FAILED);
    assertThat(state.job("bad").message()).isEqualTo("its driver ended with code 3");
    assertThat(state.job("after").phase()).isEqualTo(Phase.SKIPPED);
    assertThat(state.job("after").message()).isEqualTo("job bad did not succeed");
    assertThat(state.job("other").phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(notices)
        .containsExactlyInAnyOrder("job bad failed: its driver ended with code 3", "run r failed");
  }

  @Test
  void removesTheSettingsOfAnAttemptThatCannotStart() throws Exception {
    RunState state = run("jobs:\n  a: {type: jar, jar: a.jar, settings: {password: secret}}\n");
    assertThat(state.job("a").message()).contains("not a shell job");
    try (Stream<Path> files = Files.walk(directory.resolve("state").resolve("attempts"))) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  /** Others of this user's schedulers count as foreign, and so does what is left of an attempt. */
  @Test
  void ownsTheTagsOfAttemptsThatGoOn() throws Exception {
    workflow("jobs:\n" + shell("a", "touch up; until [ -e stop ]; do sleep 0.05; done", ""));
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit("r", directory.resolve("w.yaml"));
      awaitUp(local);
      assertThat(local.scheduler.owns("athanor-r-a-1")).isTrue();
      assertThat(local.scheduler.owns("athanor-r-a-2")).isFalse();
      assertThat(local.scheduler.owns("athanor-s-a-1")).isFalse();
      assertThat(local.journal.activeAttempts())
          .containsExactly(new Journal.AttemptKey("r", "a", 1));
    }
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      assertThat(local.scheduler.owns("athanor-r-a-1")).as("at once after a restart").isTrue();
      Files.createFile(directory.resolve("stop"));
      local.workToTheEnd();
      AtomicInteger looks = new AtomicInteger();
      local.scheduler.later(() -> {});
      local.scheduler.work(() -> looks.getAndIncrement() > 0); // once more
      assertThat(local.scheduler.owns("athanor-r-a-1")).isFalse();
      assertThat(local.journal.activeAttempts()).isEmpty();
    }
  }

  @Test
  void retriesAndThenSucceeds() throws Exception {
    RunState state =
        run(
            "jobs:\n"
                + shell(
                    "a",
                    "echo x >> tries; [ $(wc -l < tries) = 3 ]",
                    ", retries: 2, retry wait: 0s"));
    assertThat(state.status()).isEqualTo(RunState.Status.SUCCEEDED);
    assertThat(state.job("a").attempt().number()).isEqualTo(3);
  }

  @Test
  void endsAnAttemptThatTakesTooLong() throws Exception {
    RunState state = run("jobs:\n" + shell("a", "sleep 100", ", timeout: 1s"));
    assertThat(state.job("a").message()).isEqualTo("took longer than its timeout of 1 s");
  }

  @Test
  void keepsWhatSucceededWhenTheRestIsRunAgain() throws Exception {
    run("jobs:\n" + shell("a", "echo x >> a-runs", "") + shell("b", "[ -e fixed ]", ", after: a"));
    Files.createFile(directory.resolve("fixed"));
    RunState again = retry();
    assertThat(again.status()).isEqualTo(RunState.Status.SUCCEEDED);
    assertThat(directory.resolve("a-runs")).hasContent("x\n");
    assertThat(again.job("b").attempt().number()).isEqualTo(2);
  }

  @Test
  void runsAJobAgainWhoseInputHasChanged() throws Exception {
    Files.writeString(directory.resolve("in"), "1");
    run("jobs:\n" + shell("a", "echo x >> a-runs", ", inputs: in") + shell("b", "false", ""));
    Files.writeString(directory.resolve("in"), "2");
    retry();
    assertThat(directory.resolve("a-runs")).hasContent("x\nx\n");
  }

  /** A file system that does not answer must not keep other runs from going on. */
  @Test
  void measuresInputsForARetryBesideItsWork() throws Exception {
    Files.writeString(directory.resolve("in"), "1");
    run("jobs:\n" + shell("a", "echo x >> a-runs", ", inputs: in") + shell("b", "false", ""));
    Path again = workflow("jobs:\n" + shell("a", "echo x >> a-runs", ", inputs: in"));
    CountDownLatch answers = new CountDownLatch(1);
    Site slow =
        new LocalSite() {
          @Override
          public JobState.Input measure(Cluster cluster, Path from, List<String> paths)
              throws IOException {
            try {
              assertThat(paths.isEmpty() || answers.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return super.measure(cluster, from, paths);
          }
        };
    String text = "clusters: {a: {kind: local}}\n";
    try (LocalScheduler local = new LocalScheduler(directory, notices, text, "finish-time", slow)) {
      CompletableFuture<Void> killed = local.scheduler.retry("r");
      local.submit("other", writer("o.yaml", "out", "echo 1 > out"));
      local.scheduler.work(() -> local.scheduler.active().isEmpty());
      assertThat(local.state("other").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(killed).isNotDone();
      local.scheduler.kill("r", "a user ended it");
      assertThat(killed).isCompletedExceptionally();

      Requests requests = new Requests(directory.resolve("state/requests"));
      String name = requests.ask(Requests.Action.RETRY, "r", Optional.empty(), Map.of());
      requests.serve(local.scheduler);
      requests.serve(local.scheduler);
      assertThat(requests.isOpen(name)).as("it has not begun").isTrue();
      answers.countDown();
      local.workToTheEnd();
      assertThat(requests.isOpen(name)).isFalse();
      assertThat(requests.refusal(name)).isEmpty();
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(again).exists();
      assertThat(directory.resolve("a-runs")).hasContent("x\n");
    }
  }

  @Test
  void runsAJobAgainWhoseDefinitionHasChanged() throws Exception {
    run("jobs:\n" + shell("a", "echo x >> a-runs", "") + shell("b", "false", ""));
    workflow("jobs:\n" + shell("a", "echo y >> a-runs", "") + shell("b", "true", ""));
    assertThat(retry().status()).isEqualTo(RunState.Status.SUCCEEDED);
    assertThat(directory.resolve("a-runs")).hasContent("x\ny\n");
  }

  @Test
  void neverRemovesAnOutputThatWasThereBeforeTheRun() throws Exception {
    Files.writeString(directory.resolve("out"), "precious");
    RunState state =
        run("jobs:\n" + shell("a", "true", ", outputs: out, retries: 2, retry wait: 0s"));
    assertThat(state.job("a").message())
        .isEqualTo("output out exists; remove it, or write prepare: delete");
    assertThat(retry().status()).isEqualTo(RunState.Status.FAILED);
    assertThat(directory.resolve("out")).hasContent("precious");
  }

  @Test
  void removesWhatAFailedAttemptHasWritten() throws Exception {
    RunState state =
        run(
            "jobs:\n"
                + shell(
                    "a",
                    "[ ! -e out ] || exit 9; echo x > out; echo x >> tries; [ $(wc -l < tries) = 2"
                        + " ]",
                    ", outputs: out, retries: 1, retry wait: 0s"));
    assertThat(state.status()).isEqualTo(RunState.Status.SUCCEEDED);
  }

  @Test
  void endsTheProcessesOfARunThatIsKilled() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      Requests requests = new Requests(directory.resolve("state/requests"));
      local.submit("r", workflow("jobs:\n" + shell("a", "touch up; sleep 100", ", retries: 5")));
      local.workUntil(() -> Files.exists(directory.resolve("up")));
      requests.ask(Requests.Action.KILL, "r", Optional.empty(), Map.of());
      requests.serve(local.scheduler);
      local.workToTheEnd();
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.KILLED);
    }
  }

  /** Its attempts may live where nobody can ask: nothing is started, ended or measured. */
  @Test
  void leavesARunAloneWhoseClusterIsNotInTheFile() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit(
          "r",
          workflow(
              "jobs:\n"
                  + shell("a", "touch up; until [ -e stop ]; do sleep 0.1; done", ", retries: 5")));
      local.workUntil(() -> Files.exists(directory.resolve("up")));
    }
    try (LocalScheduler other = new LocalScheduler(directory, notices, List.of("c"))) {
      assertThat(other.scheduler.active()).isEmpty();
      assertThat(notices)
          .last()
          .asString()
          .startsWith("run r is left alone: job a is on cluster ")
          .contains("not in the file of clusters");
      assertThatThrownBy(() -> other.scheduler.kill("r", "a user ended it"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is left alone");
      assertThatThrownBy(() -> other.scheduler.retry("r")).hasMessageContaining("is left alone");
    }
    try (LocalScheduler again = new LocalScheduler(directory, notices)) {
      Files.createFile(directory.resolve("stop"));
      again.workToTheEnd();
      assertThat(again.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(again.state("r").job("a").attempt().number()).isEqualTo(1);
      assertThat(again.journal.measurements().newest(10))
          .as("its end is known, whoever has seen it")
          .hasSize(1);
    }
  }

  /** It would keep its schedule and its outputs from others for ever. */
  @Test
  void aRunThatIsLeftAloneCanBeGivenUp() throws Exception {
    String script = "trap 'touch ended; exit' TERM; touch up; while :; do sleep 0.05; done";
    String text = "name: w\nschedule: {cron: 0 0 1 1 *}\njobs:\n";
    Path file =
        workflow(
            text
                + "  a: {type: shell, command: [sh, -c, \""
                + script
                + "\"], outputs: out}\n"
                + shell("b", "true", ", after: a"));
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.scheduler.add(file, Map.of());
      local.submit("r", file);
      awaitUp(local);
    }
    try (LocalScheduler other = new LocalScheduler(directory, notices, List.of("c"))) {
      assertThat(notices)
          .last()
          .asString()
          .endsWith(
              "; athanor schedule kill --force r ends it; until then the schedule w counts it as"
                  + " running");
      assertThat(other.journal.leftAlone().all()).containsOnlyKeys("r");
      assertThatThrownBy(() -> other.submit("s", writer("s.yaml", "out", "echo 1 > out")))
          .hasMessageEndingWith("athanor schedule retry or kill it first, with --force");
      Requests requests = new Requests(directory.resolve("state/requests"));
      String name = requests.ask(Requests.Action.ABANDON, "r", Optional.empty(), Map.of());
      requests.serve(other.scheduler);
      other.workToTheEnd();
      assertThat(requests.isOpen(name)).isFalse();
      assertThat(requests.refusal(name)).isEmpty();
      assertThat(directory.resolve("ended")).exists();
      assertThat(notices)
          .last(as(InstanceOfAssertFactories.STRING))
          .isEqualTo("run r was given up");
      assertThat(notices.get(notices.size() - 2))
          .contains("is not in the file of clusters; applications with the tag athanor-r-a-1 may");
      RunState given = other.state("r");
      assertThat(given.status()).isEqualTo(RunState.Status.KILLED);
      assertThat(given.job("b").phase()).isEqualTo(Phase.KILLED);
      assertThat(other.journal.isActive("w")).isFalse();
      assertThat(other.journal.leftAlone().all()).isEmpty();
      assertThat(other.journal.events("r"))
          .last()
          .matches(it -> it.text().startsWith("a: cluster"));
      other.submit("s", writer("s.yaml", "out", "echo 1 > out"));
      other.workToTheEnd();
      assertThat(other.state("s").status()).isEqualTo(RunState.Status.SUCCEEDED);
    }
  }

  @Test
  void saysWhyARequestIsRefused() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      Requests requests = new Requests(directory.resolve("state/requests"));
      String name = requests.ask(Requests.Action.RETRY, "none", Optional.empty(), Map.of());
      requests.serve(local.scheduler);
      assertThat(requests.isOpen(name)).isFalse();
      assertThat(requests.refusal(name)).contains("run none: there is none");
    }
  }

  @Test
  void runsNestedWorkflowsAndRefusesCircles() throws Exception {
    Files.writeString(
        directory.resolve("inner.yaml"),
        "parameters: {word: none}\njobs:\n" + shell("i", "echo ${word} > made", ""));
    RunState state =
        run(
            "jobs:\n"
                + "  n: {type: workflow, file: inner.yaml, parameters: {word: yes!}}\n"
                + shell("z", "grep yes made", ", after: n"));
    assertThat(state.jobs()).containsOnlyKeys("n/i", "z");
    assertThat(state.status()).isEqualTo(RunState.Status.SUCCEEDED);
    workflow("jobs:\n  n: {type: workflow, file: w.yaml}\n");
    assertThatThrownBy(() -> run("jobs:\n  n: {type: workflow, file: w.yaml}\n"))
        .hasMessageContaining("a circle of workflows");
  }

  @Test
  void aNestedWorkflowIsTriedAgainAlsoByTheNextScheduler() throws Exception {
    Files.writeString(
        directory.resolve("inner.yaml"),
        "jobs:\n"
            + shell("once", "echo x >> once", "")
            + shell(
                "i", "touch up; [ -e fixed ] && echo x > made", ", outputs: made, after: once"));
    Path file =
        workflow(
            "jobs:\n"
                + "  n: {type: workflow, file: inner.yaml, retries: 2, retry wait: 1s}\n"
                + shell("z", "[ -e made ]", ", inputs: made"));
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit("r", file);
      local.scheduler.work(
          () -> notices.contains("nested workflow n failed; retry 1 of 2 of n follows"));
      assertThat(local.state("r").nested().get("n").retries()).isEqualTo(1);
    }
    Files.createFile(directory.resolve("fixed"));
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      assertThat(local.state("r").nested().get("n").retries()).isEqualTo(1);
      local.workToTheEnd();
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(directory.resolve("once")).hasContent("x\n");
    }
  }

  private Path writer(String name, String outputs, String script) throws IOException {
    return Files.writeString(
        directory.resolve(name),
        "jobs:\n" + shell("a", script, ", outputs: " + outputs + ", prepare: delete"));
  }

  @Test
  void aRunWaitsForAnEarlierOneThatWritesTheSame() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit(
          "r1", writer("1.yaml", "out", "until [ -e go ]; do sleep 0.05; done; echo 1 > out"));
      local.submit("r2", writer("2.yaml", "out/part", "touch began; echo 2"));
      local.submit("r3", writer("3.yaml", "other", "echo 3 > other"));
      local.workUntil(() -> Files.exists(directory.resolve("other")));
      assertThat(directory.resolve("began")).doesNotExist();
      assertThat(notices)
          .contains("run r2 waits: output out/part: run r1 writes there, and has not ended");
      assertThat(local.journal.choices("r2", "a"))
          .extracting(choice -> choice.reason())
          .containsExactly("output out/part: run r1 writes there, and has not ended");
    }
    // The order survives a restart.
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      Files.createFile(directory.resolve("go"));
      local.scheduler.work(
          () -> local.scheduler.active().stream().noneMatch(run -> run.spec().id().equals("r1")));
      assertThat(directory.resolve("began")).doesNotExist();
      local.workToTheEnd();
      assertThat(directory.resolve("began")).exists();
      // Tried again, it is the later one.
      Files.delete(directory.resolve("go"));
      local.submit(
          "r4", writer("4.yaml", "out", "touch began4; until [ -e go ]; do sleep 0.05; done"));
      local.workUntil(() -> Files.exists(directory.resolve("began4")));
      local.submit("r5", writer("5.yaml", "out", "true"));
      assertThat(local.journal.active()).containsExactly("r4", "r5");
      Files.createFile(directory.resolve("go"));
      local.workToTheEnd();
    }
  }

  @Test
  void aRunIsRefusedThatWritesWhereOneDoesThatNobodyWorksOn() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit("r1", writer("1.yaml", "out", "touch up; until [ -e go ]; do sleep 0.05; done"));
      local.workUntil(() -> Files.exists(directory.resolve("up")));
    }
    try (LocalScheduler other = new LocalScheduler(directory, notices, List.of("c"))) {
      assertThatThrownBy(() -> other.submit("r2", writer("2.yaml", "out", "true")))
          .hasMessageContaining("output out: run r1 writes there, has not ended")
          .hasMessageContaining("athanor schedule retry or kill it first");
    }
    Files.createFile(directory.resolve("go"));
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.workToTheEnd();
      assertThat(local.state("r1").status()).isEqualTo(RunState.Status.SUCCEEDED);
    }
  }

  @Test
  void poolsLimitHowManyJobsRun() throws Exception {
    Files.writeString(directory.resolve("pools.yaml"), "pools: {one: {jobs: 1}}\n");
    String script = "mkdir lock || touch wrong; sleep 0.2; rmdir lock";
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      local.submit(
          "r",
          workflow(
              "pool: one\njobs:\n"
                  + shell("a", script, "")
                  + shell("b", script, "")
                  + shell("c", script, "")));
      local.workToTheEnd();
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(directory.resolve("wrong")).doesNotExist();
      assertThatThrownBy(
              () -> local.submit("s", workflow("pool: two\njobs:\n" + shell("a", "true", ""))))
          .hasMessage("job a: pool two: unknown pool; allowed one");
    }
  }

  @Test
  void onlyOneProcessLeadsAndOthersCannotReadItsState() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, notices)) {
      assertThatThrownBy(() -> new LocalScheduler(directory, notices))
          .isInstanceOf(java.util.NoSuchElementException.class);
      assertThat(local.scheduler.active()).isEmpty();
      Path state = directory.resolve("state");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
          .isEqualTo("rwx------");
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(state.resolve("scheduler.sqlite"))))
          .isEqualTo("rw-------");
    }
  }
}
