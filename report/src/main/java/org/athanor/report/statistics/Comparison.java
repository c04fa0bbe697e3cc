// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Study;

/**
 * A comparison of two experiments, or of two frameworks of one experiment, that ran the same
 * workloads.
 *
 * @param before directory or label of the side to which the speed-ups refer
 * @param after directory or label of the other side
 * @param rows in the order of the experiment
 * @param lacking what the side before ran and the other side did not, or not with the same input
 * @param conditions differences of origin, cores, memory, file system and what is made warm: with
 *     any, a change of times or energies says nothing about the frameworks
 * @param differences all differences between both sides other than frameworks, and the workloads
 *     that are not compared because of them
 * @param notes sentences on what the verdicts mean
 * @param counters the counters that trials of a side may have, of frameworks and of nodes
 */
public record Comparison(
    String before,
    String after,
    List<Row> rows,
    List<Lack> lacking,
    List<String> conditions,
    List<String> differences,
    List<String> notes,
    List<Quantity> counters) {

  /** A comparison of trials without counters. */
  public Comparison(
      String before,
      String after,
      List<Row> rows,
      List<Lack> lacking,
      List<String> conditions,
      List<String> differences,
      List<String> notes) {
    this(before, after, rows, lacking, conditions, differences, notes, List.of());
  }

  /** The kernel reserves a slightly different amount of memory after each update. */
  private static final double SAME_MEMORY = .01;

  /**
   * A workload on a number of nodes.
   *
   * @param framework the framework's label if experiments are compared, else empty
   * @param groupBefore trials of that side
   * @param groupAfter trials of the other side
   * @param rounds quotients of both times of each round; empty if they were not measured in rounds
   * @param speedUp of after over before; empty if one of them has no times
   */
  public record Row(
      String framework,
      Group groupBefore,
      Group groupAfter,
      List<Double> rounds,
      Optional<SpeedUp> speedUp) {

    public Row {
      rounds = List.copyOf(rounds);
    }

    public String workload() {
      return groupBefore.workload();
    }

    public int nodes() {
      return groupBefore.nodes();
    }

    /** Times of that side; empty if no trial was verified. */
    public Optional<Sample> before() {
      return groupBefore.sample(Quantity.TIME);
    }

    /** Times of the other side; empty if no trial was verified. */
    public Optional<Sample> after() {
      return groupAfter.sample(Quantity.TIME);
    }
  }

  /**
   * A framework with a workload that cannot be compared.
   *
   * @param framework the framework's label if experiments are compared, else empty
   * @param reason why it cannot, in one line
   */
  public record Lack(String framework, String workload, int nodes, String reason) {}

  public Comparison {
    counters = List.copyOf(counters);
    rows = List.copyOf(rows);
    lacking = List.copyOf(lacking);
    conditions = List.copyOf(conditions);
    differences = List.copyOf(differences);
    notes = List.copyOf(notes);
  }

  /**
   * Compares two experiments: frameworks with the same label, and workloads with the same label,
   * input and settings. If each experiment has one framework, these are compared even if their
   * labels differ.
   *
   * @throws IOException if a directory has no readable results, or if they have nothing in common
   */
  public static Comparison of(Path before, Path after) throws IOException {
    Summary first = Summary.of(Study.read(List.of(before)));
    Summary second = Summary.of(Study.read(List.of(after)));
    List<FrameworkInfo> firstFrameworks = first.study().frameworks();
    List<FrameworkInfo> secondFrameworks = second.study().frameworks();
    boolean single = firstFrameworks.size() == 1 && secondFrameworks.size() == 1;
    Differences differences = new Differences(first.study(), second.study());
    List<Pair> pairs = new ArrayList<>();
    List<Lack> lacking = new ArrayList<>();
    for (FrameworkInfo framework : firstFrameworks) {
      String partner = single ? secondFrameworks.get(0).label() : framework.label();
      pairs.addAll(pairs(framework.label(), first, framework.label(), second, partner, lacking));
    }
    pairs.removeIf(
        pair -> {
          Optional<String> difference = differences.workload(pair.before().workload());
          difference.ifPresent(reason -> lacking.add(pair.lack("not compared: " + reason)));
          return difference.isPresent();
        });
    if (pairs.isEmpty()) {
      throw new IOException(
          ("%s and %s: no framework ran the same workload on the same number of nodes in both; %s,"
                  + " and %s%s")
              .formatted(
                  before,
                  after,
                  contents(first),
                  contents(second),
                  differences.all().stream().map("; "::concat).collect(Collectors.joining())));
    }
    return of(
        before.toString(),
        after.toString(),
        pairs,
        lacking,
        pair -> Times.unrelated(pair.before(), pair.after()),
        differences.conditions(),
        differences.all(),
        first.study().simulationNote().filter(note -> second.study().simulationNote().isPresent()),
        counters(first.study(), second.study()));
  }

  /**
   * The counters of both studies, in the order of the first. Its declaration of each counts, unless
   * only the other one knows that nodes count it, as older releases do not.
   */
  private static List<Quantity> counters(Study first, Study second) {
    Map<String, Quantity> counters = new LinkedHashMap<>();
    for (Study study : List.of(first, second)) {
      Quantity.counters(study)
          .forEach(
              counter ->
                  counters.merge(
                      counter.id(), counter, (own, other) -> other.ofNodes() ? other : own));
    }
    return List.copyOf(counters.values());
  }

  /**
   * Compares two frameworks of one experiment.
   *
   * @throws IOException if the directory has no readable results, or lacks one of the frameworks
   */
  public static Comparison of(Path directory, String before, String after) throws IOException {
    return of(Study.read(List.of(directory)), before, after);
  }

  /** Compares two frameworks of a study by their labels. */
  public static Comparison of(Study study, String before, String after) throws IOException {
    for (String label : List.of(before, after)) {
      if (study.frameworks().stream().noneMatch(info -> info.label().equals(label))) {
        throw new IOException(
            "%s: is not a framework of %s, which has %s"
                .formatted(
                    label,
                    study.name(),
                    String.join(
                        ", ", study.frameworks().stream().map(FrameworkInfo::label).toList())));
      }
    }
    Summary summary = Summary.of(study);
    List<Lack> lacking = new ArrayList<>();
    return of(
        before,
        after,
        pairs("", summary, before, summary, after, lacking),
        lacking,
        pair -> Times.of(study, pair.before(), pair.after()),
        List.of(),
        List.of(),
        study.simulationNote(),
        Quantity.counters(study));
  }

  /** Makes a comparison whose rows form one family. */
  private static Comparison of(
      String before,
      String after,
      List<Pair> pairs,
      List<Lack> lacking,
      Function<Pair, Optional<Times>> times,
      List<String> conditions,
      List<String> differences,
      Optional<String> origin,
      List<Quantity> counters) {
    Map<Integer, Times> compared = new LinkedHashMap<>();
    for (int i = 0; i < pairs.size(); i++) {
      int row = i;
      times.apply(pairs.get(i)).ifPresent(found -> compared.put(row, found));
    }
    Family<Integer> family = Family.of(compared);
    List<Row> rows = new ArrayList<>();
    for (Pair pair : pairs) {
      rows.add(
          new Row(
              pair.framework(),
              pair.before(),
              pair.after(),
              Optional.ofNullable(compared.get(rows.size())).map(Times::rounds).orElse(List.of()),
              family.speedUp(rows.size())));
    }
    List<String> notes = new ArrayList<>(origin.stream().toList());
    notes.addAll(family.notes());
    return new Comparison(before, after, rows, lacking, conditions, differences, notes, counters);
  }

  /** Whether two amounts of memory of a node differ by 1 % at most. */
  public static boolean sameMemory(long first, long second) {
    return Math.abs(first - second) <= SAME_MEMORY * Math.min(first, second);
  }

  private record Pair(String framework, Group before, Group after) {
    Lack lack(String reason) {
      return new Lack(framework, before.workload(), before.nodes(), reason);
    }
  }

  /** The geometric mean of the speed-ups; empty if there are none. */
  public OptionalDouble meanSpeedUp() {
    double[] logarithms =
        rows.stream()
            .flatMap(row -> row.speedUp().stream())
            .mapToDouble(speedUp -> Math.log(speedUp.ratio()))
            .toArray();
    double sum = 0;
    for (double logarithm : logarithms) {
      sum += logarithm;
    }
    return logarithms.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.exp(sum / logarithms.length));
  }

  private static List<Pair> pairs(
      String framework,
      Summary first,
      String before,
      Summary second,
      String after,
      List<Lack> lacking) {
    List<Pair> pairs = new ArrayList<>();
    for (WorkloadInfo workload : first.study().workloads()) {
      for (int nodes : first.nodeCounts()) {
        Optional<Group> groupBefore = first.group(before, workload.label(), nodes);
        Optional<Group> groupAfter = second.group(after, workload.label(), nodes);
        if (groupBefore.isPresent() && groupAfter.isPresent()) {
          pairs.add(new Pair(framework, groupBefore.get(), groupAfter.get()));
        } else if (groupBefore.isPresent()) {
          lacking.add(new Lack(framework, workload.label(), nodes, "no trial after the change"));
        }
      }
    }
    return pairs;
  }

  private static String contents(Summary summary) {
    return "%s has %s × %s"
        .formatted(
            summary.study().name(),
            String.join(
                ", ", summary.study().frameworks().stream().map(FrameworkInfo::label).toList()),
            String.join(
                ", ", summary.study().workloads().stream().map(WorkloadInfo::label).toList()));
  }
}
