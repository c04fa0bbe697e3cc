// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Two algorithms each for PageRank and components, which read edges. */
final class GraphWorkloads {
  private GraphWorkloads() {}

  private static final List<String> GRAPHS = List.of("kronecker", "powerlaw");

  private static final GeneratorOptions SKEW =
      GeneratorOptions.ofSkew(
          "of a powerlaw graph: an end of an edge is the vertex of rank k with a probability"
              + " proportional to 1/k^exponent",
          "0.8",
          "");

  private static final List<Implementation> RANKERS =
      List.of(
          new Implementation("graphx", Api.SPARK, "GraphxPageRank", "messages of Spark's GraphX"));

  private static final List<Implementation> LABELLERS =
      List.of(
          new Implementation(
              "graphx", Api.SPARK, "GraphxComponents", "the algorithm of Spark's GraphX"));

  /** The check knows changes within 2e-9. */
  private static final Iteration PAGERANK =
      new Iteration("1e-6", "1e-8", "the changes of all ranks add up to tolerance or less");

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
      parameters.addAll(SKEW.after());
      parameters.add(StandardWorkload.input(input));
      parameters.addAll(more);
      return parameters;
    }

    /**
     * Ranks and labels make the output longer than the ids of the input; links and contributions
     * are written between iterations.
     */
    @Override
    int[] outputAndSpill(Settings settings) {
      return new int[] {2, 6};
    }

    @Override
    Dataset generated(Settings settings, long seed) {
      String graph = settings.text("graph");
      return Datasets.generated(
          graph,
          graph.equals("kronecker") ? "Kronecker graph" : "power-law graph",
          settings.bytes("size"),
          SKEW.arguments(settings),
          seed);
    }

    @Override
    void check(Settings settings, List<String> problems) {
      settings.checkWord("graph", GRAPHS, problems);
      SKEW.check(settings, problems);
      if (settings.get("exponent").isPresent() && settings.text("graph").equals("kronecker")) {
        problems.add("exponent: is for graph powerlaw only");
      }
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
    final int[] outputAndSpill(Settings settings) {
      return new int[] {4, 12};
    }

    @Override
    final Program mapReduce(WorkloadRun run, Settings settings) {
      return own(Api.MAPREDUCE, "gimv", run, settings);
    }
  }

  private static List<Parameter> with(List<Parameter> some, Parameter last) {
    List<Parameter> all = new ArrayList<>(some);
    all.add(last);
    return all;
  }

  static Workload pageRank() {
    return new GraphWorkload(
        "pagerank",
        "PageRank",
        "ranks the vertices of a directed graph, step by step",
        EDGES,
        with(PAGERANK.parameters(), Implementation.parameter(RANKERS))) {

      @Override
      List<Implementation> implementations() {
        return RANKERS;
      }

      @Override
      Optional<Iteration> iteration() {
        return Optional.of(PAGERANK);
      }
    };
  }

  static Workload connectedComponents() {
    return new GraphWorkload(
        "components",
        "ConnectedComponents",
        "labels the vertices of each connected component, until nothing changes",
        EDGES,
        List.of(Implementation.parameter(LABELLERS))) {

      @Override
      List<Implementation> implementations() {
        return LABELLERS;
      }
    };
  }

  static Workload matrixVectorPageRank() {
    return new MatrixVectorWorkload(
        "gimv-pagerank",
        "GimvPageRank",
        "ranks vertices by matrix-vector multiplications of two jobs, as PEGASUS",
        List.of(
            new Parameter(
                "iterations", Parameter.Type.COUNT, "5", "most iterations, from 1 to 1000"))) {

      @Override
      void check(Settings settings, List<String> problems) {
        super.check(settings, problems);
        settings.checkCount("iterations", 1, 1000, problems);
      }

      @Override
      Map<String, String> options(WorkloadRun run, Settings settings) {
        return Map.of("iterations", settings.text("iterations"));
      }

      @Override
      boolean countsIterations() {
        return true;
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
