// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import java.util.Locale;
import java.util.stream.Collectors;
import org.athanor.report.statistics.Change.Conclusion;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.Sample;

/**
 * A {@link Gate} in the XML of JUnit, which servers for continuous integration read: a test case
 * for each framework, workload and number of nodes. An exceeded limit is a failure; what cannot be
 * decided is an error. The time of a test case is the median after the change.
 */
public final class JUnitXml {
  private static final String SUITE = "athanor bench compare";

  private JUnitXml() {}

  /** The document, with an end of line. */
  public static String of(Gate gate) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    String counts =
        String.format(
            Locale.ROOT,
            " tests=\"%d\" failures=\"%d\" errors=\"%d\"",
            gate.cases().size(),
            gate.count(Conclusion.EXCEEDED),
            gate.count(Conclusion.UNDECIDED));
    xml.append("<testsuites").append(counts).append(">\n");
    xml.append("<testsuite name=\"" + SUITE + "\" skipped=\"0\"").append(counts).append(">\n");
    gate.cases().forEach(found -> testCase(xml, found));
    return xml.append("</testsuite>\n</testsuites>\n").toString();
  }

  private static void testCase(StringBuilder xml, Case found) {
    xml.append("<testcase classname=\"").append(escaped(found.framework()));
    xml.append("\" name=\"").append(escaped(found.name()));
    found
        .row()
        .flatMap(Comparison.Row::after)
        .map(Sample::median)
        .ifPresent(seconds -> xml.append(String.format(Locale.ROOT, "\" time=\"%.3f", seconds)));
    xml.append("\">\n");
    switch (found.conclusion()) {
      case EXCEEDED -> problem(xml, "failure", found);
      case UNDECIDED -> problem(xml, "error", found);
      case WITHIN, NO_EVIDENCE ->
          xml.append("<system-out>").append(escaped(lines(found))).append("</system-out>\n");
    }
    xml.append("</testcase>\n");
  }

  private static void problem(StringBuilder xml, String element, Case found) {
    String message =
        found.findings().stream()
            .filter(finding -> finding.conclusion() == found.conclusion())
            .map(finding -> finding.gate() + ": " + finding.text())
            .findFirst()
            .orElseThrow();
    xml.append('<').append(element).append(" type=\"");
    xml.append(found.conclusion().name().toLowerCase(Locale.ROOT));
    xml.append("\" message=\"").append(escaped(message)).append("\">");
    xml.append(escaped(lines(found))).append("</").append(element).append(">\n");
  }

  private static String lines(Case found) {
    return found.findings().stream().map(GateText::line).collect(Collectors.joining("\n"));
  }

  /** Escapes a text, and replaces characters that XML 1.0 cannot have. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\n', '\t' -> escaped.appendCodePoint(c);
                default -> escaped.appendCodePoint(allowed(c) ? c : '\uFFFD');
              }
            });
    return escaped.toString();
  }

  private static boolean allowed(int c) {
    return (c >= ' ' && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
  }
}
