// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineTest {

  @Test
  void findsTheLineThatPointsAreOn() {
    List<Line.Point> points = new ArrayList<>();
    for (int bytes = 1; bytes <= 5; bytes++) {
      points.add(new Line.Point(bytes, 7 + 3 * bytes, 1));
    }
    assertThat(Line.through(points)).contains(new Line(7, 3));
  }

  @Test
  void isNotMovedByAQuarterOfWrongPoints() {
    List<Line.Point> points = new ArrayList<>();
    for (int bytes = 1; bytes <= 12; bytes++) {
      points.add(new Line.Point(bytes, bytes % 4 == 0 ? 1000 : 7 + 3 * bytes, 1));
    }
    Line line = Line.through(points).orElseThrow();
    assertThat(line.slope()).isCloseTo(3, within(0.5));
    assertThat(line.at(6)).isCloseTo(25, within(2.0));
  }

  @Test
  void believesTheHeavierPoints() {
    // Slopes 1 (weights 9 x 9) and, across the two groups, others with weights of 9 and less.
    List<Line.Point> points =
        List.of(
            new Line.Point(1, 101, 9),
            new Line.Point(2, 102, 9),
            new Line.Point(1, 51, 1),
            new Line.Point(2, 54, 1));
    assertThat(Line.through(points)).contains(new Line(100, 1));
  }

  @Test
  void neverFallsAndNeverBeginsBelowZero() {
    assertThat(Line.through(List.of(new Line.Point(1, 9, 1), new Line.Point(3, 5, 1))))
        .contains(new Line(7, 0));
    // Through the points it would be -10 + 10 x; the ratios are 5 and 7.5, and their median 6.25.
    assertThat(Line.through(List.of(new Line.Point(2, 10, 1), new Line.Point(4, 30, 1))))
        .contains(new Line(0, 6.25));
  }

  @Test
  void needsTwoSizes() {
    assertThat(Line.through(List.of(new Line.Point(2, 1, 1), new Line.Point(2, 3, 1)))).isEmpty();
  }

  @Test
  void weightedMedianHasHalfOfTheWeightOnEitherSide() {
    assertThat(WeightedMedian.ofEqual(List.of(5.0, 1.0, 3.0))).isEqualTo(3);
    assertThat(WeightedMedian.ofEqual(List.of(5.0, 1.0, 3.0, 4.0))).isEqualTo(3.5);
    assertThat(
            WeightedMedian.of(
                List.of(
                    new WeightedMedian.Value(1, 1),
                    new WeightedMedian.Value(2, 1),
                    new WeightedMedian.Value(9, 5))))
        .isEqualTo(9);
  }
}
