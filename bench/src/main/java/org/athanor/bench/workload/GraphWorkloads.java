// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** PageRank and ConnectedComponents, which read edges. */
final class GraphWorkloads {
  private GraphWorkloads() {}

  private static final List<String> GRAPHS = List.of("kronecker", "powerlaw");

  private static class GraphWorkload extends StandardWorkload {
    GraphWorkload(String kind, String name, String description, List<Parameter> more) {
      super(kind, name, description, with(more));
    }

    private static List<Parameter> with(List<Parameter> more) {
      List<Parameter> parameters = new ArrayList<>();
      parameters.add(StandardWorkload.size("256m"));
      parameters.add(
          new Parameter(
              "graph",
              Parameter.Type.TEXT,
              "kronecker",
              "graph to generate, kronecker or powerlaw"));
      parameters.add(
          StandardWorkload.input(
              "text, one edge per line: the ids of two vertices; # begins a comment"));
      parameters.addAll(more);
      return parameters;
    }

    /**
     * Ranks and labels make the output longer than the ids of the input; links and contributions
     * are written between iterations.
     */
    @Override
    int[] outputAndSpill() {
      return new int[] {2, 6};
    }

    @Override
    Dataset generated(Settings settings, long seed) {
      String graph = settings.text("graph");
      return Datasets.generated(
          graph,
          graph.equals("kronecker") ? "Kronecker graph" : "power-law graph",
          settings.bytes("size"),
          List.of(),
          seed);
    }

    @Override
    void check(Settings settings, List<String> problems) {
      settings.checkWord("graph", GRAPHS, problems);
      settings.checkCount("iterations", 1, 1000, problems);
    }
  }

  static Workload pageRank() {
    return new GraphWorkload(
        "pagerank",
        "PageRank",
        "ranks the vertices of a directed graph, in a fixed number of iterations",
        List.of(
            new Parameter("iterations", Parameter.Type.COUNT, "5", "iterations, from 1 to 1000"))) {

      @Override
      Map<String, String> options(WorkloadRun run, Settings settings) {
        return Map.of("iterations", settings.text("iterations"));
      }
    };
  }

  static Workload connectedComponents() {
    return new GraphWorkload(
        "components",
        "ConnectedComponents",
        "labels the vertices of each connected component, until nothing changes",
        List.of());
  }
}
