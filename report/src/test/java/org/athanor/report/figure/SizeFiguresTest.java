// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import org.athanor.report.figure.Figure.Plot;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Phase;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.junit.jupiter.api.Test;

class SizeFiguresTest {

  private static List<Plot> plots(List<TrialResult> trials) {
    return SizeFigures.of(Summary.of(Trials.study(trials))).stream().map(Plot.class::cast).toList();
  }

  private static TrialResult withPhase(TrialResult trial, double end) {
    return trial.toBuilder().phases(List.of(new Phase("map", 1, end))).build();
  }

  @Test
  void comparesTheQuantitiesOnSeveralNumbersOfNodes() {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("spark", "sort", 2, 30, 40, 50));
    trials.addAll(Trials.repeated("spark", "sort", 4, 20, 20));
    trials.addAll(Trials.repeated("hadoop", "sort", 4, 60));
    trials.replaceAll(trial -> withPhase(trial, trial.wallSeconds() / 2));

    List<Plot> plots = plots(trials);

    assertThat(plots)
        .extracting(Plot::id)
        .containsExactly(
            "size-sort-time",
            "size-sort-ed2p",
            "size-sort-throughput",
            "phases-sort-spark",
            "ed2p-time-sort");
    assertThat(plots.get(0).lines())
        .extracting(Plot.Line::label)
        .containsExactly("spark", "hadoop");
    assertThat(plots.get(0).lines().get(0).points())
        .containsExactly(new Plot.Point(2, 40, 30, 50, 2), new Plot.Point(4, 20, 20, 20, 4));
    assertThat(plots.get(3).lines())
        .extracting(Plot.Line::label, line -> line.points().get(1).y())
        .containsExactly(tuple("whole job", 20d), tuple("map", 9d));
    assertThat(plots.get(4).lines().get(0).points())
        .as("2 nodes × 10 W × 40 s × (40 s)², 4 nodes × 10 W × 20 s × (20 s)²")
        .extracting(Plot.Point::x, Plot.Point::y, Plot.Point::nodes)
        .containsExactly(tuple(40d, 1_280_000d, 2), tuple(20d, 320_000d, 4));
  }

  /** The trials of 10 s have no energy, so their times are no part of the point either. */
  @Test
  void energyAndTimeAreOfTheSameTrials() {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("spark", "sort", 1, 10, 10, 20));
    trials.replaceAll(
        trial -> trial.wallSeconds() > 10 ? trial : trial.toBuilder().nodes(List.of()).build());
    trials.addAll(Trials.repeated("hadoop", "sort", 1, 30));

    Plot plot = plots(trials).get(0);

    assertThat(plot.id()).isEqualTo("ed2p-time-sort");
    assertThat(plot.lines().get(0).points())
        .extracting(Plot.Point::x, Plot.Point::y)
        .as("10 W × 20 s × (20 s)²")
        .containsExactly(tuple(20d, 80_000d));
  }

  @Test
  void thereIsNothingBySizeOnOneNumberOfNodes() {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("spark", "sort", 2, 30, 40, 50));
    trials.replaceAll(trial -> withPhase(trial, 10));

    assertThat(plots(trials)).isEmpty();
  }
}
