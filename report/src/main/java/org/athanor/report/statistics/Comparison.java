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
 * @param differences other differences between both sides, and the workloads that are not compared
 *     because of them
 * @param notes sentences on what the verdicts mean
 */
public record Comparison(
    String before, String after, List<Row> rows, List<String> differences, List<String> notes) {

  /**
   * A workload on a number of nodes.
   *
   * @param framework the framework's label if experiments are compared, else empty
   * @param before times of that side; empty if no trial was verified
   * @param speedUp of after over before; empty if one of them has no times
   */
  public record Row(
      String framework,
      String workload,
      int nodes,
      Optional<Sample> before,
      Optional<Sample> after,
      Optional<SpeedUp> speedUp) {}

  public Comparison {
    rows = List.copyOf(rows);
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
    for (FrameworkInfo framework : firstFrameworks) {
      String partner = single ? secondFrameworks.get(0).label() : framework.label();
      if (secondFrameworks.stream().anyMatch(info -> info.label().equals(partner))) {
        pairs.addAll(pairs(framework.label(), first, framework.label(), second, partner));
      }
    }
    pairs.removeIf(pair -> differences.workload(pair.before().workload()).isPresent());
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
        pair -> Times.unrelated(pair.before(), pair.after()),
        differences.all(),
        first.study().simulationNote().filter(note -> second.study().simulationNote().isPresent()));
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
    return of(
        before,
        after,
        pairs("", summary, before, summary, after),
        pair -> Times.of(study, pair.before(), pair.after()),
        List.of(),
        study.simulationNote());
  }

  /** Makes a comparison whose rows form one family. */
  private static Comparison of(
      String before,
      String after,
      List<Pair> pairs,
      Function<Pair, Optional<Times>> times,
      List<String> differences,
      Optional<String> origin) {
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
              pair.before().workload(),
              pair.before().nodes(),
              pair.before().sample(Quantity.TIME),
              pair.after().sample(Quantity.TIME),
              family.speedUp(rows.size())));
    }
    List<String> notes = new ArrayList<>(origin.stream().toList());
    notes.addAll(family.notes());
    return new Comparison(before, after, rows, differences, notes);
  }

  private record Pair(String framework, Group before, Group after) {}

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
      String framework, Summary first, String before, Summary second, String after) {
    List<Pair> pairs = new ArrayList<>();
    for (WorkloadInfo workload : first.study().workloads()) {
      for (int nodes : first.nodeCounts()) {
        Optional<Group> groupBefore = first.group(before, workload.label(), nodes);
        Optional<Group> groupAfter = second.group(after, workload.label(), nodes);
        if (groupBefore.isPresent() && groupAfter.isPresent()) {
          pairs.add(new Pair(framework, groupBefore.get(), groupAfter.get()));
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
