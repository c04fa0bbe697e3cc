// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

  @Test
  void findsTheWordThatIsFewestLettersAway() {
    List<String> words = List.of("wordcount", "terasort", "sort", "grep");
    assertThat(Nearest.of("wordcuont", words)).contains("wordcount");
    assertThat(Nearest.of("TeraSort", words)).contains("terasort");
    assertThat(Nearest.of("sotr", words)).contains("sort");
    assertThat(Nearest.of("tera", words)).contains("terasort");
  }

  @Test
  void findsNoDistantWord() {
    assertThat(Nearest.of("kmeans", List.of("wordcount", "sort"))).isEmpty();
    assertThat(Nearest.of("", List.of("sort"))).isEmpty();
    assertThat(Nearest.of("sort", List.of())).isEmpty();
  }

  @Test
  void hintsOnlyIfOneIsNear() {
    assertThat(Nearest.hint("grpe", List.of("sort", "grep"))).isEqualTo("; did you mean grep?");
    assertThat(Nearest.hint("kmeans", List.of("sort", "grep"))).isEmpty();
  }

  @Test
  void describesAnUnknownWord() {
    assertThat(Nearest.unknown("workload", "grpe", List.of("sort", "grep")))
        .isEqualTo("unknown workload; allowed sort, grep; did you mean grep?");
    assertThat(Nearest.unknown("workload", "kmeans", List.of("sort", "grep")))
        .isEqualTo("unknown workload; allowed sort, grep");
  }

  @Test
  void countsASwapOfNeighboursAsOne() {
    assertThat(Nearest.distance("repetitions", "repetitoins")).isEqualTo(1);
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
  }
}
