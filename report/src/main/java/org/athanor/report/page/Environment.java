// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.cluster.SystemInfo;
import org.athanor.report.statistics.NodeEnergy;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Study;
import org.athanor.results.Unit;

/** The section on what was run on which machines, and what could not be measured. */
final class Environment {

  private final Summary summary;

  Environment(Summary summary) {
    this.summary = summary;
  }

  void write(Html html) {
    html.open("section", "id", "environment").with("h2", "Configuration and environment");
    experiments(html);
    frameworks(html);
    workloads(html);
    nodes(html);
    power(html);
    unavailable(html);
    html.close();
  }

  private void experiments(Html html) {
    table(
        html,
        "Experiments",
        List.of(
            "Name",
            "Started",
            "Athanor",
            "Project",
            "File system",
            "Cores per node",
            "Memory per node",
            "Layout",
            "Made warm",
            "Origin of times"),
        summary.study().sources().stream()
            .map(Study.Source::results)
            .map(Environment::experiment)
            .toList());
  }

  private static List<String> experiment(Results results) {
    return List.of(
        results.name(),
        results.started().toString(),
        results.athanor(),
        results.project().map(ProjectInfo::text).orElse("–"),
        results.filesystem(),
        "" + results.coresPerNode(),
        Names.memory(results.memoryBytesPerNode()),
        results.layout().map(LayoutInfo::text).orElse("–"),
        results.warm().map(WarmInfo::text).orElse("–"),
        results.simulation().orElse("measured"));
  }

  private void frameworks(Html html) {
    List<List<String>> rows = new ArrayList<>();
    for (FrameworkInfo framework : summary.study().frameworks()) {
      rows.add(
          List.of(
              framework.label(),
              framework.kind(),
              framework.version() + framework.build().map(build -> "\nbuild " + build).orElse(""),
              framework.mode(),
              framework.java(),
              framework.processes().orElse("–"),
              settings(framework.settings())));
    }
    table(
        html,
        "Frameworks",
        List.of("Label", "Kind", "Version", "Mode", "Java", "Processes per node", "Settings"),
        rows);
  }

  private void workloads(Html html) {
    List<List<String>> rows = new ArrayList<>();
    for (WorkloadInfo workload : summary.study().workloads()) {
      rows.add(
          List.of(
              workload.label(),
              workload.kind(),
              input(workload),
              workload.input(),
              settings(workload.settings())));
    }
    table(html, "Workloads", List.of("Label", "Kind", "Input size", "Input", "Settings"), rows);
  }

  /** The input's size and how it is known, or why it is not known. */
  private static String input(WorkloadInfo workload) {
    Optional<String> source = workload.inputBytesSource();
    if (workload.weak()) {
      List<String> sizes = new ArrayList<>();
      workload
          .inputBytesBySize()
          .forEach(
              (workers, bytes) ->
                  sizes.add(AmountText.of(bytes, Unit.BYTES) + " on " + Names.nodes(workers)));
      source.ifPresent(sizes::add);
      return String.join(", ", sizes);
    }
    return workload
        .inputBytes()
        .map(bytes -> AmountText.of(bytes, Unit.BYTES) + source.map(text -> ", " + text).orElse(""))
        .or(() -> source.map(reason -> "unavailable: " + reason))
        .orElse("–");
  }

  /** Writes the nodes; identical ones share a row. */
  private void nodes(Html html) {
    Map<List<String>, List<String>> namesBySystem = new LinkedHashMap<>();
    for (NodeInfo node : summary.study().nodes()) {
      namesBySystem
          .computeIfAbsent(system(node.system()), unused -> new ArrayList<>())
          .add(node.name());
    }
    List<List<String>> rows = new ArrayList<>();
    namesBySystem.forEach(
        (system, names) -> {
          List<String> row = new ArrayList<>(List.of(String.join(", ", names)));
          row.addAll(system);
          rows.add(row);
        });
    table(
        html,
        "Nodes",
        List.of(
            "Name",
            "CPU",
            "Processors",
            "Memory",
            "System",
            "Kernel",
            "Governor",
            "Hypervisor",
            "Java",
            "Turbo",
            "Huge pages",
            "Disks",
            "File systems",
            "Links"),
        rows);
  }

