// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.profile.run.Framework;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.MeasuredRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class MergedRunsTest {
  private static MeasuredRun run(String application, String cluster, double seconds) {
    return new MeasuredRun(
        application,
        cluster,
        "c",
        Instant.EPOCH,
        1,
        seconds,
        OptionalDouble.empty(),
        Resources.NONE);
  }

  private static LearnedRun scheduled(String attempt, MeasuredRun run) {
    return new LearnedRun(Optional.of(attempt), run);
  }

  private static LearnedRun measured(MeasuredRun run) {
    return new LearnedRun(Optional.empty(), run);
  }

  @Test
  void ownRunsCountOnce() {
    MeasuredRun own = run("sort", "lab", 10);
    MeasuredRun others = run("sort", "lab", 12);
    assertThat(
            MergedRuns.of(
                List.of(own),
                Set.of("t1"),
                List.of(scheduled("t1", run("sort", "lab", 9)), scheduled("t2", others))))
        .isEqualTo(new MergedRuns(List.of(own, others), List.of()));
  }

  @Test
  void measurementsOfOthersAreKeptApart() {
    MeasuredRun own = run("sort", "lab", 10);
    MeasuredRun same = run("sort", "lab", 99);
    MeasuredRun other = run("count", "farm", 5);
    assertThat(MergedRuns.of(List.of(own), Set.of("t1"), List.of(measured(same), measured(other))))
        .isEqualTo(new MergedRuns(List.of(own), List.of(same, other)));
  }

  @Test
  void frameworksThatTheSchedulerDoesNotUseTellNothing() {
    assertThat(Frameworks.application(framework("hadoop", "yarn"), "sort")).contains("sort");
    assertThat(Frameworks.application(framework("hadoop", "local"), "sort")).isEmpty();
    assertThat(Frameworks.application(framework("athanor", "embedded"), "sort")).contains("sort");
    assertThat(Frameworks.application(framework("athanor", "yarn"), "sort")).contains("sort");
    assertThat(Frameworks.application(framework("flink", "yarn"), "sort")).isEmpty();
    assertThat(Frameworks.application(framework("spark", "yarn"), "sort"))
        .contains("sort on Spark");
  }

  @Test
  void theEngineOnAClusterIsLikeAnotherCluster() {
    assertThat(Frameworks.place(framework("hadoop", "yarn"), "lab")).isEqualTo("lab");
    assertThat(Frameworks.place(framework("athanor", "yarn"), "lab")).isEqualTo("lab on Athanor");
    assertThat(Frameworks.place(framework("athanor", "embedded"), "here")).isEqualTo("here");
    assertThat(Frameworks.place(framework("spark", "yarn"), "lab")).isEqualTo("lab");
  }

  private static Framework framework(String kind, String mode) {
    return new Framework(kind, "1", mode, "17");
  }
}
