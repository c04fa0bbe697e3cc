// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.athanor.report.markdown.MarkdownText;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.SpeedUp;

/**
 * A comparison as a Markdown table for a pull request. It has at most {@value #ROWS} rows and
 * {@value #MOST} characters. Texts of users are escaped, see {@link MarkdownText}.
 */
public final class MarkdownTable {
  /** The most rows. */
  static final int ROWS = 50;

  /** The most characters; pull requests accept 65,536. */
  static final int MOST = 60_000;

  /** The most characters of the text below the table, before they are escaped. */
  private static final int LONGEST_NOTES = 4000;

  /** The most characters of the line that says how many rows are left out. */
  private static final int MORE = 40;

  private MarkdownTable() {}

  /**
   * The table, what it means, and the notes of the comparison.
   *
   * @param gate what limits say about the same comparison, if there are limits
   */
  public static String of(Comparison comparison, Optional<Gate> gate) {
    StringBuilder text = new StringBuilder();
    gate.ifPresent(found -> text.append("**").append(GateText.result(found)).append("**\n\n"));
    List<String> rows = gate.map(MarkdownTable::cases).orElseGet(() -> rows(comparison));
    String notes = notes(comparison);
    text.append("| framework | workload | before | after | change of time | interval | result |\n");
    text.append("|---|---|--:|--:|--:|---|---|\n");
    int shown = 0;
    for (String row : rows) {
      if (shown == ROWS || text.length() + row.length() + notes.length() > MOST - MORE) {
        break;
      }
      text.append(row);
      shown++;
    }
    text.append('\n');
    if (rows.size() > shown) {
      text.append("and ").append(rows.size() - shown).append(" more rows\n\n");
    }
    return text.append(notes).append('\n').toString();
  }

  private static String notes(Comparison comparison) {
    StringBuilder text = new StringBuilder("Before: ");
    text.append(MarkdownText.cell(lastName(comparison.before())));
    text.append("; after: ").append(MarkdownText.cell(lastName(comparison.after())));
    text.append(". Times are medians; a change above 0 % means slower.");
    StringBuilder lines = new StringBuilder();
    comparison.differences().forEach(line -> lines.append(' ').append(line).append('.'));
    comparison.notes().forEach(line -> lines.append(' ').append(line));
    return text.append(MarkdownText.escaped(lines.toString(), LONGEST_NOTES)).toString();
  }

  /** Those that need attention come first, because the others may be left out. */
  private static List<String> cases(Gate gate) {
    Comparator<Case> order =
        Comparator.comparingInt(
            found ->
                switch (found.conclusion()) {
                  case EXCEEDED -> 0;
                  case UNDECIDED -> 1;
                  case NO_EVIDENCE, WITHIN -> 2;
                });
    return gate.cases().stream()
        .sorted(order)
        .map(found -> row(found.framework(), found.name(), found.row(), result(found)))
        .toList();
  }

  private static String result(Case found) {
    List<String> parts = new ArrayList<>();
    for (Finding finding : found.findings()) {
      String words = GateText.words(finding.conclusion());
      switch (finding.conclusion()) {
        case EXCEEDED -> parts.add("**" + words + "**: " + MarkdownText.cell(finding.gate()));
        case UNDECIDED -> parts.add(words + ": " + MarkdownText.cell(finding.text()));
        case NO_EVIDENCE -> parts.add(words + " of " + MarkdownText.cell(finding.gate()));
        case WITHIN -> parts.add(words);
      }
    }
    return String.join("; ", parts.stream().distinct().toList());
  }

  private static List<String> rows(Comparison comparison) {
    return comparison.rows().stream()
        .map(
            row ->
                row(
                    row.framework().isEmpty() ? comparison.after() : row.framework(),
                    row.workload() + (row.nodes() == 1 ? "" : ", on " + row.nodes() + " nodes"),
                    Optional.of(row),
                    row.speedUp()
                        .map(speedUp -> speedUp.verdict().text())
                        .orElse("no verified trial")))
        .toList();
  }

  private static String row(
      String framework, String workload, Optional<Comparison.Row> row, String result) {
    Optional<SpeedUp> speedUp = row.flatMap(Comparison.Row::speedUp);
    return "| %s | %s | %s | %s | %s | %s | %s |\n"
        .formatted(
            MarkdownText.cell(framework),
            MarkdownText.cell(workload),
            time(row.flatMap(Comparison.Row::before)),
            time(row.flatMap(Comparison.Row::after)),
            speedUp.map(found -> Gate.signed(1 / found.ratio() - 1)).orElse("–"),
            speedUp.map(found -> interval(found.interval())).orElse("–"),
            result);
  }

  private static String time(Optional<Sample> sample) {
    return sample.map(times -> Quantity.TIME.text(times.median())).orElse("–");
  }

  private static String interval(Interval speedUp) {
    return "%s to %s (%s)"
        .formatted(
            Gate.signed(1 / speedUp.high() - 1),
            Gate.signed(1 / speedUp.low() - 1),
            speedUp.levelText());
  }

  private static String lastName(String path) {
    String name = path.replaceFirst("[/\\\\]+$", "");
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  }
}
