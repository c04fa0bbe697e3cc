// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.athanor.cluster.SystemInfo;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Ranking;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Study;
import org.athanor.results.TrialResult;

/** The top of the page: the experiment, its machines, and the result in one sentence. */
final class Overview {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", java.util.Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final Summary summary;

  Overview(Summary summary) {
    this.summary = summary;
  }

  void write(Html html) {
    Study study = summary.study();
    html.open("header", "class", "top").open("div", "class", "wide");
    Shell.brand(html);
    html.with("h1", study.name());
    html.open("p", "class", "meta").text(DATE.format(study.started()));
    machines().forEach(machine -> html.text(" · ").text(machine));
    html.close();
    study.simulationNote().ifPresent(note -> html.with("p", note, "class", "simulated"));
    verdict(html);
    facts(html);
    html.close().close();
    html.raw(NAVIGATION);
  }

  private List<String> machines() {
    Map<String, Integer> machines = new LinkedHashMap<>();
    for (NodeInfo node : summary.study().nodes()) {
      SystemInfo system = node.system();
      String memory = system.memoryBytes() == 0 ? "" : ", " + Names.memory(system.memoryBytes());
      machines.merge(
          String.format(
              Locale.ROOT, "%s, %d processors%s", system.cpuModel(), system.processors(), memory),
          1,
          Integer::sum);
    }
    List<String> texts = new ArrayList<>();
    machines.forEach((text, count) -> texts.add(count == 1 ? text : count + " × " + text));
    return texts;
  }

  /** Writes for each number of nodes how often each framework is fastest. */
  private void verdict(Html html) {
    List<Ranking> rankings = summary.rankings();
    for (int nodes : summary.nodeCounts()) {
      List<Ranking> rankingsOfNodes = rankings.stream().filter(r -> r.nodes() == nodes).toList();
      Map<String, Integer> wins = new LinkedHashMap<>();
      int open = 0;
      for (Ranking ranking : rankingsOfNodes) {
        if (ranking.clear()) {
          wins.merge(ranking.ranked().get(0).framework(), 1, Integer::sum);
        } else {
          open++;
        }
      }
      List<String> parts = new ArrayList<>();
      wins.entrySet().stream()
          .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
          .forEach(
              win ->
                  parts.add(
                      parts.isEmpty()
                          ? String.format(
                              Locale.ROOT,
                              "%s is fastest in %d of %d workloads",
                              win.getKey(),
                              win.getValue(),
                              rankingsOfNodes.size())
                          : String.format(Locale.ROOT, "%s in %d", win.getKey(), win.getValue())));
      if (open > 0) {
        parts.add(
            parts.isEmpty()
                ? "no workload has a clear winner"
                : open + (open == 1 ? " has no clear winner" : " have no clear winner"));
      }
      html.with("p", String.join("; ", parts) + ".", "class", "verdict", "data-nodes", "" + nodes);
    }
  }

  private void facts(Html html) {
    List<TrialResult> measured =
        summary.study().trials().stream().filter(trial -> !trial.key().warmUp()).toList();
    int failures = summary.groups().stream().mapToInt(Group::failures).sum();
    long superseded = measured.stream().filter(TrialResult::superseded).count();
    html.open("dl", "class", "facts");
    for (FrameworkInfo framework : summary.study().frameworks()) {
      if (!framework.label().equals(summary.study().baseline())) {
        for (int nodes : summary.nodeCounts()) {
          meanSpeedUp(html, framework.label(), nodes);
        }
      }
    }
    fact(html, trials(summary.study()), "" + measured.size(), "");
    fact(html, "failed", "" + failures, failures > 0 ? "bad" : "");
    fact(html, "disturbed and repeated", "" + superseded, "");
    html.close();
  }

  private static String trials(Study study) {
    if (study.simulated().isEmpty()) {
      return "trials measured";
    }
    return study.measured() ? "trials" : "trials simulated";
  }

  private void meanSpeedUp(Html html, String framework, int nodes) {
    List<Double> logarithms = new ArrayList<>();
    for (Group group : summary.groups()) {
      if (group.framework().equals(framework) && group.nodes() == nodes) {
        summary.speedUp(group).map(SpeedUp::ratio).map(Math::log).ifPresent(logarithms::add);
      }
    }
    if (logarithms.isEmpty()) {
      return;
    }
    double mean =
        Math.exp(logarithms.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
    html.open("div", "data-nodes", "" + nodes)
        .with(
            "dt",
            String.format(
                Locale.ROOT,
                "%s over %s, geometric mean of %d",
                framework,
                summary.study().baseline(),
                logarithms.size()))
        .open("dd")
        .with("b", AmountText.digits(mean) + "×", "class", "f" + Names.colour(summary, framework))
        .close()
        .close();
  }

  private static void fact(Html html, String name, String value, String style) {
    html.open("div").with("dt", name).with("dd", value, "class", style).close();
  }

  private static final String NAVIGATION =
      """
      <nav aria-label="Sections"><div class="wide"><ul>
      <li><a href="#winners">Winners</a><li><a href="#scorecard">Scorecard</a>
      <li><a href="#storage">Storage</a><li><a href="#time">Time</a>
      <li><a href="#speedup">Speed-up</a><li><a href="#over-time">Over time</a>
      <li><a href="#between-nodes">Nodes</a><li><a href="#events">Events</a>
      <li><a href="#scalability">Scalability</a><li><a href="#energy">Energy</a>
      <li><a href="#power">Power</a><li><a href="#statistics">Table</a>
      <li><a href="#counters">Counters</a><li><a href="#incidents">Failures</a>
      <li><a href="#environment">Environment</a><li><a href="#method">Method</a></ul>
      <div class="tools" role="group" aria-label="View">
      <div class="choice" id="node-choice" role="group" aria-label="Number of nodes"></div>
      <div class="choice" id="framework-choice" role="group" aria-label="Frameworks shown"></div>
      <div class="choice"><button type="button" id="log" aria-pressed="false">Log scale</button>
      <button type="button" id="link">Copy link</button></div></div></div></nav>
      """;
}
