// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.athanor.results.AmountText;
import org.athanor.results.Results.FrameworkInfo;

/**
 * The frameworks of a study as ranks in performance, energy, scalability and stability (Veiga et
 * al. 2016, Table 7, which has grades from low to very high).
 *
 * <p>A case is a workload on a number of nodes. Each criterion but stability gives a framework the
 * geometric mean of its values over cases:
 *
 * <pre>
 *   performance   median time / the smallest one of the ranked frameworks in the case
 *   energy        the same of ED²P; of whole nodes if meters saw them
 *   scalability   efficiency over the fewest nodes of the workload
 *   stability     trials of which no attempt was verified / all measured trials
 * </pre>
 *
 * <p><b>Missing values.</b> A framework that has values for fewer than half of the cases is not
 * ranked. The mean is over those cases for which all ranked frameworks have a value.
 *
 * <p><b>Ties.</b> From the best on, a framework has the rank of the one before it if its value
 * differs by {@value SpeedUp#LEAST_EFFECT} at most from the best one with that rank; the next rank
 * counts all before it: 1, 1, 3. Shares of failed trials must be equal.
 *
 * @param frameworks in the order of the study
 * @param criteria those in which two or more frameworks are ranked
 * @param notes for each other criterion, why not, in one sentence
 */
public record Scorecard(List<String> frameworks, List<Criterion> criteria, List<String> notes) {

  private static final double LEAST_SHARE = .5;

  /**
   * A criterion.
   *
   * @param meaning what the values are, in words
   * @param cases how many cases the values are means over; of stability, how many have trials
   * @param scores one for each framework
   */
  public record Criterion(String id, String label, String meaning, int cases, List<Score> scores) {
    public Criterion {
      scores = List.copyOf(scores);
    }

    /** How good a ranked score is among the ranks: 1 for the best one, 0 for the last one. */
    public double share(Score score) {
      int last =
          scores.stream().flatMap(some -> some.rank().stream()).max(Integer::compare).orElse(1);
      return last == 1 ? 1 : (double) (last - score.rank().orElseThrow()) / (last - 1);
    }
  }

  /**
   * A framework's value and rank.
   *
   * @param rank from 1; empty if it is not ranked
   * @param value empty if it is not ranked
   * @param text the value for readers, or why there is none
   */
  public record Score(Optional<Integer> rank, OptionalDouble value, String text) {}

  public Scorecard {
    frameworks = List.copyOf(frameworks);
    criteria = List.copyOf(criteria);
    notes = List.copyOf(notes);
  }

  private record Case(String workload, int nodes) {}

  /**
   * How values become scores.
   *
   * @param more whether a larger value is better
   * @param relative the values of a case → what is averaged
   * @param text a mean for readers
   */
  private record Rule(
      String id,
      String label,
      String meaning,
      boolean more,
      Function<Map<String, Double>, Map<String, Double>> relative,
      Function<Double, String> text) {}

  private static final Rule PERFORMANCE =
      new Rule(
          "performance",
          "Performance",
          "median time / the smallest one of the ranked frameworks",
          false,
          Scorecard::overBest,
          Scorecard::times);

  private static final Rule SCALABILITY =
      new Rule(
          "scalability",
          "Scalability",
          "efficiency over the fewest nodes of the workload; 100 % is ideal",
          true,
          row -> row,
          value -> String.format(Locale.ROOT, "%.0f %%", 100 * value));

  private static Rule energy(Quantity quantity) {
    return new Rule(
        "energy",
        "Energy",
        "median of " + quantity.meaning() + " / the smallest one of the ranked frameworks",
        false,
        Scorecard::overBest,
        Scorecard::times);
  }

  private static String times(double factor) {
    return AmountText.digits(factor) + "×";
  }

  /** The values of a criterion: case → framework → value. */
  private static final class Values {
    private final Map<Case, Map<String, Double>> values = new LinkedHashMap<>();

    void put(Case where, String framework, double value) {
      values.computeIfAbsent(where, unused -> new TreeMap<>()).put(framework, value);
    }

    int cases(String framework) {
      return (int) values.values().stream().filter(row -> row.containsKey(framework)).count();
    }

    List<String> ranked(List<String> frameworks) {
      return frameworks.stream()
          .filter(framework -> cases(framework) > 0)
          .filter(framework -> cases(framework) >= LEAST_SHARE * values.size())
          .toList();
    }

