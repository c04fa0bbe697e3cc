// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.file.FixedVocabulary;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.results.TrialKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir private Path parent;

  private Experiment experiment(String more) {
    String text = "name: mine\nframeworks: hadoop\nworkloads: terasort\n" + more;
    return ExperimentFile.parse(
            parent.resolve("e.yaml"), text.getBytes(StandardCharsets.UTF_8), new FixedVocabulary())
        .experiment()
        .orElseThrow();
  }

  private RunOptions options(Optional<Path> output) {
    return new RunOptions(false, Selection.ALL, output, parent);
  }

  @Test
  void isNamedAfterExperimentAndTimeUnlessTheUserNamesIt() {
    LocalDateTime now = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
    assertThat(RunDirectory.ofNew(experiment(""), options(Optional.empty()), now).path())
        .isEqualTo(parent.resolve("mine-20260102-030405"));
    assertThat(RunDirectory.ofNew(experiment("output: o"), options(Optional.empty()), now).path())
        .isEqualTo(parent.resolve("o"));
    Optional<Path> given = Optional.of(Path.of("/given"));
    assertThat(RunDirectory.ofNew(experiment("output: o"), options(given), now).path())
        .isEqualTo(Path.of("/given"));
  }

  @Test
  void theNewestRunOfTheExperimentIsResumed() throws IOException {
    assertThat(RunDirectory.ofInterrupted(experiment(""), options(Optional.empty()))).isEmpty();
    for (String name :
        List.of(
            "mine-20260101-000000",
            "mine-20260301-000000",
            "mine-20260201-000000",
            "other-20270101-000000",
            "mine-too-20270101-000000")) {
      Files.createDirectories(parent.resolve(name));
      Files.writeString(parent.resolve(name).resolve("journal.jsonl"), "");
    }
    Files.createDirectories(parent.resolve("mine-20280101-000000"));
    assertThat(RunDirectory.ofInterrupted(experiment(""), options(Optional.empty())))
        .contains(new RunDirectory(parent.resolve("mine-20260301-000000"), true));
    for (String later : List.of("-2", "-10", "-9")) {
      Path run = Files.createDirectories(parent.resolve("mine-20260301-000000" + later));
      Files.writeString(run.resolve("journal.jsonl"), "");
    }
    assertThat(RunDirectory.ofInterrupted(experiment(""), options(Optional.empty())))
        .contains(new RunDirectory(parent.resolve("mine-20260301-000000-10"), true));
  }

  @Test
  void runsOfOneSecondHaveDifferentDirectories() throws IOException {
    LocalDateTime now = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
    RunDirectory one = RunDirectory.ofNew(experiment(""), options(Optional.empty()), now);
    RunDirectory two = RunDirectory.ofNew(experiment(""), options(Optional.empty()), now);
    assertThat(one.make().path()).isEqualTo(parent.resolve("mine-20260102-030405"));
    assertThat(two.unusable()).isEmpty();
    assertThat(two.make().path()).isEqualTo(parent.resolve("mine-20260102-030405-2"));
    assertThat(two.make().path()).isEqualTo(parent.resolve("mine-20260102-030405-3"));
  }

  @Test
  void estimatesFromTrialsOfTheSameKindElseFromAll() {
    Estimate estimate = new Estimate();
    TrialKey sort = new TrialKey("a", "sort", 1, 1);
    TrialKey count = new TrialKey("a", "count", 1, 1);
    assertThat(estimate.remaining(List.of(sort))).isEmpty();
    estimate.add(sort, 10);
    estimate.add(new TrialKey("a", "sort", 1, 2), 20);
    estimate.add(new TrialKey("b", "sort", 1, 1), 60);
    // sort on a: (10 + 20) / 2 = 15 s; count: (10 + 20 + 60) / 3 = 30 s.
    assertThat(estimate.remaining(List.of(sort, count))).contains(Duration.ofSeconds(45));
  }
}
