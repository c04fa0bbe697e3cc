// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.document;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.cluster.SystemInfo;
import org.athanor.report.markdown.MarkdownText;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Ranking;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.Summary;
import org.athanor.report.statistics.Verdict;
import org.athanor.results.AmountText;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Study;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;

/**
 * The results of a study as Markdown: a table for each workload, with a row for each framework, and
 * a text that describes the machines. Numbers are those of the report: medians, and ratios with
 * their intervals.
 */
public final class ResultTables {
  /** The place of the machines. */
  public static final String MACHINE = "machine";

  private static final double GIGABYTE = 1e9;
  private static final double MEGABYTE = 1e6;
  private static final int COMMIT_DIGITS = 12;
  private static final String UNKNOWN = "–";

  private final Summary summary;
  private final Study study;

  private ResultTables(Summary summary) {
    this.summary = summary;
    this.study = summary.study();
  }

  /**
   * The texts for a document, by the name of their place: one for each workload, by its label, and
   * {@link #MACHINE}.
   *
   * @throws IOException if a run is not finished, or a workload has the name of another place; one
   *     line
   */
  public static Map<String, String> of(Study study) throws IOException {
    for (Study.Source source : study.sources()) {
      int unfinished = source.results().unfinished().orElse(0);
      if (unfinished > 0) {
        throw new IOException(
            source.directory()
                + ": "
                + unfinished
                + (unfinished == 1 ? " trial has" : " trials have")
                + " not been run; finish the run with athanor bench run --resume");
      }
    }
    return new ResultTables(Summary.of(study)).texts();
  }

