// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.scheduler.service.Outlook;

/**
 * When which attempt ran on which cluster, and when those that have not started may: for each
 * cluster, lanes of bars that are not at once. Immutable.
 *
 * @param begin of the run
 * @param end of the last bar, later than {@code begin}
 * @param rows by the cluster's name
 * @param left bars that are left out: the earliest ones, and those for which there is no lane
 */
record Gantt(Instant begin, Instant end, Map<String, Row> rows, int left) {
  static final int MOST_BARS = 2000;
  static final int MOST_LANES = 60;

  /** The lanes of a cluster. */
  record Row(List<List<Bar>> lanes) {}

  /**
   * A bar.
   *
   * @param attempt what it shows; empty for a job that has not started
   * @param expected of a job that runs, its end; of one that has not started, all
   */
  record Bar(
      String job,
      String cluster,
      Instant from,
      Instant until,
      Optional<AttemptView> attempt,
      Optional<Outlook.Expected> expected) {}

  static Gantt of(RunView view) {
    List<Bar> bars = new ArrayList<>();
    for (JobView job : view.jobs()) {
      for (AttemptView attempt : job.attempts()) {
        boolean runs = attempt.outcome() == AttemptView.Outcome.RUNNING;
        Optional<Outlook.Expected> expected = runs ? job.expected() : Optional.empty();
        Instant until = attempt.ended().orElse(view.now());
        until = expected.map(Outlook.Expected::until).filter(until::isBefore).orElse(until);
        bars.add(
            new Bar(
                job.name(),
                attempt.cluster(),
                attempt.began(),
                until.isBefore(attempt.began()) ? attempt.began() : until,
                Optional.of(attempt),
                expected));
      }
      boolean runs =
          job.last().filter(it -> it.outcome() == AttemptView.Outcome.RUNNING).isPresent();
      job.expected()
          .filter(it -> !runs)
          .ifPresent(
              it ->
                  bars.add(
                      new Bar(
                          job.name(),
                          it.cluster(),
                          it.from(),
                          it.until(),
                          Optional.empty(),
                          Optional.of(it))));
    }
    bars.sort(Comparator.comparing(Bar::from));
    int left = Math.max(0, bars.size() - MOST_BARS);
    Map<String, Row> rows = new TreeMap<>();
    Instant begin = left > 0 ? bars.get(left).from() : view.run().spec().submitted();
    Instant end = begin.plusSeconds(1);
    for (Bar bar : bars.subList(left, bars.size())) {
      List<List<Bar>> lanes =
          rows.computeIfAbsent(bar.cluster(), name -> new Row(new ArrayList<>())).lanes();
      if (add(lanes, bar)) {
        begin = bar.from().isBefore(begin) ? bar.from() : begin;
        end = bar.until().isAfter(end) ? bar.until() : end;
      } else {
        left++;
      }
    }
    return new Gantt(begin, end, rows, left);
  }

  private static boolean add(List<List<Bar>> lanes, Bar bar) {
    for (List<Bar> lane : lanes) {
      if (!lane.get(lane.size() - 1).until().isAfter(bar.from())) {
        lane.add(bar);
        return true;
      }
    }
    if (lanes.size() == MOST_LANES) {
      return false;
    }
    lanes.add(new ArrayList<>(List.of(bar)));
    return true;
  }

  /** Where a moment is, in percent; moments outside are at the edges. */
  double at(Instant time) {
    double part =
        Duration.between(begin, time).toMillis()
            / (double) Math.max(1, Duration.between(begin, end).toMillis());
    return 100 * Math.max(0, Math.min(1, part));
  }
}
