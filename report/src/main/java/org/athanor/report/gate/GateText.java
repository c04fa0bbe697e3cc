// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import java.util.Locale;
import org.athanor.report.statistics.Change.Conclusion;

/** A {@link Gate} in plain text. */
public final class GateText {
  private GateText() {}

  /** A line for each finding that is worth reading, then one with the result. */
  public static String of(Gate gate) {
    StringBuilder text = new StringBuilder();
    for (Case found : gate.cases()) {
      for (Finding finding : found.findings()) {
        if (finding.conclusion() != Conclusion.WITHIN) {
          text.append(found.framework()).append(", ").append(found.name()).append(": ");
          text.append(line(finding)).append('\n');
        }
      }
    }
    return text.append(result(gate)).append('\n').toString();
  }

  /** The result in one line: {@code gate: exceeded in 1 of 6 cases; …}. */
  public static String result(Gate gate) {
    int all = gate.cases().size();
    return switch (gate.conclusion()) {
      case EXCEEDED ->
          String.format(
              Locale.ROOT,
              "gate: failed, a limit is exceeded in %d of %d",
              gate.count(Conclusion.EXCEEDED),
              all);
      case UNDECIDED ->
          String.format(
              Locale.ROOT,
              "gate: not decided in %d of %d; no limit is shown to be exceeded",
              gate.count(Conclusion.UNDECIDED),
              all);
      case NO_EVIDENCE, WITHIN -> {
        long open = gate.count(Conclusion.NO_EVIDENCE);
        yield open == 0
            ? String.format(Locale.ROOT, "gate: passed, all %d within the limits", all)
            : String.format(
                Locale.ROOT,
                "gate: passed, %d of %d within the limits, %d without evidence of more",
                all - open,
                all,
                open);
      }
    };
  }

  /** What a limit says, in one line. */
  static String line(Finding finding) {
    return words(finding.conclusion()) + ": " + finding.gate() + ": " + finding.text();
  }

  static String words(Conclusion conclusion) {
    return switch (conclusion) {
      case WITHIN -> "within the limit";
      case NO_EVIDENCE -> "no evidence";
      case EXCEEDED -> "exceeded";
      case UNDECIDED -> "not decided";
    };
  }
}