  private Map<String, String> texts() throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(MACHINE, machines());
    List<String> names =
        study.workloads().stream()
            .filter(workload -> tried(workload.label()))
            .map(workload -> study.workloadName(workload.label()))
            .distinct()
            .toList();
    if (names.contains(MACHINE)) {
      throw new IOException(
          "workload "
              + MACHINE
              + ": the place of this name has the machines; give the workload another label");
    }
    names.forEach(name -> texts.put(name, table(name)));
    return texts;
  }

  /** Whether a run selected it. */
  private boolean tried(String workload) {
    return summary.groups().stream().anyMatch(group -> group.workload().equals(workload))
        || study.skipped().stream().anyMatch(skip -> skip.workload().equals(workload));
  }

  private String machines() {
    Map<String, List<String>> names = new LinkedHashMap<>();
    study
        .nodes()
        .forEach(
            node ->
                names
                    .computeIfAbsent(machine(node.system()), unused -> new ArrayList<>())
                    .add(node.name()));
    return names.entrySet().stream()
        .map(
            entry ->
                names.size() == 1
                    ? entry.getKey()
                    : MarkdownText.escaped(String.join(", ", entry.getValue()))
                        + ": "
                        + entry.getKey())
        .collect(Collectors.joining("\n\n"));
  }

  private static String machine(SystemInfo system) {
    String text =
        system.cpuModel()
            + ", "
            + system.processors()
            + (system.processors() == 1 ? " processor, " : " processors, ")
            + AmountText.of(system.memoryBytes(), Unit.BYTES)
            + " of memory"
            + system.virtualization().map(kind -> ", virtual machine (" + kind + ")").orElse("")
            + "; Linux "
            + system.kernel()
            + "; Java "
            + system.java().orElse("unknown")
            + ". CPU governor: "
            + system.governor().orElse("not visible")
            + ". Transparent huge pages: "
            + system.details().hugePages().orElse("not visible")
            + ".";
    return MarkdownText.escaped(text);
  }

  private String table(String workload) {
    List<WorkloadInfo> here =
        study.workloads().stream()
            .filter(each -> study.workloadName(each.label()).equals(workload))
            .toList();
    List<Group> groups =
        here.stream()
            .flatMap(
                each ->
                    summary.groups().stream()
                        .filter(group -> group.workload().equals(each.label())))
            .toList();
    StringBuilder text = new StringBuilder();
    text.append("| | time, s: median (smallest – largest) | × ")
        .append(MarkdownText.cell(study.baseline()))
        .append(" (interval) | CPU time, s | peak memory, GB | GC pauses | MB/s per core |")
        .append(" trials |\n|---|---|---|--:|--:|--:|--:|---|\n");
    groups.forEach(group -> text.append(row(group)).append('\n'));
    return text.append('\n').append(notes(workload, groups)).toString();
  }

  private String row(Group group) {
    String label = MarkdownText.cell(label(group));
    Optional<Sample> times = group.sample(Quantity.TIME);
    if (times.isEmpty()) {
      return "| "
          + label
          + " | not measured: "
          + MarkdownText.cell(reason(group))
          + " | | | | | | |";
    }
    Sample time = times.get();
    List<String> cells =
        List.of(
            label,
            "%s (%s – %s)"
                .formatted(
                    AmountText.digits(time.median()),
                    AmountText.digits(time.minimum()),
                    AmountText.digits(time.maximum())),
            ratio(group),
            median(group.sample(Quantity.CPU_SECONDS), 1),
            median(group.sample(Quantity.MEMORY_PEAK), GIGABYTE),
            collection(group),
            median(group.sample(Quantity.THROUGHPUT_PER_NODE), MEGABYTE * cores(group)),
            trials(group));
    return "| " + String.join(" | ", cells) + " |";
  }

  private String label(Group group) {
    StringBuilder label = new StringBuilder(group.framework());
    framework(group).ifPresent(info -> label.append(' ').append(info.version()));
    study.storageName(group.workload()).ifPresent(name -> label.append(", ").append(name));
    if (summary.nodeCounts().size() > 1) {
      label.append(", ").append(group.nodes()).append(group.nodes() == 1 ? " node" : " nodes");
    }
    return label.toString();
  }

  private Optional<FrameworkInfo> framework(Group group) {
    return study.frameworks().stream()
        .filter(info -> info.label().equals(group.framework()))
        .findFirst();
  }

  private static String reason(Group group) {
    return group.others().stream()
        .flatMap(trial -> trial.reason().stream())
        .findFirst()
        .orElse("no trial has ended");
  }

  /** How many times as long as the baseline it took. */
  private String ratio(Group group) {
    if (group.framework().equals(study.baseline())) {
      return "1";
    }
    return summary.speedUp(group).map(ResultTables::ratio).orElse(UNKNOWN);
  }

  private static String ratio(SpeedUp speedUp) {
    Interval interval = speedUp.interval();
    Verdict verdict = speedUp.verdict();
    boolean shown = verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
    return "%s (%s – %s)"
            .formatted(
                AmountText.digits(1 / speedUp.ratio()),
                AmountText.digits(1 / interval.high()),
                AmountText.digits(1 / interval.low()))
        + (shown ? "" : ", " + verdict.text());
  }

  private static String median(Optional<Sample> sample, double divisor) {
    return sample.map(values -> AmountText.digits(values.median() / divisor)).orElse(UNKNOWN);
  }

  /** The median share of the time in which a JVM was stopped for its collector. */
  private static String collection(Group group) {
    Optional<Sample> pauses = group.sample(Quantity.GC_SECONDS);
    if (pauses.isEmpty()) {
      return UNKNOWN;
    }
    double[] shares = pauses.get().values();
    double[] times = group.timesWith(Quantity.GC_SECONDS).orElseThrow().values();
    for (int i = 0; i < shares.length; i++) {
      shares[i] = shares[i] / times[i] * 100;
    }
    return AmountText.digits(Sample.of(shares).median()) + " %";
  }

  private int cores(Group group) {
    return source(group).coresPerNode();
  }

  private Results source(Group group) {
    return study.sources().get(study.source(group.framework())).results();
  }

  private static String trials(Group group) {
    StringBuilder text = new StringBuilder().append(group.counted().size());
    if (group.failures() > 0) {
      text.append(", ").append(group.failures()).append(" failed");
    }
    if (group.disturbed() > 0) {
      text.append(", ").append(group.disturbed()).append(" disturbed");
    }
    return text.toString();
  }

  /** The conditions in one paragraph. */
  private String notes(String workload, List<Group> groups) {
    List<String> notes = new ArrayList<>();
    Set<Results> sources = new LinkedHashSet<>();
    groups.forEach(group -> sources.add(source(group)));
    sources.forEach(results -> notes.add(conditions(results)));
    long warmUps =
        groups.stream()
            .mapToLong(
                group ->
                    group.others().stream()
                        .map(TrialResult::key)
                        .filter(key -> key.warmUp())
                        .distinct()
                        .count())
            .max()
            .orElse(0);
    notes.add(warmUps == 0 ? "No warm-up." : "Warm-ups of each: " + warmUps + ".");
    settings(groups).ifPresent(notes::add);
    groups.stream()
        .flatMap(group -> summary.speedUp(group).stream())
        .map(SpeedUp::interval)
        .min(Comparator.comparingDouble(Interval::level))
        .ifPresent(interval -> notes.add("Level of the intervals: " + interval.levelText() + "."));
    summary.notes().forEach(notes::add);
    few(groups).ifPresent(notes::add);
    skipped(workload).ifPresent(notes::add);
    leftOut(workload, groups, sources).ifPresent(notes::add);
    study.simulationNote().ifPresent(notes::add);
    return MarkdownText.escaped(String.join(" ", notes));
  }

  private static String conditions(Results results) {
    return String.format(
        Locale.ROOT,
        "%s, Athanor %s%s; %d %s%s for each framework and node.%s",
        results.started().atZone(ZoneOffset.UTC).toLocalDate(),
        results.athanor(),
        results.project().map(ResultTables::commit).orElse(""),
        results.coresPerNode(),
        results.coresPerNode() == 1 ? "core" : "cores",
        results.memoryBytesPerNode() == 0
            ? ""
            : " and " + AmountText.of(results.memoryBytesPerNode(), Unit.BYTES),
        results.warm().map(warm -> " Warm: " + warm.text() + ".").orElse(""));
  }

  private static String commit(ProjectInfo project) {
    String commit = project.commit();
    return ", commit "
        + commit.substring(0, Math.min(COMMIT_DIGITS, commit.length()))
        + (project.modified() ? " with changes" : "");
  }

  /** The settings of frameworks; those that are the same are named once. */
  private Optional<String> settings(List<Group> groups) {
    Map<String, Set<String>> labels = new LinkedHashMap<>();
    for (Group group : groups) {
      framework(group)
          .filter(info -> !info.settings().isEmpty())
          .ifPresent(
              info ->
                  labels
                      .computeIfAbsent(text(info.settings()), unused -> new LinkedHashSet<>())
                      .add(info.label()));
    }
    return labels.isEmpty()
        ? Optional.empty()
        : Optional.of(
            labels.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining("; ", "Settings: ", ".")));
  }

  private static String text(Map<String, String> settings) {
    return new TreeMap<>(settings)
        .entrySet().stream()
            .map(setting -> setting.getKey() + " " + setting.getValue())
            .collect(Collectors.joining(", "));
  }

  private Optional<String> skipped(String workload) {
    String names =
        study.skipped().stream()
            .filter(skip -> study.workloadName(skip.workload()).equals(workload))
            .map(Skip::framework)
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of("Not run: " + names + ".");
  }

  private static Optional<String> few(List<Group> groups) {
    String labels =
        groups.stream()
            .filter(group -> !group.counted().isEmpty() && group.counted().size() < Ranking.FEW)
            .map(Group::framework)
            .distinct()
            .collect(Collectors.joining(", "));
    return labels.isEmpty()
        ? Optional.empty()
        : Optional.of("Fewer than " + Ranking.FEW + " trials: " + labels + ".");
  }

  /** The frameworks of the same experiments that the option {@code --only} left out. */
  private Optional<String> leftOut(String workload, List<Group> groups, Set<Results> sources) {
    Set<String> known = new LinkedHashSet<>();
    groups.forEach(group -> known.add(group.framework()));
    study.skipped().stream()
        .filter(skip -> study.workloadName(skip.workload()).equals(workload))
        .forEach(skip -> known.add(skip.framework()));
    String labels =
        study.frameworks().stream()
            .map(FrameworkInfo::label)
            .filter(label -> !known.contains(label))
            .filter(label -> sources.contains(study.sources().get(study.source(label)).results()))
            .collect(Collectors.joining(", "));
    return labels.isEmpty() ? Optional.empty() : Optional.of("Left out: " + labels + ".");
  }
}
