// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.WorkDirectory;

/**
 * Connected components of an undirected graph: {@code vertex<TAB>smallest id of its component}. The
 * first label of a vertex is the smallest id among itself and its neighbours. In each round, a
 * vertex whose label has changed sends it to its neighbours, and each vertex takes the smallest
 * label received, until no label changes. Each round is a job; intermediate data is in the work
 * directory.
 */
public final class ConnectedComponents {
  private static final String CHANGED = "changed";

  /** Vertex, its label, the label that it sent last, its neighbours. */
  private static final TypeInformation<Tuple4<Long, Long, Long, Ids>> VERTEX =
      Types.TUPLE(Types.LONG, Types.LONG, Types.LONG, Graph.IDS);

  private ConnectedComponents() {}

  public static void main(String[] args) throws Exception {
    run(Batch.environment(), JobArguments.parseOrExit(ConnectedComponents.class, args));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    HadoopOutput<Long, Long> output = HadoopOutput.text(arguments.output(), Long.class, Long.class);
    try (WorkDirectory work =
        WorkDirectory.of(new Configuration(), arguments, ConnectedComponents.class)) {
      output.orAbort(() -> propagate(flink, arguments, output, work.path()));
    }
  }

  private static JobExecutionResult propagate(
      StreamExecutionEnvironment flink,
      JobArguments arguments,
      HadoopOutput<Long, Long> output,
      Path work)
      throws Exception {
    int parts = arguments.parts(flink.getParallelism());
    Stored<Tuple4<Long, Long, Long, Ids>> vertices =
        Stored.store(
            tallyChanged(first(flink, arguments.input(), parts)),
            new Path(work, "labels-1"),
            "ConnectedComponents, neighbours");
    for (int round = 2; vertices.tally(CHANGED) > 0; round++) {
      Stored<Tuple4<Long, Long, Long, Ids>> next =
          Stored.store(
              tallyChanged(receive(vertices.read(), parts)),
              new Path(work, "labels-" + round),
              "ConnectedComponents, round " + round);
      vertices.delete();
      vertices = next;
    }
    return HadoopSink.write(
        vertices.read(),
        output,
        vertex -> vertex.f0,
        vertex -> vertex.f1,
        "ConnectedComponents, text");
  }

  private static SingleOutputStreamOperator<Tuple4<Long, Long, Long, Ids>> first(
      StreamExecutionEnvironment flink, String input, int parts) throws Exception {
    return Graph.undirected(flink, input, parts)
        .map(vertex -> Tuple4.of(vertex.f0, vertex.f1.smallest(vertex.f0), vertex.f0, vertex.f1))
        .returns(VERTEX)
        .setParallelism(parts);
  }

  private static boolean isChanged(Tuple4<Long, Long, Long, Ids> vertex) {
    return vertex.f1 < vertex.f2;
  }

  private static SingleOutputStreamOperator<Tuple4<Long, Long, Long, Ids>> tallyChanged(
      SingleOutputStreamOperator<Tuple4<Long, Long, Long, Ids>> vertices) {
    return Tally.of(vertices, CHANGED, vertex -> isChanged(vertex) ? 1.0 : 0.0);
  }

  /** A vertex sends its state to itself, and its label to its neighbours if it has changed. */
  private static SingleOutputStreamOperator<Tuple4<Long, Long, Long, Ids>> receive(
      DataStream<Tuple4<Long, Long, Long, Ids>> vertices, int parts) {
    DataStream<Tuple2<Long, Long>> news =
        vertices
            .<Tuple2<Long, Long>>flatMap(
                (vertex, out) -> {
                  for (int i = 0; isChanged(vertex) && i < vertex.f3.count(); i++) {
                    out.collect(Tuple2.of(vertex.f3.get(i), vertex.f1));
                  }
                })
            .returns(Types.TUPLE(Types.LONG, Types.LONG))
            .setParallelism(vertices.getParallelism());
    return vertices
        .map(vertex -> Tuple4.of(vertex.f0, vertex.f1, vertex.f1, vertex.f3))
        .returns(VERTEX)
        .setParallelism(vertices.getParallelism())
        .union(
            LocalCombiner.combine(news, Math::min)
                .map(label -> Tuple4.of(label.f0, label.f1, Long.MAX_VALUE, new Ids()))
                .returns(VERTEX)
                .setParallelism(vertices.getParallelism()))
        .keyBy(vertex -> vertex.f0)
        .reduce(
            (one, other) ->
                Tuple4.of(
                    one.f0,
                    Math.min(one.f1, other.f1),
                    Math.min(one.f2, other.f2),
                    one.f3.count() == 0 ? other.f3 : one.f3))
        .setParallelism(parts);
  }
}
