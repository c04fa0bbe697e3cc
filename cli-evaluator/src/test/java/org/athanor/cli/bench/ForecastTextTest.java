// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.catalogue.PastTimes;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.bench.experiment.plan.TrialBatch;
import org.athanor.bench.experiment.run.Forecast;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.TrialKey;
import org.junit.jupiter.api.Test;

class ForecastTextTest {
  private static Forecast forecast(Repetitions repetitions, boolean named) {
    Results results =
        Results.builder()
            .athanor("1")
            .name("mine")
            .baseline("spark")
            .coresPerNode(2)
            .memoryBytesPerNode(1L << 30)
            .frameworks(
                List.of(
                    new FrameworkInfo(
                        "spark",
                        "spark",
                        "4",
                        "standalone",
                        "17",
                        Map.of(),
                        Optional.of("2 executors of 512 MB, each for 2 tasks"),
                        Optional.empty())))
            .layout(Optional.of(new LayoutInfo("dedicated", 2, 4)))
            .build();
    Plan plan =
        new Plan(
            List.of(
                new TrialBatch(
                    1,
                    Optional.empty(),
                    "spark",
                    List.of(
                        new TrialKey("spark", "sort", 1, 0),
                        new TrialKey("spark", "sort", 1, 1),
                        new TrialKey("spark", "sort", 1, 2)))),
            List.of(new Skip("flink", "sort", "sort has no program for flink")));
    return new Forecast(
        plan, repetitions, results, Map.of(Path.of("/work"), 2_000_000L), Path.of("/r"), named);
  }

  @Test
  void saysWhatIsUnknown() {
    assertThat(ForecastText.of(forecast(Repetitions.of(2), true), PastTimes.NONE))
        .isEqualToNormalizingNewlines(
            """
            framework  workload  nodes  warm-ups  trials  time of one
            spark      sort          1         1       2  unknown
            flink sort: left out, sort has no program for flink
            layout: dedicated master, 2 workers and 4 tasks per node
            each worker: 2 cores, 1.07 GB
            spark: 2 executors of 512 MB, each for 2 tasks
            time: 3 trials, unknown
            disk: on each node up to 2.00 MB below /work, without your own inputs and commands
            results: /r
            """);
  }

  @Test
  void saysThatTheNumberOfTrialsIsNotFixed() {
    assertThat(
            ForecastText.of(
                forecast(new Repetitions(1, 2, Optional.of(.05)), false), PastTimes.NONE))
        .contains("1 to 2")
        .contains("time: at most 3 trials, unknown\n")
        .contains("results: /r, with the time of the start\n");
  }

  @Test
  void jsonListsTrialsInTheirOrder() {
    assertThat(ForecastText.json(forecast(Repetitions.of(2), true), PastTimes.NONE))
        .containsSubsequence(
            "\"directory\": \"/r\"",
            "\"id\": \"spark-sort-1n-w0\"",
            "\"id\": \"spark-sort-1n-r1\"",
            "\"master\": \"dedicated\"",
            "\"workersPerNode\": 2",
            "\"tasksPerNode\": 4",
            "\"spark\": \"2 executors of 512 MB, each for 2 tasks\"",
            "\"/work\": 2000000")
        .doesNotContain("seconds");
  }
}
