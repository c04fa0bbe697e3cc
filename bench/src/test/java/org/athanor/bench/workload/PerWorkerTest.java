// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class PerWorkerTest {

  @Test
  void multipliesByTheNumberOfWorkers() {
    assertThat(
            PerWorker.settings(
                Map.of("sizePerWorker", "1.5g", "partsPerWorker", "7", "files", "3"), 4))
        .isEqualTo(Map.of("size", "6g", "parts", "28", "files", "3"));
    assertThat(PerWorker.settings(Map.of("size", "1g"), 4)).isEqualTo(Map.of("size", "1g"));
  }

  @Test
  void everyWorkloadWithASizeTakesOnePerWorker() {
    for (Workload workload : Workloads.all()) {
      List<String> names = workload.parameters().stream().map(Parameter::name).toList();
      if (workload.kind().equals("command")) {
        continue; // only a generator of the user takes its size, and makes one for all nodes
      }
      assertThat(names.contains("sizePerWorker"))
          .as(workload.kind())
          .isEqualTo(names.contains("size"));
      assertThat(names.contains("partsPerWorker"))
          .as(workload.kind())
          .isEqualTo(names.contains("parts"));
      if (names.contains("size")) {
        Map<String, String> given = Map.of("sizePerWorker", "3m");
        // What else a workload demands is not this test's matter.
        assertThat(Workloads.problems(workload.kind(), given))
            .isEqualTo(Workloads.problems(workload.kind(), Map.of()));
        assertThat(workload.complete(given))
            .as("the default size does not count")
            .containsEntry("sizePerWorker", "3m")
            .doesNotContainKey("size");
        Map<String, String> two = PerWorker.settings(given, 2);
        assertThat(workload.footprint(two, 0))
            .isEqualTo(workload.footprint(Map.of("size", "6m"), 0));
        assertThat(workload.dataset(two, 1, "hdfs"))
            .isEqualTo(workload.dataset(Map.of("size", "6m"), 1, "hdfs"));
      }
    }
  }

  @Test
  void refusesAmountsThatAreGivenInTwoWays() {
    assertThat(Workloads.problems("terasort", Map.of("size", "1g", "sizePerWorker", "1g")))
        .containsExactly("sizePerWorker: cannot be used together with size; remove one of them");
    assertThat(Workloads.problems("terasort", Map.of("input", "/x", "sizePerWorker", "1g")))
        .containsExactly("sizePerWorker: cannot be used together with input; remove one of them");
    assertThat(Workloads.problems("terasort", Map.of("parts", "1", "partsPerWorker", "2")))
        .containsExactly("partsPerWorker: cannot be used together with parts; remove one of them");
    assertThat(Workloads.problems("sort", Map.of("sizePerWorker", "1", "partsPerWorker", "0")))
        .containsExactly(
            "sizePerWorker: must be a size from 1k to 100t",
            "partsPerWorker: must be from 1 to 10000");
  }

  @Test
  void tellsOfProductsThatAreTooLarge() {
    Map<String, String> given = Map.of("sizePerWorker", "60t", "partsPerWorker", "6000");
    Map<String, String> products = PerWorker.settings(given, 2);
    assertThat(PerWorker.problems(given, 2, Workloads.problems("sort", products)))
        .containsExactly(
            "sizePerWorker: times 2, the most workers, must be a size from 1k to 100t",
            "partsPerWorker: times 2, the most workers, must be from 1 to 10000");
    Map<String, String> huge = PerWorker.settings(given, Integer.MAX_VALUE);
    assertThat(PerWorker.problems(given, 3, Workloads.problems("sort", huge))).hasSize(2);
  }
}
