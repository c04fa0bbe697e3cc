// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.athanor.bench.counter.FlinkJobs;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With parts of the archives of an application and its job that counted words in 64 kB, which Flink
 * 2.3.0 wrote on YARN (2026-11).
 */
class FlinkArchiveTest {
  /** When the client started, in milliseconds since 1970. */
  private static final long STARTED = 1_795_897_560_000L;

  private static final String JOB = "824af0c128319574d42e5bf022bdd09b";
  private static final String PROGRAM = "832bb933a8be4c60c5e99b9ba15d113f";
  private static final String APPLICATION = "application_1795897546969_0001";
  private static final Reading MISSING =
      Reading.unavailable("the JobManager did not leave the accounts of all its jobs");

  private static final int TASKS = 7;
  private static final int SHUFFLED = 5816 + 4 + 4;

  @TempDir Path directory;
  private final Mark mark = new Mark("archive-" + ProcessHandle.current().pid());
  private Path events;
  private FlinkArchive archive;
  private int waits;

  @BeforeEach
  void makeDirectory() throws IOException {
    Site site = TestSites.local(mark, directory);
    Workspace workspace = Workspace.notCreated(site, "flink");
    events = Files.createDirectories(workspace.events());
    archive = new FlinkArchive(site.nodes(), site, workspace);
  }

  @AfterEach
  void endAll() throws Exception {
    Nodes.localhost().endAll(mark, Duration.ZERO);
  }

  /** Writes what a JobManager does about an application with one job, without line ends. */
  private void write(int number) throws IOException {
    Path archived =
        Files.createDirectories(events.resolve("cluster/applications/" + number + "/jobs"));
    Files.writeString(archived.resolve("one"), of(number, Captured.text("flink-archive.json")));
    Files.writeString(
        archived.resolveSibling("application-summary"),
        of(number, Captured.text("flink-application.json")));
  }

  /** The account of an application as if it had been the one with that number. */
  private static String of(int number, String captured) {
    return captured
        .replace(APPLICATION, application(number))
        .replace(PROGRAM, PROGRAM.substring(1) + number)
        .replace(JOB, JOB.substring(1) + number);
  }

  private static String application(int number) {
    return APPLICATION.substring(0, APPLICATION.length() - 1) + number;
  }

  private static List<TimedLine> output(int number) {
    return Captured.lines("Submitted", application(number) + " ended as SUCCEEDED");
  }

  private FlinkApplication application(Containers containers) {
    return new FlinkApplication(
        () -> {
          waits++;
          return containers;
        },
        archive);
  }

  @Test
  void phasesAndCountersOfAnApplicationAreInItsArchive() throws Exception {
    write(1);
    FlinkApplication application = application(Containers.ENDED);

    assertThat(application.phases(Instant.ofEpochMilli(STARTED), output(1)))
        .extracting(Phase::name)
        .containsExactly(
            "Source: read -> Flat Map -> combine",
            "Keyed Reduce -> Sink: Writer",
            "Sink: Committer",
            "Sink: Global Committer");
    assertThat(application.measures(output(1)))
        .containsEntry("jobs", Reading.of(1, Unit.COUNT))
        .containsEntry("tasks", Reading.of(TASKS, Unit.COUNT))
        .containsEntry("shuffled_records", Reading.of(SHUFFLED, Unit.COUNT));
    assertThat(waits).as("waits in a trial").isEqualTo(1);
    assertThat(events).isEmptyDirectory();
    assertThat(application.measures(output(1))).containsEntry("jobs", MISSING);
  }

  /** As if the client of an earlier trial had been killed, whose application went on. */
  @Test
  void anotherTrialsApplicationIsNotUsed() throws Exception {
    FlinkApplication application = application(Containers.ENDED);
    write(1);
    write(2);

    assertThat(application.phases(Instant.ofEpochMilli(STARTED), output(2))).hasSize(4);
    assertThat(application.measures(output(2)))
        .containsEntry("jobs", Reading.of(1, Unit.COUNT))
        .containsEntry("tasks", Reading.of(TASKS, Unit.COUNT));
    write(1);
    assertThat(application.phases(Instant.ofEpochMilli(STARTED), output(2))).isEmpty();
    assertThat(application.measures(output(2))).containsEntry("jobs", MISSING);
    write(1);
    assertThat(application.measures(Captured.lines("Killed"))).containsEntry("jobs", MISSING);
  }

