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
 * A comparison as a Markdown table for a pull request. It has at most {@value #ROWS} rows and
 * {@value #MOST} characters, and of what looks like a path only the last name. Texts of users are
 * escaped, so that none of them makes a cell, a link, markup, or a mention of a person.
 */
public final class MarkdownTable {
  /** The most rows. */
  static final int ROWS = 50;

  /** The most characters; pull requests accept 65,536. */
  static final int MOST = 60_000;

  /** The most characters of the text below the table, before they are escaped. */
  private static final int LONGEST_NOTES = 4000;

  /** The most characters of a cell's text. */
  private static final int LONGEST = 160;

  /** The most characters of the line that says how many rows are left out. */
  private static final int MORE = 40;

  /** A space without width. */
  private static final String NO_WIDTH = "&#8203;";

  /** Characters that Markdown may take for markup. */
  private static final String SPECIAL = "\\`*_{}[]()|~!";

  /**
   * The directories of an absolute path or of a URI, with the user and password that it may name,
   * of a path that begins with a variable, a home or a dot, and of a relative path with two
   * directories or more. Names of these have two letters at least, so that units such as {@code
   * MB/s} stay.
   */
  private static final Pattern DIRECTORIES =
      Pattern.compile(
          "(?<![\\w/])(?:"
              + "[A-Za-z][A-Za-z0-9+.-]*://[^\\s/|]*@[^\\s/,;:|]*(?::\\d+)?/?(?:[^\\s/,;:|]+/)*|"
              + "(?:[A-Za-z][A-Za-z0-9+.-]*:)?/{1,3}(?:[^\\s/,;:|]+(?::\\d+)?/)+"
              + "|(?:\\$\\{?\\w+}?|~\\w*|\\.{1,2})/(?:[^\\s/,;:|]+/)*"
              + "|(?:[^\\s/,;:|]{2,}/){2,})");

  /** What servers make a link of, and the place where a space without width prevents that. */
  private static final Pattern LINK = Pattern.compile("(?i)(?<=:)(?=//)|(?<=www)(?=\\.)");

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
    text.append(cell(lastName(comparison.before())));
    text.append("; after: ").append(cell(lastName(comparison.after())));
    text.append(". Times are medians; a change above 0 % means slower.");
    StringBuilder lines = new StringBuilder();
    comparison.differences().forEach(line -> lines.append(' ').append(line).append('.'));
    comparison.notes().forEach(line -> lines.append(' ').append(line));
    return text.append(escaped(lines.toString(), LONGEST_NOTES)).toString();
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
    return escaped(text, LONGEST);
  }

  /** A text in one line in which nothing is markup; of paths only the last name is left. */
  static String escaped(String text) {
    return escaped(text, Integer.MAX_VALUE);
  }

  /**
   * @param most how many characters are kept, before they are escaped. It is cut without paths:
   *     else a part of a directory's name would be last, and look like a file's
   */
  private static String escaped(String text, int most) {
    String named = DIRECTORIES.matcher(text).replaceAll("…/");
    boolean cut = named.codePointCount(0, named.length()) > most;
    String kept = cut ? named.substring(0, named.offsetByCodePoints(0, most)) + "…" : named;
    StringBuilder escaped = new StringBuilder();
    kept.codePoints()
        .forEach(
            c -> {
              if (SPECIAL.indexOf(c) >= 0) {
                escaped.append('\\').appendCodePoint(c);
              } else if (c == '<' || c == '>' || c == '&' || c == '$') {
                escaped.append(String.format(Locale.ROOT, "&#%d;", c));
              } else if (c == '@' || c == '#') {
                // Else it mentions a person or an issue, also if escaped.
                escaped.appendCodePoint(c).append(NO_WIDTH);
              } else {
                escaped.appendCodePoint(c < ' ' || c == 0x7F ? ' ' : c);
              }
            });
    return LINK.matcher(escaped).replaceAll(NO_WIDTH);
  }
}
