// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The differences between two observations of one case, by aspect. Immutable once made. */
final class Comparison {
  private final Map<Aspect, List<String>> differences = new EnumMap<>(Aspect.class);

  private Comparison() {
    for (Aspect aspect : Aspect.values()) {
      differences.put(aspect, new ArrayList<>());
    }
  }

  /** Compares both sides, and what must hold of the candidate alone. */
  static Comparison between(JobCase job, Observation hadoop, Observation candidate) {
    Comparison comparison = ofCandidate(job, candidate);
    comparison.compareFiles(job, hadoop, candidate);
    comparison.compareClients(hadoop, candidate);
    comparison.compareJobs(job, job.inOrder(hadoop.jobs()), job.inOrder(candidate.jobs()));
    return comparison;
  }

  /** Judges the candidate alone. */
  static Comparison ofCandidate(JobCase job, Observation candidate) {
    Comparison comparison = new Comparison();
    List<String> client = comparison.differences.get(Aspect.CLIENT);
    if (candidate.succeeded() == job.fails()) {
      client.add(
          "the program was to %s; %s"
              .formatted(job.fails() ? "fail" : "succeed", outcome(candidate)));
    }
    for (ObservedJob observed : candidate.jobs()) {
      observed.problems().forEach(problem -> client.add(observed.name() + ": " + problem));
    }
    if (!candidate.workspace().framework().isHadoopLocal()) {
      candidate.leftovers().forEach(file -> client.add("left behind: " + file));
      candidate.jobs().stream()
          .filter(observed -> observed.state().equals("FAILED") && !observed.saysWhyItFailed())
          .forEach(observed -> client.add(observed.name() + ": failed without saying why"));
    }
    return comparison;
  }

  private void compareFiles(JobCase job, Observation hadoop, Observation candidate) {
    List<String> bytes = differences.get(Aspect.BYTES);
    if (job.comparesContents()) {
      bytes.addAll(hadoop.files().differences(candidate.files(), job.normaliser()));
    } else if (!hadoop.files().names().equals(candidate.files().names())) {
      bytes.add("%s on Hadoop, %s".formatted(hadoop.files().names(), candidate.files().names()));
    }
  }

  private void compareClients(Observation hadoop, Observation candidate) {
    List<String> client = differences.get(Aspect.CLIENT);
    addIfDifferent(client, "exit code", hadoop.exitCode(), candidate.exitCode());
    addIfDifferent(client, "thrown", thrownClass(hadoop), thrownClass(candidate));
    addIfDifferent(client, "number of jobs", hadoop.jobs().size(), candidate.jobs().size());
  }

  private void compareJobs(JobCase job, List<ObservedJob> hadoop, List<ObservedJob> candidate) {
    List<String> client = differences.get(Aspect.CLIENT);
    List<String> counters = differences.get(Aspect.COUNTERS);
    for (int i = 0; i < Math.min(hadoop.size(), candidate.size()); i++) {
      ObservedJob mine = hadoop.get(i);
      ObservedJob theirs = candidate.get(i);
      String where = "job " + i + " ";
      addIfDifferent(client, where + "name", mine.name(), theirs.name());
      addIfDifferent(client, where + "state", mine.state(), theirs.state());
      if (mine.succeeded() && theirs.succeeded()) {
        addIfDifferent(client, where + "map progress", mine.mapProgress(), theirs.mapProgress());
        addIfDifferent(
            client, where + "reduce progress", mine.reduceProgress(), theirs.reduceProgress());
        compareCounters(job, where, mine, theirs, counters);
      }
    }
  }

  private static void compareCounters(
      JobCase job, String where, ObservedJob mine, ObservedJob theirs, List<String> counters) {
    TreeSet<String> names = new TreeSet<>(mine.counters().keySet());
    names.addAll(theirs.counters().keySet());
    for (String name : names) {
      if (job.compares(name)) {
        // A counter that was never incremented may be absent or 0: clients read 0 in both cases.
        addIfDifferent(
            counters,
            where + name,
            mine.counters().getOrDefault(name, 0L),
            theirs.counters().getOrDefault(name, 0L));
      }
    }
  }

  private static void addIfDifferent(
      List<String> differences, String what, Object hadoop, Object candidate) {
    if (!java.util.Objects.equals(hadoop, candidate)) {
      differences.add("%s: %s on Hadoop, %s".formatted(what, hadoop, candidate));
    }
  }

  private static String thrownClass(Observation observation) {
    return observation.thrown() == null ? "nothing" : observation.thrown().getClass().getName();
  }

  private static String outcome(Observation observation) {
    StringBuilder text = new StringBuilder("exit code " + observation.exitCode());
    if (observation.thrown() != null) {
      text.append(", threw ").append(observation.thrown());
    }
    for (ObservedJob job : observation.jobs()) {
      text.append(", job %s %s %s".formatted(job.name(), job.state(), job.failureInfo()));
    }
    return text.toString();
  }

  void add(Aspect aspect, String difference) {
    differences.get(aspect).add(difference);
  }

  boolean isSame() {
    return differences.values().stream().allMatch(List::isEmpty);
  }

  List<String> differences(Aspect aspect) {
    return List.copyOf(differences.get(aspect));
  }

  /** "same", or which aspects differ. */
  String verdict() {
    List<String> aspects = new ArrayList<>();
    differences.forEach(
        (aspect, list) -> {
          if (!list.isEmpty()) {
            aspects.add(aspect.label());
          }
        });
    return aspects.isEmpty() ? "same" : "differs: " + String.join(", ", aspects);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(verdict());
    differences.forEach(
        (aspect, list) ->
            list.forEach(line -> text.append("%n  %s: %s".formatted(aspect.label(), line))));
    return text.toString();
  }
}
