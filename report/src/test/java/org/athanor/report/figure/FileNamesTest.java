// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.athanor.report.figure.Figure.Ratios;
import org.junit.jupiter.api.Test;

class FileNamesTest {

  private static List<String> distinct(String... ids) {
    List<Figure> figures =
        Stream.of(ids).<Figure>map(id -> new Ratios(id, id, "hadoop", 1, List.of())).toList();
    return FileNames.distinct(figures).stream().map(Figure::id).toList();
  }

  @Test
  void namesStayIfTheyDiffer() {
    assertThat(distinct("a", "a-2", "b")).containsExactly("a", "a-2", "b");
  }

  @Test
  void namesOfLongLabelsAreCut() {
    String label = "w".repeat(300);

    assertThat(distinct(Figures.fileName("time", label), Figures.fileName("time", label + "2")))
        .containsExactly("time-" + "w".repeat(195), "time-" + "w".repeat(195) + "-2");
  }

  @Test
  void theSameNameGetsANumberThatNoOtherHas() {
    String first = Figures.fileName("phases", "a-b", "c");
    String second = Figures.fileName("phases", "a", "b-c");

    assertThat(distinct(first, second)).containsExactly("phases-a-b-c", "phases-a-b-c-2");
    assertThat(distinct("a", "a", "a", "a-2")).containsExactly("a", "a-3", "a-4", "a-2");
  }
}
