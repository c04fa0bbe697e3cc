// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.yaml.text.Nearest;

/** All workloads, in the order in which users see them. Stateless. */
public final class Workloads {
  private static final List<Workload> ALL =
      List.of(
          TextWorkloads.wordCount(),
          TextWorkloads.grep(),
          SortWorkloads.sort(),
          SortWorkloads.teraSort(),
          new TpcxHsWorkload(),
          GraphWorkloads.pageRank(),
          GraphWorkloads.connectedComponents(),
          GraphWorkloads.matrixVectorPageRank(),
          GraphWorkloads.matrixVectorComponents(),
          new KMeansWorkload(),
          new BayesWorkload(),
          SqlWorkload.scan(),
          SqlWorkload.aggregate(),
          SqlWorkload.join(),
          ReadWorkloads.marDre(),
          ReadWorkloads.cloudRs(),
          new MeshWorkload(),
          new DfsioWorkload(),
          new PiWorkload(),
          new SeriesWorkload(),
          new StatsStreamWorkload(),
          new UsersWorkload(),
          new CommandWorkload());

  private Workloads() {}

  public static List<Workload> all() {
    return ALL;
  }

  public static Optional<Workload> find(String kind) {
    return ALL.stream().filter(workload -> workload.kind().equals(kind)).findFirst();
  }

  /** All problems of an entry of an experiment, one line each. */
  public static List<String> problems(String kind, Map<String, String> settings) {
    Optional<Workload> workload = find(kind);
    if (workload.isEmpty()) {
      return List.of(
          "workload "
              + kind
              + ": "
              + Nearest.unknown("workload", kind, ALL.stream().map(Workload::kind).toList()));
    }
    List<String> known = workload.get().parameters().stream().map(Parameter::name).toList();
    List<String> problems = new ArrayList<>();
    settings.keySet().stream()
        .filter(name -> !known.contains(name))
        .sorted()
        .forEach(
            name -> problems.add(name + ": " + Nearest.unknown("key of " + kind, name, known)));
    problems.addAll(workload.get().problems(settings));
    return problems;
  }

  /** Whether frameworks submit programs of the workload; if not, it is a command. */
  public static boolean submitted(Workload workload) {
    return sample(workload) instanceof Launch.Submit;
  }

  /** The names of the variables of the workload's program; empty if frameworks do not submit it. */
  public static Set<String> variables(Workload workload) {
    return sample(workload) instanceof Launch.Submit submit
        ? submit.program().variables().keySet()
        : Set.of();
  }

  private static Launch sample(Workload workload) {
    Map<String, String> defaults = Map.of();
    WorkloadRun run =
        new WorkloadRun(
            defaults,
            workload.dataset(defaults, 0, "local"),
            "file:///inputs",
            "file:///output",
            "file:///work",
            1,
            Map.of(),
            new WorkloadTools(Path.of("lib"), "java", Optional.empty()));
    return workload.launch(Api.COMMAND, run);
  }
}
