// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.report.statistics.Change;
import org.athanor.report.statistics.Change.Conclusion;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.results.AmountText;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Unit;

/**
 * A comparison judged against limits. Times and energies are judged by the interval of their ratio
 * ({@link Change}), never by the medians alone. Without a decision stay what was measured before
 * and cannot be compared any more, because a gate must not pass if a workload has vanished, and
 * times and energies under other conditions, such as more cores.
 *
 * @param cases in the order of the experiment; those that cannot be compared are last
 */
public record Gate(List<Case> cases) {
  /** The least percentage that is not shown as 0. */
  private static final double LEAST_SHOWN = .005;

  public Gate {
    cases = List.copyOf(cases);
  }

  /**
   * Judges a comparison.
   *
   * @param limits at least one
   */
  public static Gate of(Comparison comparison, Limits limits) {
    if (!limits.any()) {
      throw new IllegalArgumentException("no limit");
    }
    List<Comparison.Row> rows = comparison.rows();
    List<List<Finding>> findings = new ArrayList<>();
    rows.forEach(row -> findings.add(new ArrayList<>()));
    judge(comparison, Quantity.TIME, limits.slower(), "slower", "faster", findings);
    judge(comparison, Quantity.ENERGY, limits.moreEnergy(), "more energy", "less energy", findings);
    if (limits.failedTrials().isPresent()) {
      int allowed = limits.failedTrials().getAsInt();
      for (int i = 0; i < rows.size(); i++) {
        findings.get(i).add(failures(rows.get(i).groupAfter(), allowed));
      }
    }
    List<Case> cases = new ArrayList<>();
    for (Comparison.Row row : rows) {
      cases.add(
          new Case(
              framework(comparison, row.framework()),
              row.workload(),
              row.nodes(),
              size(row.groupAfter().input(), row.nodes()),
              Optional.of(row),
              findings.get(cases.size())));
    }
    for (Comparison.Lack lack : comparison.lacking()) {
      cases.add(
          new Case(
              framework(comparison, lack.framework()),
              lack.workload(),
              lack.nodes(),
              "",
              Optional.empty(),
              List.of(new Finding("comparison", Conclusion.UNDECIDED, lack.reason()))));
    }
    return new Gate(cases);
  }

  /** Exceeded if any case is, else undecided if any case is, else what the worst case is. */
  public Conclusion conclusion() {
    return worst(cases.stream().map(Case::conclusion).toList());
  }

  /** The number of cases with this conclusion. */
  public long count(Conclusion conclusion) {
    return cases.stream().filter(found -> found.conclusion() == conclusion).count();
  }

  static Conclusion worst(Collection<Conclusion> conclusions) {
    return conclusions.stream()
        .max(Comparator.comparingInt(Gate::severity))
        .orElse(Conclusion.UNDECIDED);
  }

  private static int severity(Conclusion conclusion) {
    return switch (conclusion) {
      case WITHIN -> 0;
      case NO_EVIDENCE -> 1;
      case UNDECIDED -> 2;
      case EXCEEDED -> 3;
    };
  }

  private static void judge(
      Comparison comparison,
      Quantity quantity,
      OptionalDouble limit,
      String more,
      String less,
      List<List<Finding>> findings) {
    if (limit.isEmpty()) {
      return;
    }
    String gate = more + " by more than " + percent(limit.getAsDouble());
    if (!comparison.conditions().isEmpty()) {
      String why = "other conditions: " + String.join("; ", comparison.conditions());
      findings.forEach(found -> found.add(new Finding(gate, Conclusion.UNDECIDED, why)));
      return;
    }
    List<Change> changes = Change.of(comparison.rows(), quantity, limit.getAsDouble());
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      findings
          .get(i)
          .add(new Finding(gate, change.conclusion(), text(change, quantity, more, less)));
    }
  }

  private static String text(Change change, Quantity quantity, String more, String less) {
    if (change.conclusion() == Conclusion.UNDECIDED) {
      return change.reason();
    }
    double ratio = change.ratio().orElseThrow();
    Interval interval = change.interval().orElseThrow();
    Sample before = change.before().orElseThrow();
    Sample after = change.after().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%s %s (interval %s to %s, level %s); medians %s before, %s after; trials %d, %d",
        percent(Math.abs(ratio - 1)),
        ratio < 1 ? less : more,
        signed(interval.low() - 1),
        signed(interval.high() - 1),
        interval.levelText(),
        quantity.text(before.median()),
        quantity.text(after.median()),
        before.size(),
        after.size());
  }

  private static Finding failures(Group group, int allowed) {
    // An attempt that failed is a failure even if another one at the trial was verified.
    int failures = group.failedAttempts();
    int all = failures + group.counted().size();
    String gate = "more than " + allowed + (allowed == 1 ? " failed trial" : " failed trials");
    if (all == 0) {
      return new Finding(gate, Conclusion.UNDECIDED, "no trial has ended");
    }
    String why =
        group.others().stream()
            .filter(trial -> !trial.key().warmUp())
            .flatMap(trial -> trial.reason().stream())
            .findFirst()
            .map(reason -> "; the first: " + reason)
            .orElse("");
    return new Finding(
        gate,
        failures > allowed ? Conclusion.EXCEEDED : Conclusion.WITHIN,
        failures + " of " + all + " trials failed" + why);
  }

  private static String framework(Comparison comparison, String framework) {
    return framework.isEmpty() ? comparison.after() : framework;
  }

  private static String size(Optional<WorkloadInfo> workload, int workers) {
    return workload
        .flatMap(info -> info.inputBytes(workers))
        .map(bytes -> AmountText.of(bytes, Unit.BYTES))
        .orElse("");
  }

  /** A share in percent, with up to three digits: {@code 5 %}. */
  static String percent(double share) {
    double percent = share * 100;
    String digits = percent < LEAST_SHOWN ? "0" : AmountText.digits(percent);
    return (digits.contains(".") ? digits.replaceFirst("\\.?0+$", "") : digits) + " %";
  }

  /** A share in percent with its sign: {@code +5 %}, {@code −3.2 %}. */
  static String signed(double share) {
    String percent = percent(Math.abs(share));
    return percent.startsWith("0 ") ? percent : (share < 0 ? "−" : "+") + percent;
  }
}
