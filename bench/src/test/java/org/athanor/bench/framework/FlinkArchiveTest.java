// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
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
 * With parts of the archive of a job that counted words in 64 kB, which Flink 2.3.0 wrote on YARN
 * (2026-11).
 */
class FlinkArchiveTest {
  /** When the client started, in milliseconds since 1970. */
  private static final long STARTED = 1_795_897_560_000L;

  private static final String JOB = "824af0c128319574d42e5bf022bdd09b";
  private static final int TASKS = 7;
  private static final int SHUFFLED = 5816 + 4 + 4;

  @TempDir Path directory;
  private final Mark mark = new Mark("archive-" + ProcessHandle.current().pid());
  private Path events;
  private FlinkArchive archive;

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

  /** Writes the archive of a job, and that of an application that has had so many. */
  private void write(String name, int jobs) throws IOException {
    Path archived = Files.createDirectories(events.resolve("cluster/applications/1/jobs"));
    Files.writeString(archived.resolve(name), Captured.text("flink-archive.json"));
    Files.writeString(
        archived.resolveSibling("application-summary"),
        "{\"archive\":[{\"path\":\"/applications/overview\",\"json\":\"{}\"},{\"path\":"
            + "\"/applications/832bb933a8be4c60c5e99b9ba15d113f\",\"json\":\"{\\\"jobs\\\":["
            + String.join(",", Collections.nCopies(jobs, "{}"))
            + "]}\"}]}");
  }

  @Test
  void phasesAndCountersOfAnApplicationAreInItsArchive() throws Exception {
    write("one", 1);
    FlinkApplication output = new FlinkApplication(() -> true, archive);

    assertThat(output.phases(Instant.ofEpochMilli(STARTED), List.of()))
        .extracting(Phase::name)
        .containsExactly(
            "Source: read -> Flat Map -> combine",
            "Keyed Reduce -> Sink: Writer",
            "Sink: Committer",
            "Sink: Global Committer");
    assertThat(output.measures(List.of()))
        .containsEntry("jobs", Reading.of(1, Unit.COUNT))
        .containsEntry("tasks", Reading.of(TASKS, Unit.COUNT))
        .containsEntry("shuffled_records", Reading.of(SHUFFLED, Unit.COUNT));
    assertThat(events).isEmptyDirectory();
    assertThat(output.measures(List.of()))
        .containsEntry("jobs", Reading.unavailable("the JobManager left no account of its jobs"));
  }

  /** As if the disk had been full. */
  @Test
  void aMissingAccountMakesAllUnavailable() throws Exception {
    write("one", 2);

    assertThat(new FlinkApplication(() -> true, archive).measures(List.of()))
        .containsEntry(
            "jobs", Reading.unavailable("the JobManager left the accounts of 1 of 2 jobs"));
  }

  @Test
  void whatARunningJobManagerMayStillWriteIsNotUsed() throws Exception {
    write("one", 1);
    FlinkApplication output = new FlinkApplication(() -> false, archive);

    assertThat(output.phases(Instant.EPOCH, List.of())).isEmpty();
    assertThat(output.measures(List.of()))
        .containsEntry(
            "jobs", Reading.unavailable("YARN has ended, or a JobManager of the trial has not"));
    assertThat(events).isEmptyDirectory();
  }

  @Test
  void aLocalClusterHasArchivedAllJobsOrNone() throws Exception {
    FlinkLog output = new FlinkLog(() -> archive.take().jobs());
    String started =
        "12:00 INFO  ExecutionGraph - Job WordCount (e07d68be2572bbadd6f4ce63656d5d7f) switched"
            + " from state CREATED to RUNNING.";
    write("one", 1);
    write("two", 1);
    assertThat(output.measures(Captured.lines(started, started)))
        .containsEntry("jobs", Reading.of(2, Unit.COUNT));
    write("one", 1);
    assertThat(output.measures(Captured.lines(started, started)))
        .containsEntry(
            "jobs",
            Reading.unavailable(
                "Flink's cluster, which ended with its client, wrote the accounts of 1 of 2"
                    + " jobs"));
    assertThat(output.measures(Captured.lines("no job"))).isEmpty();
  }

  @Test
  void aDamagedArchiveIsAnError() throws Exception {
    write("one", 1);
    Path file = events.resolve("cluster/applications/1/jobs/one");
    String whole = Files.readString(file);
    String path = "{\"path\":\"/jobs/";
    int job = whole.indexOf("\"json\"", whole.indexOf(path + JOB + "\","));
    Files.writeString(file, whole.substring(0, job + 20));

    assertThatThrownBy(archive::take)
        .isInstanceOf(IOException.class)
        .hasMessage("an archive of Flink is damaged");
    assertThat(events).isEmptyDirectory();
  }

  @Test
  void anApplicationThatDidNotSucceedIsAnError() {
    FlinkApplication output = new FlinkApplication(() -> true, archive);

    assertThat(output.errorIn(Captured.lines("application_1_0001 ended as SUCCEEDED"))).isEmpty();
    assertThat(output.errorIn(Captured.lines("application_1_0001 ended as FAILED: no disk")))
        .contains("application_1_0001 ended as FAILED: no disk");
  }
}
