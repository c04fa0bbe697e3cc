// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.WorkloadRun.StreamAccess;
import org.junit.jupiter.api.Test;

class StatsStreamWorkloadTest {
  private final Workload workload = Workloads.find("stats-stream").orElseThrow();

  @Test
  void isRightWithItsDefaults() {
    assertThat(workload.problems(Map.of())).isEmpty();
    assertThat(workload.problems(Map.of("rate", "saturating"))).isEmpty();
    assertThat(workload.problems(Map.of("rate", "sustainable", "latency", "p99.9<1500ms")))
        .isEmpty();
  }

  @Test
  void problemsNameKeyAndBounds() {
    assertThat(workload.problems(Map.of("rate", "fast", "producers", "5", "dimension", "8")))
        .containsExactly(
            "rate: must be from 1 to 100000000 or saturating or sustainable",
            "producers: must be from 1 to 4",
            "dimension: must be from 0 to 7");
    assertThat(workload.problems(Map.of("latency", "p99 > 1s")))
        .containsExactly("latency: must be a bound such as p99 < 2s or p99.9 < 500ms");
    assertThat(workload.problems(Map.of("rate", "1000", "records", "5000")))
        .containsExactly(
            "settle: must be less than records / rate, 5 s, or no latency would count");
    assertThat(workload.problems(Map.of("rate", "sustainable", "step", "5")))
        .containsExactly("settle: must be less than step, or no latency would count");
  }

  @Test
  void boundsMustBePossible() {
    assertThat(
            workload.problems(
                Map.of("rate", "saturating", "records", "1000", "partitions", "1024")))
        .containsExactly("records: must be at least partitions, 1024");
    for (String bound : List.of("p99 < 0s", "p99 < 86401s", "p99 < 99999999999999999999s")) {
      assertThat(workload.problems(Map.of("latency", bound)))
          .containsExactly("latency: its bound must be more than 0 and at most 86400 s");
    }
    assertThat(workload.problems(Map.of("rate", "sustainable", "latency", "p99 < 1s")))
        .containsExactly(
            "latency: its bound must be more than window, 1000 ms, or no rate would hold it");
    assertThat(workload.problems(Map.of("window", "5000"))).isEmpty();
  }

  @Test
  void tellsTheGeneratorTheBound() {
    Workload.Stream stream =
        workload.stream(Map.of("rate", "sustainable", "latency", "p99.9 < 250ms", "start", "70"), 6)
            .orElseThrow();
    assertThat(stream.options())
        .containsEntry("rate", "sustainable")
        .containsEntry("share", "0.999")
        .containsEntry("bound", "0.250")
        .containsEntry("start-rate", "70")
        .containsEntry("seed", "6");
    assertThat(stream.bytes()).isEmpty();
    assertThat(workload.stream(Map.of("records", "2000"), 6).orElseThrow().bytes())
        .contains(160_000L);
  }

  @Test
  void resultsShowOnlyParametersThatMatter() {
    assertThat(workload.complete(Map.of())).containsKey("records").doesNotContainKey("latency");
    assertThat(workload.complete(Map.of("rate", "sustainable")))
        .containsEntry("latency", "p99 < 2s")
        .doesNotContainKey("records");
  }

  @Test
  void programsGetTheBrokersAndTheConnector() {
    WorkloadRun run =
        new WorkloadRun(
            Map.of("window", "0"),
            Optional.empty(),
            "file:///inputs",
            "file:///out",
            "file:///work",
            2,
            Map.of(),
            new WorkloadTools(Path.of("/lib"), "java", Optional.empty()),
            Optional.of(new StreamAccess("h:1,i:2", List.of(Path.of("/k/clients.jar")))));
    Program program = ((Launch.Submit) workload.launch(Api.SPARK, run)).program();
    assertThat(program.mainClass()).isEqualTo("org.athanor.workloads.spark.StatsStream");
    assertThat(program.libraries()).containsExactly(Path.of("/k/clients.jar"));
    assertThat(String.join(" ", program.arguments()))
        .isEqualTo(
            "--bootstrap h:1,i:2 --partitions 4 --dimension 0 --window 0 --work file:///work");
  }
}
