// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.athanor.cli.table.TextTable;
import org.athanor.report.gate.Case;
import org.athanor.report.gate.Finding;
import org.athanor.report.gate.Gate;
import org.athanor.report.gate.GateText;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.results.AmountText;
import tools.jackson.databind.json.JsonMapper;

/** A comparison as a table for terminals, and as JSON for programs. */
final class ComparisonText {

  private ComparisonText() {}

  /** The comparison as a table, with explanations below it. */
  static String table(Comparison comparison) {
    boolean frameworks = comparison.rows().stream().anyMatch(row -> !row.framework().isEmpty());
    boolean nodes = comparison.rows().stream().map(Comparison.Row::nodes).distinct().count() > 1;
    TextTable table =
        new TextTable(
            cells(
                frameworks,
                nodes,
                "framework",
                "workload",
                "nodes",
                "before",
                "after",
                "speed-up",
                "interval",
                "verdict"));
    for (Comparison.Row row : comparison.rows()) {
      table.add(
          cells(
              frameworks,
              nodes,
              row.framework(),
              row.workload(),
              "" + row.nodes(),
              time(row.before()),
              time(row.after()),
              row.speedUp().map(s -> AmountText.digits(s.ratio()) + "×").orElse("–"),
              row.speedUp().map(s -> interval(s.interval())).orElse("–"),
              row.speedUp().map(s -> s.verdict().text()).orElse("no verified trial")));
    }
    StringBuilder text = new StringBuilder();
    text.append("before: ").append(comparison.before()).append('\n');
    text.append("after:  ").append(comparison.after()).append("\n\n");
    text.append(table);
    text.append('\n');
    comparison.differences().forEach(difference -> text.append(difference).append('\n'));
    comparison
        .meanSpeedUp()
        .ifPresent(
            mean -> text.append("geometric mean ").append(AmountText.digits(mean)).append("×\n"));
    text.append(
        String.format(
            Locale.ROOT,
            "Times are medians. A speed-up above 1 means that \"after\" is faster. No difference is"
                + " shown if the interval includes 1 or the difference is below %.0f %%.%n",
            SpeedUp.LEAST_EFFECT * 100));
    comparison.notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  /** The comparison as a JSON object on several lines; absent values are left out. */
  static String json(Comparison comparison, Optional<Gate> gate) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("before", comparison.before());
    all.put("after", comparison.after());
    comparison.meanSpeedUp().ifPresent(mean -> all.put("meanSpeedUp", mean));
    List<Object> rows = new ArrayList<>();
    for (Comparison.Row row : comparison.rows()) {
      Map<String, Object> members = new LinkedHashMap<>();
      if (!row.framework().isEmpty()) {
        members.put("framework", row.framework());
      }
      members.put("workload", row.workload());
      members.put("nodes", row.nodes());
      row.before().ifPresent(sample -> members.put("before", sample(sample)));
      row.after().ifPresent(sample -> members.put("after", sample(sample)));
      row.speedUp()
          .ifPresent(
              speedUp -> {
                members.put("speedUp", speedUp.ratio());
                members.put("low", speedUp.interval().low());
                members.put("high", speedUp.interval().high());
                members.put("level", speedUp.interval().level());
                members.put("rounds", speedUp.rounds());
                members.put("p", speedUp.p());
                members.put("correctedP", speedUp.correctedP());
                members.put("verdict", name(speedUp.verdict()));
              });
      rows.add(members);
    }
    all.put("rows", rows);
    gate.ifPresent(found -> all.put("gate", gate(found)));
    all.put("differences", comparison.differences());
    all.put("notes", comparison.notes());
    return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all);
  }

  private static Map<String, Object> gate(Gate gate) {
    List<Object> cases = new ArrayList<>();
    for (Case found : gate.cases()) {
      List<Object> findings = new ArrayList<>();
      for (Finding finding : found.findings()) {
        findings.add(
            members(
                "gate", finding.gate(),
                "conclusion", name(finding.conclusion()),
                "text", finding.text()));
      }
      cases.add(
          members(
              "framework", found.framework(),
              "workload", found.workload(),
              "nodes", found.nodes(),
              "conclusion", name(found.conclusion()),
              "findings", findings));
    }
    return members(
        "conclusion", name(gate.conclusion()), "result", GateText.result(gate), "cases", cases);
  }

  private static Map<String, Object> members(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> sample(Sample sample) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("trials", sample.size());
    members.put("medianSeconds", sample.median());
    members.put("minimumSeconds", sample.minimum());
    members.put("maximumSeconds", sample.maximum());
    return members;
  }

  private static String[] cells(boolean framework, boolean nodes, String... cells) {
    List<String> shown = new ArrayList<>(List.of(cells));
    if (!nodes) {
      shown.remove(2);
    }
    if (!framework) {
      shown.remove(0);
    }
    return shown.toArray(String[]::new);
  }

  private static String time(Optional<Sample> sample) {
    return sample.map(times -> Quantity.TIME.text(times.median())).orElse("–");
  }

  private static String interval(Interval interval) {
    return "%s to %s (%s)"
        .formatted(
            AmountText.digits(interval.low()),
            AmountText.digits(interval.high()),
            interval.levelText());
  }
}
