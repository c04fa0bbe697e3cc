// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.file.Vocabulary;
import org.junit.jupiter.api.Test;

class FutureAllocationTest {
  private static final Vocabulary NO_WORDS =
      new Vocabulary() {
        @Override
        public Map<String, FrameworkWords> frameworks() {
          return Map.of();
        }

        @Override
        public Map<String, List<Vocabulary.Option>> workloads() {
          return Map.of();
        }

        @Override
        public Set<String> serviceRoles() {
          return Set.of();
        }

        @Override
        public List<String> monitors() {
          return List.of();
        }

        @Override
        public Map<String, String> otherNames() {
          return Map.of("other", "kind");
        }

        @Override
        public Map<String, String> expand(String kind, Map<String, String> values) {
          return Map.of(kind, "expanded");
        }
      };

  private static boolean asks(String text) {
    FutureAllocation allocation = new FutureAllocation(NO_WORDS, 2);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ExperimentFile.parse(Path.of("e.yaml"), bytes, allocation);
    return allocation.asked();
  }

  /** Hosts with the names that it invents are no allocation. */
  @Test
  void knowsWhetherAFileRunsOnTheNodesOfAJob() {
    assertThat(asks("nodes: allocation\n")).isTrue();
    assertThat(asks("nodes: [node-1.allocation, node-2.allocation]\n")).isFalse();
    assertThat(asks("name: e\n")).isFalse();
  }

  @Test
  void hasAsManyHostsAsTheJobIsToHave() {
    assertThat(new FutureAllocation(NO_WORDS, 3).allocatedHosts())
        .hasSize(3)
        .doesNotHaveDuplicates();
  }

  @Test
  void knowsTheOtherNamesOfItsWords() {
    FutureAllocation allocation = new FutureAllocation(NO_WORDS, 1);
    assertThat(allocation.otherNames()).isEqualTo(Map.of("other", "kind"));
    assertThat(allocation.expand("kind", Map.of())).isEqualTo(Map.of("kind", "expanded"));
  }
}
