// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HiBenchTest {

  @Test
  void namesStandForWorkloadsThatExist() {
    assertThat(HiBench.names())
        .containsEntry("aggregation", "sql-aggregate")
        .containsEntry("micro.dfsioe", "dfsio")
        .containsEntry("ml.bayes", "bayes")
        .allSatisfy((name, kind) -> assertThat(Workloads.find(kind)).as(name).isPresent())
        .allSatisfy((name, kind) -> assertThat(Workloads.find(name)).as(name).isEmpty());
  }

  @Test
  void profilesAreValidAndGrow() {
    for (String kind : HiBench.names().values()) {
      long before = 0;
      for (String profile : HiBench.profiles(kind)) {
        Map<String, String> settings = HiBench.expand(kind, Map.of("size", profile));
        assertThat(Workloads.problems(kind, settings)).as(kind + " " + profile).isEmpty();
        long bytes =
            new Settings(Workloads.find(kind).orElseThrow().parameters(), settings).bytes("size");
        assertThat(bytes).as(kind + " " + profile).isGreaterThan(before);
        before = bytes;
      }
      assertThat(before).as(kind).isPositive();
    }
    assertThat(HiBench.profiles("mardre")).isEmpty();
  }

  @Test
  void aProfileSetsWhatTheFileDoesNot() {
    assertThat(HiBench.expand("terasort", Map.of("size", "small", "parts", "3")))
        .isEqualTo(Map.of("size", "312500k", "parts", "3"));
    assertThat(HiBench.expand("kmeans", Map.of("size", "tiny", "iterations", "9")))
        .isEqualTo(
            Map.of(
                "size", "720000",
                "dimensions", "3",
                "clusters", "10",
                "iterations", "9"));
    assertThat(HiBench.expand("dfsio", Map.of("size", "large")))
        .isEqualTo(Map.of("size", "640m", "files", "64"));
    assertThat(HiBench.expand("pagerank", Map.of("size", "large", "until", "iterations")))
        .containsEntry("iterations", "3");
    for (String kind : List.of("pagerank", "kmeans")) {
      Map<String, String> converged = Map.of("size", "large", "until", "converged");
      assertThat(HiBench.expand(kind, converged)).as(kind).doesNotContainKey("iterations");
      assertThat(Workloads.find(kind).orElseThrow().complete(HiBench.expand(kind, converged)))
          .as(kind)
          .containsEntry("iterations", "100");
    }
    for (Map<String, String> other : List.of(Map.of("size", "1g"), Map.<String, String>of())) {
      assertThat(HiBench.expand("kmeans", other)).isEqualTo(other);
    }
  }
}
