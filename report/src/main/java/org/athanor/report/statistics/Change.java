// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.Better;

/**
 * How much more of a quantity a workload needs after a change than before, judged against a limit.
 *
 * <p>The ratio and its interval are those of {@link SpeedUp}, as after / before. The change exceeds
 * the limit only if the whole interval is above it, and if that holds after correction for all
 * changes that are judged together (Holm). The test is that of {@link Family} for the values before
 * multiplied by 1 + limit, so the hypothesis is that the ratio is the limit, and not that it is 1.
 *
 * @param before values of that side; empty if there are none
 * @param after values of the other side; empty if there are none
 * @param ratio after / before; empty if one of them has no values
 * @param interval of the ratio, not corrected; empty with the ratio
 * @param conclusion what follows
 * @param reason why there is no decision, in one line; empty if there is one
 */
public record Change(
    Optional<Sample> before,
    Optional<Sample> after,
    Optional<Double> ratio,
    Optional<Interval> interval,
    Conclusion conclusion,
    String reason) {

  /** What follows from a change and its limit. */
  public enum Conclusion {
    /** The whole interval is at most at the limit. */
    WITHIN,
    /** The interval includes the limit, or it is above it but not significant after correction. */
    NO_EVIDENCE,
    /** The whole interval is above the limit. */
    EXCEEDED,
    /** There are too few trials, or there is nothing to compare. */
    UNDECIDED
  }

  /**
   * Judges the rows of a comparison together.
   *
   * @param quantity one of which less is better
   * @param limit the share by which the quantity may grow: 0.05 for 5 %; not negative
   * @return a change for each row, in their order
   */
  public static List<Change> of(List<Comparison.Row> rows, Quantity quantity, double limit) {
    if (quantity.better() != Better.LESS || !(limit >= 0)) {
      throw new IllegalArgumentException(quantity + ", limit " + limit);
    }
    boolean memory =
        rows.stream()
            .allMatch(row -> row.groupBefore().memoryEnergy() && row.groupAfter().memoryEnergy());
    Map<Integer, Times> comparable = new LinkedHashMap<>();
    List<Sides> all = new ArrayList<>();
    for (Comparison.Row row : rows) {
      Sides sides = Sides.of(row, quantity, memory);
      int index = all.size();
      all.add(sides);
      if (sides.obstacle().isEmpty()) {
        comparable.put(index, sides.times(limit));
      }
    }
    Family<Integer> family = Family.of(comparable);
    List<Change> changes = new ArrayList<>();
    for (Sides sides : all) {
      int index = changes.size();
      changes.add(
          family
              .speedUp(index)
              .map(
                  speedUp -> sides.change(speedUp, limit, comparable.get(index), comparable.size()))
              .orElseGet(sides::undecided));
    }
    return changes;
  }

  /** Both sides of a row. */
  private record Sides(
      Optional<Sample> before, Optional<Sample> after, List<Double> rounds, String obstacle) {

    static Sides of(Comparison.Row row, Quantity quantity, boolean memory) {
      Group first = row.groupBefore().withMemoryEnergy(memory);
      Group second = row.groupAfter().withMemoryEnergy(memory);
      Optional<Sample> before = first.sample(quantity);
      Optional<Sample> after = second.sample(quantity);
      List<Double> rounds = quantity == Quantity.TIME ? row.rounds() : List.of();
      return new Sides(
          before,
          after,
          rounds,
          obstacle("before", first, quantity)
              .or(() -> obstacle("after", second, quantity))
              .orElse(""));
    }

    private static Optional<String> obstacle(String side, Group group, Quantity quantity) {
      Optional<Sample> sample = group.sample(quantity);
      if (sample.isEmpty()) {
        return Optional.of(
            side + ": " + group.unavailable(quantity).orElse("no trial has this quantity"));
      }
      return sample.get().minimum() > 0
          ? Optional.empty()
          : Optional.of(side + ": " + quantity.text(0) + " has no ratio to other values");
    }

    Times times(double limit) {
      double[] scaled = before.orElseThrow().values();
      for (int i = 0; i < scaled.length; i++) {
        scaled[i] *= 1 + limit;
      }
      return new Times(
          Sample.of(scaled),
          after.orElseThrow(),
          rounds.stream().map(quotient -> quotient * (1 + limit)).toList());
    }

    /**
     * @param speedUp of the values after over those before × (1 + limit)
     */
    Change change(SpeedUp speedUp, double limit, Times times, int size) {
      Interval scaled = speedUp.interval();
      Interval interval =
          new Interval((1 + limit) / scaled.high(), (1 + limit) / scaled.low(), scaled.level());
      String reason = "";
      Conclusion conclusion = Conclusion.NO_EVIDENCE;
      if (speedUp.tooFew() || !Family.decidable(times, size)) {
        conclusion = Conclusion.UNDECIDED;
        reason =
            String.format(
                Locale.ROOT,
                "too few repetitions: %d before and %d after, at least %d of each are needed",
                times.baseline().size(),
                times.other().size(),
                Family.neededRepetitions(size));
      } else if (scaled.high() < 1 && speedUp.significant()) {
        conclusion = Conclusion.EXCEEDED;
      } else if (scaled.low() >= 1) {
        conclusion = Conclusion.WITHIN;
      }
      return new Change(
          before,
          after,
          Optional.of((1 + limit) / speedUp.ratio()),
          Optional.of(interval),
          conclusion,
          reason);
    }

    Change undecided() {
      return new Change(
          before, after, Optional.empty(), Optional.empty(), Conclusion.UNDECIDED, obstacle);
    }
  }
}
