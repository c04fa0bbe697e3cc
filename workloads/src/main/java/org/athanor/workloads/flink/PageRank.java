// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

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
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.WorkDirectory;

/**
 * PageRank of a directed graph: {@code vertex<TAB>rank}, after a fixed number of iterations, or
 * when the sum of the changes of all ranks is not above a tolerance.
 *
 * <pre>
 *   r₀ = 1/N        r′ = 0.15/N + 0.85 × (Σ of r/outdegree over in-edges + D/N)
 * </pre>
 *
 * <p>D is the rank of all vertices without out-edges. The first job collects the links; each
 * further job is an iteration. Intermediate data is in the work directory. N, D and the sum of the
 * changes are accumulators. If there is a tolerance, a vertex sends its rank to itself, and a last
 * job writes the ranks as text when they have converged before the last iteration.
 */
public final class PageRank {
  private static final double DAMPING = 0.85;
  private static final String VERTICES = "vertices";
  private static final String DANGLING = "dangling";
  private static final String CHANGE = "change";

  /** Vertex, its rank or its received share of a rank, its links. */
  private static final TypeInformation<Tuple3<Long, Double, RankedLinks>> VERTEX =
      Types.TUPLE(Types.LONG, Types.DOUBLE, Types.VALUE(RankedLinks.class));

  private PageRank() {}

  public static void main(String[] args) throws Exception {
    run(
        Batch.environment(),
        JobArguments.parseOrExit(PageRank.class, args, JobArguments.Extra.TOLERANCE));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    HadoopOutput<Long, Double> output =
        HadoopOutput.text(arguments.output(), Long.class, Double.class);
    try (WorkDirectory work = WorkDirectory.of(new Configuration(), arguments, PageRank.class)) {
      int done = output.orAbort(() -> iterate(flink, arguments, output, work.path()));
      IterationCount.write(new Configuration(), new Path(arguments.output()), done);
    }
  }

  /** Returns the number of iterations. */
  private static int iterate(
      StreamExecutionEnvironment flink,
      JobArguments arguments,
      HadoopOutput<Long, Double> output,
      Path work)
      throws Exception {
    int parts = arguments.parts(flink.getParallelism());
    Stored<Tuple3<Long, Double, RankedLinks>> vertices =
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
      boolean last = i == arguments.iterations();
      boolean converging = arguments.tolerance().isPresent() && !last;
      SingleOutputStreamOperator<Tuple3<Long, Double, RankedLinks>> ranked =
          receive(vertices.read(), scale, converging, parts)
              .map(vertex -> Tuple3.of(vertex.f0, base + DAMPING * vertex.f1, vertex.f2))
              .returns(VERTEX)
              .setParallelism(parts);
      String name = "PageRank, iteration " + i + " of " + arguments.iterations();
      if (last) {
        HadoopSink.write(ranked, output, vertex -> vertex.f0, vertex -> vertex.f1, name);
        return i;
      }
      Stored<Tuple3<Long, Double, RankedLinks>> next =
          Stored.store(
              tallyDangling(converging ? tallyChange(ranked) : ranked),
              new Path(work, "ranks-" + i),
              name);
      vertices.delete();
      vertices = next;
      scale = 1;
      if (converging && vertices.tally(CHANGE) <= arguments.tolerance().getAsDouble()) {
        HadoopSink.write(
            vertices.read(), output, vertex -> vertex.f0, vertex -> vertex.f1, "PageRank, text");
        return i;
      }
    }
  }

  private static SingleOutputStreamOperator<Tuple3<Long, Double, RankedLinks>> links(
      StreamExecutionEnvironment flink, String input, int parts) throws Exception {
    return Tally.of(
        Graph.directed(flink, input, parts)
            .map(vertex -> Tuple3.of(vertex.f0, 1.0, RankedLinks.of(vertex.f1)))
            .returns(VERTEX)
            .setParallelism(parts),
        VERTICES,
        vertex -> 1.0);
  }

  private static SingleOutputStreamOperator<Tuple3<Long, Double, RankedLinks>> tallyDangling(
      SingleOutputStreamOperator<Tuple3<Long, Double, RankedLinks>> ranked) {
    return Tally.of(ranked, DANGLING, vertex -> vertex.f2.links().count() == 0 ? vertex.f1 : 0.0);
  }

  private static SingleOutputStreamOperator<Tuple3<Long, Double, RankedLinks>> tallyChange(
      SingleOutputStreamOperator<Tuple3<Long, Double, RankedLinks>> ranked) {
    return Tally.of(ranked, CHANGE, vertex -> Math.abs(vertex.f1 - vertex.f2.before()));
  }

  /**
   * A vertex sends its links to itself, and a share of its rank along each link.
   *
   * @param converging whether it also sends its rank to itself
   */
  private static SingleOutputStreamOperator<Tuple3<Long, Double, RankedLinks>> receive(
      DataStream<Tuple3<Long, Double, RankedLinks>> vertices,
      double scale,
      boolean converging,
      int parts) {
    DataStream<Tuple2<Long, Double>> shares =
        vertices
            .<Tuple2<Long, Double>>flatMap((vertex, out) -> share(vertex, scale, out))
            .returns(Types.TUPLE(Types.LONG, Types.DOUBLE))
            .setParallelism(vertices.getParallelism());
    return vertices
        .map(
            vertex ->
                Tuple3.of(
                    vertex.f0,
                    0.0,
                    converging ? vertex.f2.withBefore(vertex.f1 * scale) : vertex.f2))
        .returns(VERTEX)
        .setParallelism(vertices.getParallelism())
        .union(
            LocalCombiner.combine(shares, Double::sum)
                .map(share -> Tuple3.of(share.f0, share.f1, new RankedLinks()))
                .returns(VERTEX)
                .setParallelism(vertices.getParallelism()))
        .keyBy(vertex -> vertex.f0)
        .reduce(
            (one, other) ->
                Tuple3.of(one.f0, one.f1 + other.f1, one.f2.isEmpty() ? other.f2 : one.f2))
        .setParallelism(parts);
  }

  private static void share(
      Tuple3<Long, Double, RankedLinks> vertex, double scale, Collector<Tuple2<Long, Double>> out) {
    Ids links = vertex.f2.links();
    double share = vertex.f1 * scale / links.count();
    for (int i = 0; i < links.count(); i++) {
      out.collect(Tuple2.of(links.get(i), share));
    }
  }
}
