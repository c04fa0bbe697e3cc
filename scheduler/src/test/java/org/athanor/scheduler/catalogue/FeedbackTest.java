// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.MeasuredRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that what the scheduler ran is in the catalogue, and comes back for predictions. */
class FeedbackTest {
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");
  private static final Feedback FEEDBACK = new Feedback("0.1.0");

  @TempDir private Path directory;

  private static Cluster lab(String storage, String... resourceManagers) {
    return new Cluster(
        "lab",
        new Kind.Yarn(
            Path.of("conf"),
            Stream.of(resourceManagers).map(URI::create).toList(),
            Optional.empty(),
            Optional.empty()),
        new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
        new Cluster.Traits(
            Optional.empty(),
            Optional.of(storage),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static EndedAttempt attempt(double vcores, String storage) {
    return attempt(vcores, lab(storage));
  }

  private static EndedAttempt attempt(double vcores, Cluster cluster) {
    ClusterLoad.Known load =
        new ClusterLoad.Known(
            new Resources(vcores, 64L << 30, 1e18, 1e18),
            new Resources(vcores / 4, 0, 0, 0),
            4,
            START,
            Optional.empty());
    return new EndedAttempt(
        "athanor-r1-clean-1",
        "nightly",
        "nightly/clean",
        "mapreduce",
        Map.of("mapreduce.job.reduces", "4", "fs.s3a.secret.key", "hunter2"),
        OptionalLong.of(5_000_000_000L),
        START,
        Duration.ofSeconds(100),
        Optional.of(Duration.ofSeconds(110)),
        Optional.empty(),
        EndedAttempt.Place.of(cluster, Optional.of(load)));
  }

  private static List<Application> applications() {
    return List.of(application(22, 99));
  }

  /** An application that was submitted after 2 s. */
  private static Application application(long launched, long finished) {
    return new Application(
        "application_1_0001",
        "clean",
        "default",
        Set.of("athanor-r1-clean-1"),
        Application.State.FINISHED,
        Application.FinalStatus.SUCCEEDED,
        "",
        new Application.Use(
            START.plusSeconds(2),
            Optional.of(START.plusSeconds(launched)),
            Optional.of(START.plusSeconds(finished)),
            160,
            81_920));
  }

  /** Its driver, seen to end after 100 s, or not at all; seen to have succeeded after 110 s. */
  private static Optional<Duration> duration(boolean seen, Application... applications) {
    EndedAttempt like = attempt(16, "ssd");
    return new EndedAttempt(
            like.tag(),
            like.workflow(),
            like.application(),
            like.framework(),
            like.settings(),
            like.inputBytes(),
            like.started(),
            seen ? like.wall() : Duration.ZERO,
            like.most(),
            like.disturbance(),
            like.place())
        .duration(List.of(applications));
  }

  @Test
  void anAttemptEndsWithItsDriverAndItsApplications() {
    Application early = application(22, 50);
    Application late = application(22, 105);
    assertThat(duration(true)).contains(Duration.ofSeconds(100));
    assertThat(duration(true, early)).contains(Duration.ofSeconds(100));
    assertThat(duration(true, early, late)).contains(Duration.ofSeconds(103));
    assertThat(duration(false)).isEmpty();
    assertThat(duration(false, early)).contains(Duration.ofSeconds(48));
    assertThat(duration(false, early, late)).contains(Duration.ofSeconds(103));
    // Nobody knows more than when it was seen.
    assertThat(duration(false, application(22, 3650))).contains(Duration.ofSeconds(110));
    // The clock of the ResourceManager is behind.
    Application.Use use = early.use();
    Instant submitted = use.submitted().minusSeconds(3600);
    Application behind =
        new Application(
            early.id(),
            early.name(),
            early.queue(),
            early.tags(),
            early.state(),
            early.finalStatus(),
            "",
            new Application.Use(
                submitted, Optional.empty(), Optional.of(submitted.plusSeconds(48)), 0, 0));
    assertThat(duration(false, behind)).contains(Duration.ofSeconds(48));
  }

  private static Run run(double vcores, String storage) {
    return FEEDBACK.run(attempt(vcores, storage), applications());
  }

  @Test
  void isEnteredOnceAndMarked() throws Exception {
    CatalogueLocation location = CatalogueLocation.of(directory.resolve("profile.db"));
    try (Catalogue catalogue = Catalogue.open(location)) {
      Run run = run(16.5, "ssd");
      assertThat(catalogue.add(run)).isTrue();
      assertThat(catalogue.add(FEEDBACK.run(attempt(16.5, "ssd"), List.of()))).isFalse();
      assertThat(catalogue.run(run.id())).contains(run);
      assertThat(run.origin().producer()).isEqualTo("scheduler");
      assertThat(run.site().processorsPerNode()).hasValue(16.5);
      assertThat(run.site().scheduling().occupancy()).hasValue(0.25);
      assertThat(run.site().scheduling().queueSeconds()).hasValue(20);
      MeasuredRun expected =
          new MeasuredRun(
              "nightly/clean",
              "lab",
              Choice.of(run).settingsId(),
              START.plusSeconds(100),
              5e9,
              80,
              OptionalDouble.empty(),
              new Resources(2, 1 << 30, 0, 0));
      assertThat(MeasuredRuns.read(catalogue)).containsExactly(expected);
      assertThat(MeasuredRuns.learned(catalogue, 10, List.of()).runs())
          .containsExactly(new LearnedRun(Optional.of("athanor-r1-clean-1"), expected));
    }
  }

  /** Two users with a catalogue in common call different clusters "lab". */
  @Test
  void runsOnAnotherClusterWithTheSameNameAreNotLearned() throws Exception {
    CatalogueLocation location = CatalogueLocation.of(directory.resolve("profile.db"));
    Cluster one = lab("ssd", "http://rm1:8088", "http://rm2:8088");
    Cluster same = lab("ssd", "http://RM2:8088", "http://rm1:8088");
    Cluster other = lab("ssd", "http://elsewhere:8088");
    Cluster nameless = lab("ssd");
    try (Catalogue catalogue = Catalogue.open(location)) {
      assertThat(catalogue.add(FEEDBACK.run(attempt(16, one), List.of()))).isTrue();
      assertThat(MeasuredRuns.learned(catalogue, 10, List.of(same)).runs()).hasSize(1);
      assertThat(MeasuredRuns.learned(catalogue, 10, List.of(other)).runs()).isEmpty();
      assertThat(MeasuredRuns.learned(catalogue, 10, List.of()).runs()).hasSize(1);
      assertThat(MeasuredRuns.read(catalogue)).as("advice is from all").hasSize(1);
    }
    Run old = FEEDBACK.run(attempt(16, nameless), List.of());
    assertThat(Feedback.isElsewhere(old, one)).as("an older version entered it").isFalse();
  }

  @Test
  void anAttemptOfAnOlderVersionIsRead() {
    EndedAttempt attempt = attempt(16.5, lab("ssd", "http://rm1:8088"));
    String identity = attempt.place().identity().orElseThrow();
    String old =
        attempt
            .toJson()
            .replace(",\"identity\":\"" + identity + "\"", "")
            .replaceFirst("\"most\":[^,]*,\"disturbance\":null,", "");
    assertThat(old).doesNotContain("identity").doesNotContain("most").doesNotContain("disturbance");
    EndedAttempt read = EndedAttempt.ofJson(old);
    assertThat(read.place().identity()).isEmpty();
    assertThat(read.duration(List.of())).contains(Duration.ofSeconds(100));
    assertThat(read.duration(List.of(application(22, 130))))
        .as("nobody knows more than when it was seen")
        .contains(Duration.ofSeconds(100));
  }

  @Test
  void secretsStayWithTheScheduler() {
    assertThat(run(16, "ssd").configuration().settings())
        .containsEntry("mapreduce.job.reduces", "4")
        .containsEntry("fs.s3a.secret.key", "(redacted)");
    assertThat(attempt(16, "ssd").toJson()).doesNotContain("hunter2");
  }

  @Test
  void anAttemptIsTheSameAfterItWasWritten() {
    EndedAttempt attempt = attempt(16.5, "ssd");
    assertThat(EndedAttempt.ofJson(attempt.toJson())).isEqualTo(attempt);
    assertThatThrownBy(() -> EndedAttempt.ofJson("{\"tag\":"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherStorageIsAnotherConfigurationAndAnotherNodeIsNot() {
    String ssd = MeasuredRuns.of(run(16, "ssd")).configuration();
    assertThat(MeasuredRuns.of(run(12, "ssd")).configuration()).isEqualTo(ssd);
    assertThat(MeasuredRuns.of(run(16, "hdd")).configuration()).isNotEqualTo(ssd);
  }
}
