// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.trend;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.report.statistics.Comparison;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Steps;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.Study;
import org.athanor.results.Unit;
import org.athanor.results.archive.Entry;

/**
 * The times of the runs of an archive, in the order of their starts. Only times of one machine, one
 * workload with one input and one set of settings, and the same cores, memory and file system are
 * put in one panel.
 *
 * @param runs oldest first
 * @param panels in the order in which they first appear
 */
public record Trend(List<Run> runs, List<Panel> panels) {

  public Trend {
    runs = List.copyOf(runs);
    panels = List.copyOf(panels);
  }

  /**
   * A run.
   *
   * @param versions of its frameworks and their Java: {@code hadoop 3.5.0, Java 17.0.15}
   */
  public record Run(Entry entry, String versions) {}

  /**
   * A workload on a number of nodes of one machine.
   *
   * @param machine as the newest run describes it
   * @param given cores, memory and file system in words
   * @param lines one for each framework
   */
  public record Panel(
      String machine,
      String experiment,
      String workload,
      String size,
      int nodes,
      String given,
      List<Line> lines) {
    public Panel {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A framework.
   *
   * @param points oldest first
   * @param steps where the medians of the points with times change; indices are those of points
   */
  public record Line(String framework, List<Point> points, List<Steps.Step> steps) {
    public Line {
      points = List.copyOf(points);
      steps = List.copyOf(steps);
    }
  }

  /**
   * What a run says about a framework.
   *
   * @param run index of the run
   * @param times empty if no trial was verified
   * @param failures number of trials that failed
   */
  public record Point(int run, Optional<Sample> times, int failures) {}

  /**
   * Reads the results of entries, one after the other. Entries that another process removes
   * meanwhile are left out.
   *
   * @param entries oldest first
   * @throws IOException if the results of one cannot be read
   */
  public static Trend of(List<Entry> entries) throws IOException {
    List<Run> runs = new ArrayList<>();
    Map<Key, Map<String, List<Point>>> points = new LinkedHashMap<>();
    Map<String, String> machines = new HashMap<>();
    List<Long> memories = new ArrayList<>();
    for (Entry entry : entries) {
      Optional<Study> read = read(entry);
      if (read.isEmpty()) {
        continue;
      }
      Study study = read.get();
      machines.put(entry.machine(), entry.machineText());
      Results results = study.sources().get(0).results();
      long memory = known(results.memoryBytesPerNode(), memories);
      int run = runs.size();
      runs.add(new Run(entry, versions(results)));
      for (Group group : Summary.of(study).groups()) {
        points
            .computeIfAbsent(Key.of(entry, results, memory, group), unused -> new LinkedHashMap<>())
            .computeIfAbsent(group.framework(), unused -> new ArrayList<>())
            .add(new Point(run, group.sample(Quantity.TIME), group.failures()));
      }
    }
    List<Panel> panels = new ArrayList<>();
    points.forEach(
        (key, lines) ->
            panels.add(
                key.panel(
                    machines.get(key.machine()),
                    lines.entrySet().stream()
                        .map(line -> line(line.getKey(), line.getValue()))
                        .toList())));
    return new Trend(runs, panels);
  }

  /** The known amount of memory that is the same; if there is none, this one is known now. */
  private static long known(long memory, List<Long> memories) {
    for (long known : memories) {
      if (Comparison.sameMemory(known, memory)) {
        return known;
      }
    }
    memories.add(memory);
    return memory;
  }

  /** Reads the results of an entry; empty if another process has removed it meanwhile. */
  private static Optional<Study> read(Entry entry) throws IOException {
    try {
      return Optional.of(Study.read(List.of(entry.directory())));
    } catch (IOException failed) {
      if (Files.exists(entry.directory(), LinkOption.NOFOLLOW_LINKS)) {
        throw failed;
      }
      return Optional.empty();
    }
  }

  /** The frameworks of all panels, in the order in which they first appear. */
  public List<String> frameworks() {
    return panels.stream()
        .flatMap(panel -> panel.lines().stream())
        .map(Line::framework)
        .distinct()
        .toList();
  }

  private static Line line(String framework, List<Point> points) {
    List<Integer> measured = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).times().filter(times -> times.minimum() > 0).isPresent()) {
        measured.add(i);
      }
    }
    double[] medians =
        measured.stream()
            .mapToDouble(index -> points.get(index).times().orElseThrow().median())
            .toArray();
    List<Steps.Step> steps =
        Steps.of(medians).stream()
            .map(step -> new Steps.Step(measured.get(step.index()), step.speedUp()))
            .toList();
    return new Line(framework, points, steps);
  }

  private static String versions(Results results) {
    return results.frameworks().stream()
        .map(Trend::version)
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String version(FrameworkInfo framework) {
    return framework.kind() + " " + framework.version() + ", Java " + framework.java();
  }

  /** What must be the same for times to be comparable, but the framework. */
  private record Key(
      String machine,
      String experiment,
      String label,
      Optional<WorkloadInfo> workload,
      int nodes,
      int cores,
      long memory,
      String filesystem,
      Optional<LayoutInfo> layout,
      Optional<WarmInfo> warm,
      boolean simulated) {

    static Key of(Entry entry, Results results, long memory, Group group) {
      return new Key(
          entry.machine(),
          entry.experiment(),
          group.workload(),
          group.input().map(info -> info.on(group.nodes())),
          group.nodes(),
          results.coresPerNode(),
          memory,
          // With storages, they are settings of workloads.
          results.storages().isEmpty() ? results.filesystem() : "",
          results.chosenLayout(),
          results.warm(),
          results.simulation().isPresent());
    }

    Panel panel(String machineText, List<Line> lines) {
      return new Panel(
          machineText,
          experiment,
          label,
          workload
              .flatMap(info -> info.inputBytes(nodes))
              .map(bytes -> AmountText.of(bytes, Unit.BYTES))
              .orElse(""),
          nodes,
          given(),
          lines);
    }

    private String given() {
      List<String> parts = new ArrayList<>();
      if (simulated) {
        parts.add("simulated");
      }
      parts.add(cores + (cores == 1 ? " core" : " cores") + " per node");
      if (memory > 0) {
        parts.add(AmountText.of(memory, Unit.BYTES));
      }
      if (!filesystem.isEmpty()) {
        parts.add(filesystem);
      }
      layout.ifPresent(some -> parts.add(some.text()));
      warm.ifPresent(some -> parts.add("warm: " + some.text()));
      workload.ifPresent(
          info ->
              new TreeMap<>(info.settings())
                  .forEach((name, value) -> parts.add(name + " " + value)));
      return String.join(", ", parts);
    }
  }

  /** The place of results as a link, relative to a directory. */
  public static String link(Entry entry, Path from) {
    Path results = entry.directory().toAbsolutePath().normalize().resolve(ResultsFile.NAME);
    List<String> names = new ArrayList<>();
    for (Path name : from.toAbsolutePath().normalize().relativize(results)) {
      names.add(URLEncoder.encode(name.toString(), StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return String.join("/", names);
  }
}
