// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.WorkDirectory;

/**
 * PageRank of a directed graph, a fixed number of iterations: {@code vertex<TAB>rank}.
 *
 * <pre>
 *   r₀ = 1/N        r′ = 0.15/N + 0.85 × (Σ of r/outdegree over in-edges + D/N)
 * </pre>
 *
 * <p>D is the rank of all vertices without out-edges. The first job collects the links; each
 * further job is an iteration. Intermediate data is in the work directory. N and D are
 * accumulators.
 */
public final class PageRank {
  private static final double DAMPING = 0.85;
  private static final String VERTICES = "vertices";
  private static final String DANGLING = "dangling";

  /** Vertex, its rank or its received share of a rank, its links. */
  private static final TypeInformation<Tuple3<Long, Double, Ids>> VERTEX =
      Types.TUPLE(Types.LONG, Types.DOUBLE, Graph.IDS);

  private PageRank() {}

  public static void main(String[] args) throws Exception {
    run(Batch.environment(), JobArguments.parseOrExit(PageRank.class, args));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    HadoopOutput<Long, Double> output =
        HadoopOutput.text(arguments.output(), Long.class, Double.class);
    try (WorkDirectory work = WorkDirectory.of(new Configuration(), arguments, PageRank.class)) {
      output.orAbort(() -> iterate(flink, arguments, output, work.path()));
    }
  }

  private static JobExecutionResult iterate(
      StreamExecutionEnvironment flink,
      JobArguments arguments,
      HadoopOutput<Long, Double> output,
      Path work)
      throws Exception {
    int parts = arguments.parts(flink.getParallelism());
    Stored<Tuple3<Long, Double, Ids>> vertices =
        Stored.store(
            tallyDangling(links(flink, arguments.input(), parts)),
            new Path(work, "ranks-0"),
            "PageRank, links");
    double count = vertices.tally(VERTICES);
    // In the first job, which does not know N, ranks are 1.
    double scale = 1 / count;
    for (int i = 1; ; i++) {
      double dangling = scale * vertices.tally(DANGLING);
      double base = ((1 - DAMPING) + DAMPING * dangling) / count;
      SingleOutputStreamOperator<Tuple3<Long, Double, Ids>> ranked =
          receive(vertices.read(), scale, parts)
              .map(vertex -> Tuple3.of(vertex.f0, base + DAMPING * vertex.f1, vertex.f2))
              .returns(VERTEX)
              .setParallelism(parts);
      String name = "PageRank, iteration " + i + " of " + arguments.iterations();
      if (i == arguments.iterations()) {
        return HadoopSink.write(ranked, output, vertex -> vertex.f0, vertex -> vertex.f1, name);
      }
      Stored<Tuple3<Long, Double, Ids>> next =
          Stored.store(tallyDangling(ranked), new Path(work, "ranks-" + i), name);
      vertices.delete();
      vertices = next;
      scale = 1;
    }
  }

  private static SingleOutputStreamOperator<Tuple3<Long, Double, Ids>> links(
      StreamExecutionEnvironment flink, String input, int parts) throws Exception {
    return Tally.of(
        Graph.directed(flink, input, parts)
            .map(vertex -> Tuple3.of(vertex.f0, 1.0, vertex.f1))
            .returns(VERTEX)
            .setParallelism(parts),
        VERTICES,
        vertex -> 1.0);
  }

  private static SingleOutputStreamOperator<Tuple3<Long, Double, Ids>> tallyDangling(
      SingleOutputStreamOperator<Tuple3<Long, Double, Ids>> ranked) {
    return Tally.of(ranked, DANGLING, vertex -> vertex.f2.count() == 0 ? vertex.f1 : 0.0);
  }

  /** A vertex sends its links to itself, and a share of its rank along each link. */
  private static SingleOutputStreamOperator<Tuple3<Long, Double, Ids>> receive(
      DataStream<Tuple3<Long, Double, Ids>> vertices, double scale, int parts) {
    DataStream<Tuple2<Long, Double>> shares =
        vertices
            .<Tuple2<Long, Double>>flatMap((vertex, out) -> share(vertex, scale, out))
            .returns(Types.TUPLE(Types.LONG, Types.DOUBLE))
            .setParallelism(vertices.getParallelism());
    return vertices
        .map(vertex -> Tuple3.of(vertex.f0, 0.0, vertex.f2))
        .returns(VERTEX)
        .setParallelism(vertices.getParallelism())
        .union(
            LocalCombiner.combine(shares, Double::sum)
                .map(share -> Tuple3.of(share.f0, share.f1, new Ids()))
                .returns(VERTEX)
                .setParallelism(vertices.getParallelism()))
        .keyBy(vertex -> vertex.f0)
        .reduce(
            (one, other) ->
                Tuple3.of(one.f0, one.f1 + other.f1, one.f2.count() == 0 ? other.f2 : one.f2))
        .setParallelism(parts);
  }

  private static void share(
      Tuple3<Long, Double, Ids> vertex, double scale, Collector<Tuple2<Long, Double>> out) {
    double share = vertex.f1 * scale / vertex.f2.count();
    for (int i = 0; i < vertex.f2.count(); i++) {
      out.collect(Tuple2.of(vertex.f2.get(i), share));
    }
  }
}