  private static List<String> system(SystemInfo system) {
    return List.of(
        system.cpuModel() + " (" + system.architecture() + ")",
        "" + system.processors(),
        Names.memory(system.memoryBytes()),
        system.operatingSystem(),
        system.kernel(),
        system.governor().orElse("not known"),
        system.virtualization().orElse("none known"),
        system.java().orElse("–"),
        system.details().turbo().orElse("–"),
        system.details().hugePages().orElse("–"),
        lines(system.details().disks()),
        lines(system.details().fileSystems()),
        lines(system.details().links()));
  }

  private static String lines(List<String> texts) {
    return texts.isEmpty() ? "–" : String.join("\n", texts);
  }

  /** Writes what meters outside the nodes measured, and how. */
  private void power(Html html) {
    List<List<String>> rows = new ArrayList<>();
    for (NodeEnergy energy : NodeEnergy.of(summary)) {
      rows.add(
          List.of(
              energy.group().workload(),
              energy.group().framework(),
              "" + energy.group().nodes(),
              energy.joules().map(joules -> median(joules, Unit.JOULES)).orElse("–"),
              energy.watts().map(watts -> median(watts, Unit.WATTS)).orElse("–"),
              String.join("\n", energy.domains()),
              energy.state().replace("; ", "\n")));
    }
    if (!rows.isEmpty()) {
      table(
          html,
          "Power of whole nodes",
          List.of(
              "Workload",
              "Framework",
              "Nodes",
              "Energy",
              "Mean power",
              "What is metered",
              "Trials"),
          rows);
    }
  }

  private static String median(Sample sample, Unit unit) {
    return AmountText.of(sample.median(), unit);
  }

  private void unavailable(Html html) {
    Map<List<String>, List<String>> namesByReason = new LinkedHashMap<>();
    for (NodeInfo node : summary.study().nodes()) {
      new TreeMap<>(node.unavailable())
          .forEach(
              (monitor, reason) ->
                  namesByReason
                      .computeIfAbsent(List.of(monitor, reason), unused -> new ArrayList<>())
                      .add(node.name()));
    }
    List<List<String>> rows = new ArrayList<>();
    namesByReason.forEach(
        (what, names) ->
            rows.add(
                List.of(
                    what.get(0),
                    what.get(1),
                    names.size() == summary.study().nodes().size()
                        ? "all"
                        : String.join(", ", names))));
    if (rows.isEmpty()) {
      html.with("h3", "Unavailable measurements");
      html.with("p", "Every monitor worked on every node.", "class", "none");
    } else {
      table(html, "Unavailable measurements", List.of("Monitor", "Reason", "Nodes"), rows);
    }
  }

  private static String settings(Map<String, String> settings) {
    List<String> texts = new ArrayList<>();
    new TreeMap<>(settings).forEach((key, value) -> texts.add(key + " = " + value));
    return Optional.of(String.join("\n", texts)).filter(text -> !text.isEmpty()).orElse("–");
  }

  private static void table(
      Html html, String title, List<String> headings, List<List<String>> rows) {
    html.with("h3", title);
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", title);
    html.open("table", "class", "plain").open("thead").open("tr");
    headings.forEach(heading -> html.with("th", heading, "scope", "col"));
    html.close().close().open("tbody");
    for (List<String> row : rows) {
      html.open("tr");
      for (int i = 0; i < row.size(); i++) {
        if (i == 0) {
          html.with("th", row.get(i), "scope", "row");
        } else {
          html.with("td", row.get(i));
        }
      }
      html.close();
    }
    html.close().close().close();
  }
}
