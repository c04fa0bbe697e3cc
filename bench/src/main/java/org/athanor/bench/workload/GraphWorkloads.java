// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Two algorithms each for PageRank and components, which read edges. */
final class GraphWorkloads {
  private GraphWorkloads() {}

  private static final List<String> GRAPHS = List.of("kronecker", "powerlaw");

  private static final String EDGES =
      "text, one edge per line: the ids of two vertices; # begins a comment";

  private static class GraphWorkload extends StandardWorkload {
    GraphWorkload(
        String kind, String name, String description, String input, List<Parameter> more) {
      super(kind, name, description, with(input, more));
    }

    private static List<Parameter> with(String input, List<Parameter> more) {
      List<Parameter> parameters = new ArrayList<>();
      parameters.add(StandardWorkload.size("256m"));
      parameters.add(
          new Parameter(
              "graph",
              Parameter.Type.TEXT,
              "kronecker",
              "graph to generate, kronecker or powerlaw"));
      parameters.add(StandardWorkload.input(input));
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

  /** A matrix-vector multiplication, for which only MapReduce has a program. */
  private static class MatrixVectorWorkload extends GraphWorkload {
    MatrixVectorWorkload(String kind, String name, String description, List<Parameter> more) {
      super(kind, name, description, EDGES + "; ids are from 0", more);
    }

    @Override
    public final Set<Api> apis() {
      return Set.of(Api.MAPREDUCE);
    }

    /** Messages along all edges are written between the jobs of an iteration. */
    @Override
    final int[] outputAndSpill() {
      return new int[] {4, 12};
    }

    @Override
    final Program mapReduce(WorkloadRun run, Settings settings) {
      return own(Api.MAPREDUCE, "gimv", run, settings);
    }
  }

  private static Parameter iterations(String description) {
    return new Parameter("iterations", Parameter.Type.COUNT, "5", description + ", from 1 to 1000");
  }

  static Workload pageRank() {
    return new GraphWorkload(
        "pagerank",
        "PageRank",
        "ranks the vertices of a directed graph, in a fixed number of iterations",
        EDGES,
        List.of(iterations("iterations"))) {

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
        EDGES,
        List.of());
  }

  static Workload matrixVectorPageRank() {
    return new MatrixVectorWorkload(
        "gimv-pagerank",
        "GimvPageRank",
        "ranks vertices by matrix-vector multiplications of two jobs, as PEGASUS",
        List.of(iterations("most iterations"))) {

      @Override
      Map<String, String> options(WorkloadRun run, Settings settings) {
        return Map.of("iterations", settings.text("iterations"));
      }
    };
  }

  static Workload matrixVectorComponents() {
    return new MatrixVectorWorkload(
        "gimv-components",
        "GimvComponents",
        "labels components by matrix-vector multiplications of three jobs, as PEGASUS",
        List.of());
  }
}
