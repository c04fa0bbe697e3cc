// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.cli.table.TextTable;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.results.AmountText;
import org.athanor.results.Unit;

/** Writes all details of a run for people. */
final class RunText {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final StringBuilder text = new StringBuilder();

  private RunText() {}

  /** The minute in UTC, without the name of the time zone. */
  static String minute(Instant instant) {
    return MINUTE.format(instant);
  }

  static String of(Run run) {
    RunText text = new RunText();
    text.facts(run);
    text.phases(run);
    text.resources(run);
    return text.text.toString();
  }

  private void facts(Run run) {
    line("run", run.id());
    line("application", run.application().name());
    run.application().parameters().forEach((name, value) -> line("  " + name, value));
    line("input", run.input().description() + ", " + CellText.inputBytes(run.input().bytes()));
    line("cluster", CellText.of(run.cluster()));
    run.cluster().groups().forEach(group -> line("  " + group.nodes() + " x", kind(group.kind())));
    run.site().cluster().ifPresent(label -> line("  label", label));
    run.site().storage().ifPresent(storage -> line("  storage", storage));
    run.site().network().ifPresent(network -> line("  network", network));
    line(
        "framework",
        run.configuration().framework().kind()
            + " "
            + run.configuration().framework().version()
            + " "
            + run.configuration().framework().mode()
            + ", Java "
            + run.configuration().framework().java());
    line("per node", CellText.perNode(run.configuration()));
    line("file system", run.configuration().fileSystem());
    run.configuration().settings().forEach((name, value) -> line("  " + name, value));
    line(
        "from",
        run.origin().producer()
            + " "
            + run.origin().version()
            + run.origin().experiment().map(name -> ", experiment " + name).orElse("")
            + ", "
            + run.origin().trial());
    line("started", minute(run.execution().started()) + " UTC");
    line("wall time", CellText.seconds(run.execution().wallSeconds()));
    line("disturbance", run.execution().disturbance().orElse("none"));
    run.execution()
        .intermediateBytes()
        .ifPresent(bytes -> line("intermediate", AmountText.of(bytes, Unit.BYTES)));
  }

  private static String kind(NodeKind kind) {
    return kind.cpuModel()
        + ", "
        + kind.architecture()
        + kind.virtualization().map(name -> ", on " + name).orElse("");
  }

  private void line(String name, String value) {
    text.append(String.format(Locale.ROOT, "%-12s %s\n", name, value.replaceAll("\\R", " ")));
  }

  private void phases(Run run) {
    if (run.execution().phases().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("PHASE", "START>", "END>", "SECONDS>");
    for (Phase phase : run.execution().phases()) {
      table.add(
          phase.name(),
          AmountText.digits(phase.startSeconds()),
          AmountText.digits(phase.endSeconds()),
          AmountText.digits(phase.endSeconds() - phase.startSeconds()));
    }
    text.append('\n').append(table);
  }

  /** Writes the resources that are known for at least one node. */
  private void resources(Run run) {
    String[] headings = new String[1 + run.nodes().size()];
    headings[0] = "RESOURCE";
    for (int i = 0; i < run.nodes().size(); i++) {
      headings[i + 1] = run.nodes().get(i).node() + ">";
    }
    TextTable table = new TextTable(headings);
    Set<Resource> resources = new TreeSet<>();
    run.nodes().forEach(use -> resources.addAll(use.amounts().keySet()));
    for (Resource resource : resources) {
      String[] cells = new String[headings.length];
      cells[0] = resource.label();
      for (int i = 0; i < run.nodes().size(); i++) {
        cells[i + 1] = CellText.of(resource, run.nodes().get(i).amounts().get(resource));
      }
      if (!List.of(cells).subList(1, cells.length).stream().allMatch("-"::equals)) {
        table.add(cells);
      }
    }
    text.append('\n').append(table);
    unknown(run);
  }

  /** Writes each reason once, with the resources that are unknown for it. */
  private void unknown(Run run) {
    Map<String, Set<String>> reasons = new TreeMap<>();
    for (NodeUse use : run.nodes()) {
      use.amounts()
          .forEach(
              (resource, amount) -> {
                if (amount instanceof Amount.Unknown unknown) {
                  reasons
                      .computeIfAbsent(unknown.reason(), reason -> new TreeSet<>())
                      .add(resource.label());
                }
              });
    }
    if (!reasons.isEmpty()) {
      text.append("\nUnknown:\n");
      reasons.forEach(
          (reason, labels) ->
              text.append("  " + String.join(", ", labels) + ": " + reason).append('\n'));
    }
  }
}