    /** The rows of the cases for which all of these have a value. */
    List<Map<String, Double>> common(List<String> ranked) {
      return values.values().stream().filter(row -> row.keySet().containsAll(ranked)).toList();
    }

    boolean comparable(List<String> frameworks) {
      List<String> ranked = ranked(frameworks);
      return ranked.size() > 1 && !common(ranked).isEmpty();
    }

    /**
     * Why they are not comparable.
     *
     * @param single the reason if no case has values of two frameworks
     */
    String reason(List<String> frameworks, String single) {
      List<String> ranked = ranked(frameworks);
      if (values.values().stream().noneMatch(row -> row.size() > 1)) {
        return single;
      }
      return ranked.size() < 2
          ? "fewer than two frameworks have values for half of the " + values.size() + " cases"
          : "no case has values of all of " + String.join(", ", ranked);
    }
  }

  /** The scorecard of a summary; empty if it has one framework, or ranks none. */
  public static Optional<Scorecard> of(Summary summary) {
    List<String> frameworks =
        summary.study().frameworks().stream().map(FrameworkInfo::label).toList();
    List<Criterion> criteria = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    if (frameworks.size() < 2) {
      return Optional.empty();
    }
    Values times = medians(summary, Quantity.TIME);
    if (times.comparable(frameworks)) {
      criteria.add(criterion(PERFORMANCE, times, frameworks));
    } else {
      notes.add(
          note(
              PERFORMANCE,
              times.reason(
                  frameworks,
                  "no two frameworks have verified trials of a workload on the same number of"
                      + " nodes")));
    }
    energy(summary, frameworks, criteria, notes);
    Values efficiencies = efficiencies(summary);
    if (efficiencies.comparable(frameworks)) {
      criteria.add(criterion(SCALABILITY, efficiencies, frameworks));
    } else {
      notes.add(
          note(
              SCALABILITY,
              summary.nodeCounts().size() < 2
                  ? "all trials are on one number of nodes"
                  : efficiencies.reason(
                      frameworks,
                      "no two frameworks have verified trials of a workload on its fewest nodes"
                          + " and on the same larger number of nodes")));
    }
    // It is missing only with fewer than two frameworks that have trials; then nothing is ranked.
    stability(summary, frameworks).ifPresent(criteria::add);
    return criteria.isEmpty()
        ? Optional.empty()
        : Optional.of(new Scorecard(frameworks, criteria, notes));
  }

  private static String note(Rule rule, String reason) {
    return rule.label() + ": " + reason + ".";
  }

  private static void energy(
      Summary summary, List<String> frameworks, List<Criterion> criteria, List<String> notes) {
    for (Quantity quantity : List.of(Quantity.NODE_ED2P, Quantity.ED2P)) {
      Values values = medians(summary, quantity);
      if (values.comparable(frameworks)) {
        criteria.add(criterion(energy(quantity), values, frameworks));
        return;
      }
    }
    Optional<String> lacking =
        summary.groups().stream()
            .filter(group -> !group.counted().isEmpty())
            .flatMap(group -> group.unavailable(Quantity.ED2P).stream())
            .findFirst();
    notes.add(
        note(
            energy(Quantity.ED2P),
            medians(summary, Quantity.ED2P)
                    .reason(
                        frameworks,
                        "it is not known for two frameworks with the same workload on the same"
                            + " number of nodes")
                + lacking.map(reason -> "; some trials lack it: " + reason).orElse("")));
  }

  private static Values medians(Summary summary, Quantity quantity) {
    Values values = new Values();
    for (Group group : summary.groups()) {
      group
          .sample(quantity)
          .map(Sample::median)
          .filter(median -> median > 0)
          .ifPresent(
              median ->
                  values.put(new Case(group.workload(), group.nodes()), group.framework(), median));
    }
    return values;
  }

  /**
   * Efficiencies of those that have trials on the fewest nodes of their workload, among frameworks
   * with trials on several numbers of nodes.
   */
  private static Values efficiencies(Summary summary) {
    List<Scalability> all = Scalability.of(summary);
    Map<String, Integer> fewest =
        all.stream()
            .collect(
                Collectors.toMap(
                    Scalability::workload, line -> line.points().get(0).nodes(), Math::min));
    Values values = new Values();
    for (Scalability line : all) {
      if (fewest.get(line.workload()) == line.points().get(0).nodes()) {
        line.points().stream()
            .skip(1)
            .forEach(
                point ->
                    values.put(
                        new Case(line.workload(), point.nodes()),
                        line.framework(),
                        point.efficiency()));
      }
    }
    return values;
  }

