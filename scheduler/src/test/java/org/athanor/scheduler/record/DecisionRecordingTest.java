// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.carbon.ElectricitySource;
import org.athanor.scheduler.carbon.Intensities;
import org.athanor.scheduler.carbon.ZoneSeries;
import org.athanor.scheduler.policy.ObliviousPolicy;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.service.RandomViews;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionRecordingTest {
  private static final RecordedPolicy NAME =
      new RecordedPolicy("oblivious", OptionalDouble.empty());

  @TempDir Path directory;
  private final List<String> notices = new ArrayList<>();

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    Path file = directory.resolve("r");
    DecisionRecording first = DecisionRecording.create(file, NAME, notices::add);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> DecisionRecording.create(file, NAME, notices::add))
        .hasMessage(file + ": exists already; must be a new file");
    first.close();
    assertThat(file).as("nothing was decided").doesNotExist();
    Path nowhere = directory.resolve("none/r");
    assertThatThrownBy(() -> DecisionRecording.create(nowhere, NAME, notices::add))
        .hasMessage(nowhere + ": its directory does not exist");
    Path below = Files.writeString(directory.resolve("file"), "").resolve("r");
    assertThatThrownBy(() -> DecisionRecording.create(below, NAME, notices::add))
        .hasMessage(below + ": Not a directory");
  }

  /** What is read is what was asked, to the last bit. */
  @Test
  void viewsAreReadAsTheyWere() throws IOException {
    for (long seed = 1; seed <= 20; seed++) {
      View view = RandomViews.of(new SplittableRandom(seed));
      Path file = directory.resolve("views" + seed);
      try (DecisionRecording recording = DecisionRecording.create(file, NAME, notices::add)) {
        recording.of(new ObliviousPolicy()).decide(view, RandomViews.NOW.plusNanos(7), seed);
      }
      List<Object> read = new ArrayList<>();
      RecordingReader.read(file, new Told(read));
      View again = (View) read.get(0);
      assertThat(again.jobs()).as("seed " + seed).isEqualTo(view.jobs());
      assertThat(again.clusters()).as("seed " + seed).isEqualTo(view.clusters());
      for (String from : List.of("a", "b", "c")) {
        for (String to : List.of("a", "b", "c")) {
          if (!from.equals(to)) {
            assertThat(again.network().bytesPerSecond(from, to))
                .isEqualTo(view.network().bytesPerSecond(from, to));
          }
        }
      }
      assertThat(again.network().remoteReadPart()).isEqualTo(0.5);
      assertThat(read.subList(1, 3)).containsExactly(RandomViews.NOW.plusNanos(7), seed);
    }
  }

  /** An input arrives in a cluster that no view has: it is copied from there later. */
  @Test
  void ratesFromWhereInputsArriveAreRecorded() throws IOException {
    View view = RandomViews.of(new SplittableRandom(1));
    PendingJob job = view.jobs().get(0);
    PendingJob copied =
        new PendingJob(
            job.name(),
            job.priority(),
            Set.of(),
            job.since(),
            job.needs(),
            new PendingJob.Input(
                7, Set.of("a"), Map.of("far", RandomViews.NOW.plusSeconds(9)), Set.of()),
            job.offers(),
            job.deadline());
    View arriving = new View(List.of(copied), view.clusters(), view.network());
    Path file = directory.resolve("r");
    List<Double> known = new ArrayList<>();
    try (DecisionRecording recording = DecisionRecording.create(file, NAME, notices::add)) {
      Policy policy =
          (seen, now, seed) -> {
            // Also one that nobody could expect.
            known.add(seen.network().bytesPerSecond("far", "a"));
            known.add(seen.network().bytesPerSecond("new", "a"));
            return List.of();
          };
      recording.of(policy).decide(arriving, RandomViews.NOW, 1);
    }
    List<Object> read = new ArrayList<>();
    RecordingReader.read(file, new Told(read));
    View again = (View) read.get(0);
    assertThat(again.jobs()).isEqualTo(List.of(copied));
    for (String to : List.of("a", "b", "c")) {
      assertThat(again.network().bytesPerSecond("far", to))
          .isEqualTo(view.network().bytesPerSecond("far", to));
    }
    assertThat(
            List.of(
                again.network().bytesPerSecond("far", "a"),
                again.network().bytesPerSecond("new", "a")))
        .isEqualTo(known);
  }

  private record Told(List<Object> all) implements RecordingReader.Listener {
    @Override
    public void begins(RecordedPolicy policy) {
      assertThat(policy).isEqualTo(NAME);
    }

    @Override
    public void electricity(Electricity known) {
      all.add(known);
    }

    @Override
    public void asked(
        long line, View view, Instant now, long seed, List<RecordedDecision> decided) {
      all.add(view);
      all.add(now);
      all.add(seed);
    }

    @Override
    public void full(long bytes) {
      all.add(bytes);
    }

    @Override
    public void cut(long line) {
      all.add("cut");
    }
  }

  /** It says so once, and the policy decides as before. */
  @Test
  void endsWhenItHasNoRoom() throws IOException {
    Path file = directory.resolve("r");
    View view = RandomViews.of(new SplittableRandom(1));
    Policy policy = new ObliviousPolicy();
    long most = 20_000;
    try (DecisionRecording recording = DecisionRecording.create(file, NAME, most, notices::add)) {
      Policy recorded = recording.of(policy);
      for (int i = 0; i < 30; i++) {
        assertThat(recorded.decide(view, RandomViews.NOW, i))
            .isEqualTo(policy.decide(view, RandomViews.NOW, i));
      }
    }
    assertThat(Files.size(file)).isLessThanOrEqualTo(most);
    assertThat(notices)
        .containsExactly(
            file + ": has no room for more in 20000 bytes; decisions are recorded no more");
    List<Object> read = new ArrayList<>();
    RecordingReader.read(file, new Told(read));
    assertThat(read).hasSizeGreaterThan(3);
    assertThat(read.get(read.size() - 1)).isEqualTo(most);
  }

  /** Electricity that has no room ends it: the decision after it is not written, though short. */
  @Test
  void nothingComesAfterTheLineFull() throws IOException {
    Path file = directory.resolve("r");
    ZoneSeries many = new ZoneSeries(RandomViews.NOW, 3600, new double[20_000]);
    Electricity known = new Electricity(new Intensities("g", Map.of("A", many)), Map.of("a", "A"));
    View view = RandomViews.of(new SplittableRandom(1));
    long most = 50_000;
    try (DecisionRecording recording = DecisionRecording.create(file, NAME, most, notices::add)) {
      ElectricitySource source = recording.of(now -> known);
      Policy policy =
          (seen, now, seed) -> {
            source.at(now);
            return List.of();
          };
      recording.of(policy).decide(view, RandomViews.NOW, 1);
    }
    assertThat(notices).hasSize(1);
    assertThat(Files.readAllLines(file)).hasSize(2);
    List<Object> read = new ArrayList<>();
    RecordingReader.read(file, new Told(read));
    assertThat(read).containsExactly(most);
  }

  /** Whoever decides goes on. */
  @Test
  void endsWhenItCannotBeWritten() throws IOException, InterruptedException {
    Path file = directory.resolve("r");
    View view = RandomViews.of(new SplittableRandom(1));
    Policy policy = new ObliviousPolicy();
    try (DecisionRecording recording = DecisionRecording.create(file, NAME, notices::add)) {
      Policy recorded = recording.of(policy);
      Thread thread =
          new Thread(
              () -> {
                Thread.currentThread().interrupt(); // closes the channel
                recorded.decide(view, RandomViews.NOW, 1);
              });
      thread.start();
      thread.join();
      assertThat(recorded.decide(view, RandomViews.NOW, 1))
          .isEqualTo(policy.decide(view, RandomViews.NOW, 1));
    }
    assertThat(notices)
        .containsExactly(
            file + ": its thread was interrupted while it wrote; decisions are recorded no more");
  }
}