  /** As if the disk had been full. */
  @Test
  void aMissingAccountMakesAllUnavailable() throws Exception {
    for (String missing : List.of("jobs/one", "application-summary")) {
      write(1);
      Files.delete(events.resolve("cluster/applications/1/" + missing));

      assertThat(application(Containers.ENDED).measures(output(1)))
          .as(missing)
          .containsEntry("jobs", MISSING);
    }
  }

  @Test
  void whatARunningJobManagerMayStillWriteIsNotUsed() throws Exception {
    for (Containers containers : List.of(Containers.RUNNING, Containers.UNKNOWN)) {
      write(1);
      FlinkApplication application = application(containers);

      assertThat(application.phases(Instant.EPOCH, output(1))).isEmpty();
      if (containers == Containers.RUNNING) {
        assertThat(application.measures(output(1)))
            .containsEntry("jobs", Reading.unavailable("a container of the trial has not ended"));
      } else {
        assertThatThrownBy(() -> application.measures(output(1)))
            .isInstanceOf(IOException.class)
            .hasMessage("archive of Flink: those of an earlier trial were among them");
      }
      assertThat(events).isEmptyDirectory();
    }
    // The third trial cannot know what the second left, the fourth can.
    FlinkApplication ended = application(Containers.ENDED);
    assertThatThrownBy(() -> ended.measures(output(3))).isInstanceOf(IOException.class);
    write(4);
    assertThat(ended.measures(output(4))).containsEntry("jobs", Reading.of(1, Unit.COUNT));
  }

  @Test
  void aLocalClusterHasArchivedAllJobsOrNone() throws Exception {
    FlinkLog output = new FlinkLog(() -> archive.take(true).jobs());
    String started =
        "12:00 INFO  ExecutionGraph - Job WordCount (e07d68be2572bbadd6f4ce63656d5d7f) switched"
            + " from state CREATED to RUNNING.";
    write(1);
    write(2);
    assertThat(output.measures(Captured.lines(started, started)))
        .containsEntry("jobs", Reading.of(2, Unit.COUNT));
    write(1);
    assertThat(output.measures(Captured.lines(started, started)))
        .containsEntry(
            "jobs",
            Reading.unavailable(
                "Flink's cluster, which ended with its client, wrote the accounts of 1 of 2"
                    + " jobs"));
    String late = "a cluster of Flink has not ended within 10 s after its job";
    write(1);
    assertThat(output.measures(Captured.lines(started, "LocalClient: " + late)))
        .containsEntry("jobs", Reading.unavailable(late));
    assertThat(output.measures(Captured.lines("no job"))).isEmpty();
  }

  @Test
  void aDamagedArchiveIsAnError() throws Exception {
    for (String damage : List.of("", "\"json\"", "\"json\":\"{}\"}", "\"json\":\"\"}")) {
      write(1);
      Path file = events.resolve("cluster/applications/1/jobs/one");
      String whole = Files.readString(file);
      String path = "{\"path\":\"/jobs/" + JOB.substring(1) + "1\",";
      Files.writeString(file, whole.substring(0, whole.indexOf(path) + path.length()) + damage);

      if (damage.contains("{}")) {
        assertThat(application(Containers.ENDED).measures(output(1)))
            .containsEntry("jobs", MISSING);
      } else {
        assertThatThrownBy(() -> archive.take(true))
            .as(damage)
            .isInstanceOf(IOException.class)
            .hasMessage("an archive of Flink is damaged");
      }
      assertThat(events).isEmptyDirectory();
    }
  }

  /** Nothing may be lost between the two parts of the reduction. */
  @Test
  void anUnreadableArchiveIsAnError() throws Exception {
    write(1);
    Path file = events.resolve("cluster/applications/1/jobs/one");
    Process shell =
        new ProcessBuilder("sh", "-c", FlinkJobs.REDUCTION, "sh", file + "-gone", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(shell.waitFor()).as(said).isNotZero();
  }

  @Test
  void anApplicationThatDidNotSucceedIsAnError() {
    FlinkApplication application = application(Containers.ENDED);

    assertThat(application.errorIn(output(1))).isEmpty();
    assertThat(application.errorIn(Captured.lines("application_1_0001 ended as FAILED: no disk")))
        .contains("application_1_0001 ended as FAILED: no disk");
  }
}