  private static Map<String, Double> overBest(Map<String, Double> row) {
    double best = row.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    return row.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue() / best));
  }

  private static Criterion criterion(Rule rule, Values values, List<String> frameworks) {
    List<String> ranked = values.ranked(frameworks);
    List<Map<String, Double>> rows =
        values.common(ranked).stream()
            .map(
                row -> {
                  Map<String, Double> compared = new TreeMap<>(row);
                  compared.keySet().retainAll(ranked);
                  return rule.relative().apply(compared);
                })
            .toList();
    Map<String, Double> means = new LinkedHashMap<>();
    for (String framework : ranked) {
      double logarithms =
          rows.stream().mapToDouble(row -> Math.log(row.get(framework))).average().orElseThrow();
      means.put(framework, Math.exp(logarithms));
    }
    Map<String, Integer> ranks = ranks(means, rule.more(), SpeedUp.LEAST_EFFECT);
    return new Criterion(
        rule.id(),
        rule.label(),
        rule.meaning(),
        rows.size(),
        frameworks.stream()
            .map(
                framework ->
                    means.containsKey(framework)
                        ? new Score(
                            Optional.of(ranks.get(framework)),
                            OptionalDouble.of(means.get(framework)),
                            rule.text().apply(means.get(framework)))
                        : new Score(
                            Optional.empty(),
                            OptionalDouble.empty(),
                            String.format(
                                Locale.ROOT,
                                "has values for %d of %d",
                                values.cases(framework),
                                values.values.size())))
            .toList());
  }

  private static Optional<Criterion> stability(Summary summary, List<String> frameworks) {
    Map<String, Integer> failed = new LinkedHashMap<>();
    Map<String, Integer> measured = new LinkedHashMap<>();
    int cases = 0;
    for (Group group : summary.groups()) {
      int trials = group.counted().size() + group.failures();
      failed.merge(group.framework(), group.failures(), Integer::sum);
      measured.merge(group.framework(), trials, Integer::sum);
      cases += trials > 0 ? 1 : 0;
    }
    measured.values().removeIf(trials -> trials == 0);
    if (measured.size() < 2) {
      return Optional.empty();
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    measured.forEach(
        (framework, trials) -> shares.put(framework, failed.get(framework) / (double) trials));
    Map<String, Integer> ranks = ranks(shares, false, 0);
    return Optional.of(
        new Criterion(
            "stability",
            "Stability",
            "trials that failed, timed out or had a wrong output / measured trials",
            cases,
            frameworks.stream()
                .map(
                    framework ->
                        shares.containsKey(framework)
                            ? new Score(
                                Optional.of(ranks.get(framework)),
                                OptionalDouble.of(shares.get(framework)),
                                failed.get(framework)
                                    + " of "
                                    + measured.get(framework)
                                    + " failed")
                            : new Score(
                                Optional.empty(), OptionalDouble.empty(), "has no measured trial"))
                .toList()));
  }

  /**
   * Ranks of values, with ties.
   *
   * @param more whether a larger value is better
   * @param tie values tie if they differ by at most this share from the best one of a rank
   */
  static Map<String, Integer> ranks(Map<String, Double> values, boolean more, double tie) {
    Comparator<Map.Entry<String, Double>> order = Map.Entry.comparingByValue();
    List<Map.Entry<String, Double>> sorted =
        values.entrySet().stream().sorted(more ? order.reversed() : order).toList();
    Map<String, Integer> ranks = new LinkedHashMap<>();
    double best = Double.NaN;
    int rank = 0;
    for (int i = 0; i < sorted.size(); i++) {
      double value = sorted.get(i).getValue();
      double larger = Math.max(value, best);
      double smaller = Math.min(value, best);
      if (i == 0 || larger > smaller * (1 + tie)) {
        best = value;
        rank = i + 1;
      }
      ranks.put(sorted.get(i).getKey(), rank);
    }
    return ranks;
  }
}
