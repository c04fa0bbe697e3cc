// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.SpeedUp;

/**
 * A comparison as a Markdown table for a pull request. It has at most {@value #ROWS} rows, and no
 * paths: of directories only the last name. Texts of users are escaped, so that none of them makes
 * a cell, a link, markup, or a mention of a person.
 */
public final class MarkdownTable {
  /** The most rows; pull requests accept 65,536 characters. */
  static final int ROWS = 50;

  /** The most characters of a cell's text. */
  private static final int LONGEST = 160;

  /** Characters that Markdown may take for markup. */
  private static final String SPECIAL = "\\`*_{}[]()|~!";

  /** The directories of an absolute path, or of a URI. */
  private static final Pattern DIRECTORIES =
      Pattern.compile("(?<!\\w)(?:[a-z][a-z0-9+.-]*:)?/{1,3}(?:[^\\s/,;:|]+/)+");

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
    text.append("| framework | workload | before | after | change of time | interval | result |\n");
    text.append("|---|---|--:|--:|--:|---|---|\n");
    rows.stream().limit(ROWS).forEach(text::append);
    text.append('\n');
    if (rows.size() > ROWS) {
      text.append("and ").append(rows.size() - ROWS).append(" more rows\n\n");
    }
    text.append("Before: ").append(escaped(lastName(comparison.before())));
    text.append("; after: ").append(escaped(lastName(comparison.after())));
    text.append(". Times are medians; a change above 0 % means slower.");
    comparison.differences().forEach(line -> text.append(' ').append(escaped(line)).append('.'));
    comparison.notes().forEach(line -> text.append(' ').append(escaped(line)));
    return text.append('\n').toString();
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
        case EXCEEDED -> parts.add("**" + words + "**: " + cell(finding.gate()));
        case UNDECIDED -> parts.add(words + ": " + cell(finding.text()));
        case NO_EVIDENCE -> parts.add(words + " of " + cell(finding.gate()));
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
            cell(framework),
            cell(workload),
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

  private static String cell(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST
        ? escaped(text)
        : escaped(text.substring(0, text.offsetByCodePoints(0, LONGEST))) + "…";
  }

  /** A text in one line in which nothing is markup; of paths only the last name is left. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    DIRECTORIES
        .matcher(text)
        .replaceAll("…/")
        .codePoints()
        .forEach(
            c -> {
              if (SPECIAL.indexOf(c) >= 0) {
                escaped.append('\\').appendCodePoint(c);
              } else if (c == '<' || c == '>' || c == '&') {
                escaped.append(String.format(Locale.ROOT, "&#%d;", c));
              } else if (c == '@' || c == '#') {
                // A space without width: else it mentions a person or an issue, also if escaped.
                escaped.appendCodePoint(c).append("&#8203;");
              } else {
                escaped.appendCodePoint(c < ' ' || c == 0x7F ? ' ' : c);
              }
            });
    return escaped.toString();
  }
}
