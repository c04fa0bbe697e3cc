// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.RaisedFile;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs read a file of region east; the cluster of that region has room for one of them. */
@Timeout(60)
class CopiesTest {
  private static final String CLUSTERS =
      """
      clusters:
        near: {kind: local, cores: 1, memory: 8g, region: east}
        far: {kind: local, cores: 1, memory: 8g, region: west}
      regions: {east: /east, west: /west}
      """;

  @TempDir Path directory;
  private final List<String> notices = new ArrayList<>();
  private Path input;

  @BeforeEach
  void write() throws IOException {
    input = Files.writeString(directory.resolve("in"), "12345678");
  }

  private LocalScheduler scheduler(long copyMillis) throws IOException, InterruptedException {
    return new LocalScheduler(
        directory,
        notices,
        CLUSTERS,
        "phi",
        new LocalSite(new RegionsOnDisk(directory, copyMillis)));
  }

  /** Both jobs wait for each other, so that they run at once. */
  private void submit(LocalScheduler local) throws IOException {
    String job =
        "{type: shell, inputs: in, command: [sh, -c, 'touch up-$0;"
            + " until [ -e up-a ] && [ -e up-b ]; do sleep 0.05; done', NAME]}\n";
    Path file = directory.resolve("w.yaml");
    Files.writeString(
        file, "jobs:\n  a: " + job.replace("NAME", "a") + "  b: " + job.replace("NAME", "b"));
    local.submit("r", file);
  }

  private static String accesses(RunState state) {
    return state.jobs().values().stream()
        .map(job -> job.attempt().cluster() + " " + job.attempt().access())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private List<String> why(LocalScheduler local) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String job : List.of("a", "b")) {
      for (Journal.Choice choice : local.journal.choices("r", job)) {
        lines.add(choice.what());
        lines.addAll(choice.candidates());
      }
    }
    return lines;
  }

  @Test
  void copiesTheInputAndTakesItBackInTheEnd() throws Exception {
    try (LocalScheduler local = scheduler(50)) {
      submit(local);
      local.scheduler.work(() -> local.scheduler.active().isEmpty() && local.scheduler.isIdle());
      RunState state = local.state("r");
      assertThat(state.status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(accesses(state)).isEqualTo("far LOCAL, near LOCAL");
      assertThat(why(local))
          .contains("start on near", "copy its input to far, then start there")
          .contains("its input is whole in east")
          .anyMatch(line -> line.matches("far: .*, its input is elsewhere: a copy takes 0.0 s"));
      assertThat(RegionsOnDisk.replicas(input)).isEqualTo(1);
      assertThat(local.journal.copies().raised()).isEmpty();
      assertThat(local.journal.copies().newest(10)).singleElement().matches(it -> it.bytes() == 8);
      assertThat(local.journal.measurements().newest(10)).hasSize(2);
      assertThat(local.journal.events("r"))
          .extracting(Journal.Entry::text)
          .anyMatch(text -> text.endsWith(": the region of far holds its input"));
    }
  }

  @Test
  void readsTheInputFromAfarIfItCannotBeCopied() throws Exception {
    Files.createFile(directory.resolve("refused"));
    try (LocalScheduler local = scheduler(50)) {
      submit(local);
      local.scheduler.work(() -> local.scheduler.active().isEmpty() && local.scheduler.isIdle());
      RunState state = local.state("r");
      assertThat(state.status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(accesses(state)).isEqualTo("far REMOTE_READ, near LOCAL");
      assertThat(local.journal.measurements().newest(10))
          .as("a job that reads from afar says nothing about the others")
          .singleElement()
          .matches(run -> run.cluster().equals("near"));
      assertThat(local.journal.events("r"))
          .extracting(Journal.Entry::text)
          .anyMatch(
              text ->
                  text.endsWith(
                      ": its input could not be copied to the region of far: no replica has come to"
                          + " region west"));
      assertThat(local.journal.copies().raised()).isEmpty();
    }
  }

  @Test
  void givesUpTheCopyOfARunThatIsKilled() throws Exception {
    try (LocalScheduler local = scheduler(100_000)) {
      submit(local);
      local.scheduler.work(() -> isRaised());
      local.scheduler.kill("r", "a user ended it");
      local.scheduler.work(() -> local.scheduler.active().isEmpty() && local.scheduler.isIdle());
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.KILLED);
      assertThat(RegionsOnDisk.replicas(input)).isEqualTo(1);
      assertThat(local.journal.copies().raised()).isEmpty();
    }
  }

  @Test
  void goesOnWithACopyAfterARestart() throws Exception {
    try (LocalScheduler local = scheduler(100_000)) {
      submit(local);
      local.scheduler.work(this::isRaised);
      assertThat(local.state("r").jobs().values())
          .anyMatch(job -> job.phase() == Phase.STAGING && job.attempt().access() == Access.STAGE);
      assertThat(local.journal.copies().raised())
          .containsExactly(new RaisedFile(input.toString(), "in", "far", 1, 0));
    }
    try (LocalScheduler local = scheduler(50)) {
      local.scheduler.work(() -> local.scheduler.active().isEmpty() && local.scheduler.isIdle());
      assertThat(local.state("r").status()).isEqualTo(RunState.Status.SUCCEEDED);
      assertThat(accesses(local.state("r"))).isEqualTo("far LOCAL, near LOCAL");
      assertThat(RegionsOnDisk.replicas(input)).as("as before all copies").isEqualTo(1);
    }
  }

  private boolean isRaised() {
    try {
      return RegionsOnDisk.replicas(input) == 2;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
