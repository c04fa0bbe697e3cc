// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.athanor.workloads.program.EdgeLine;

/** Builds graphs from lists of edges: each vertex once, with its neighbours. */
final class Graph {
  static final TypeInformation<Ids> IDS = Types.VALUE(Ids.class);
  private static final TypeInformation<Tuple2<Long, Ids>> VERTEX = Types.TUPLE(Types.LONG, IDS);

  private Graph() {}

  /**
   * Returns the vertices of a directed graph with the targets of their edges; a repeated edge
   * repeats its target.
   */
  static SingleOutputStreamOperator<Tuple2<Long, Ids>> directed(
      StreamExecutionEnvironment flink, String uri, int parts) throws IOException {
    return collect(flink, uri, false, parts);
  }

  /** Returns the vertices of an undirected graph with their neighbours, each once. */
  static SingleOutputStreamOperator<Tuple2<Long, Ids>> undirected(
      StreamExecutionEnvironment flink, String uri, int parts) throws IOException {
    return collect(flink, uri, true, parts)
        .map(vertex -> Tuple2.of(vertex.f0, vertex.f1.distinct()))
        .returns(VERTEX)
        .setParallelism(parts);
  }

  private static SingleOutputStreamOperator<Tuple2<Long, Ids>> collect(
      StreamExecutionEnvironment flink, String uri, boolean bothWays, int parts)
      throws IOException {
    DataStream<Tuple2<Long, Ids>> ends =
        HadoopSource.lines(flink, uri).flatMap(new Ends(bothWays)).returns(VERTEX);
    return ends.keyBy(end -> end.f0)
        .reduce((one, other) -> Tuple2.of(one.f0, one.f1.add(other.f1)))
        .setParallelism(parts);
  }

  /**
   * Emits both ends of an edge as vertices. The target has the source as neighbour only in an
   * undirected graph.
   */
  private static final class Ends extends RichFlatMapFunction<String, Tuple2<Long, Ids>> {
    private static final long serialVersionUID = 1;
    private final boolean bothWays;
    private transient EdgeLine edge;

    Ends(boolean bothWays) {
      this.bothWays = bothWays;
    }

    @Override
    public void open(OpenContext context) {
      edge = new EdgeLine();
    }

    @Override
    public void flatMap(String line, Collector<Tuple2<Long, Ids>> out) {
      if (edge.parse(line)) {
        out.collect(Tuple2.of(edge.source(), Ids.of(edge.target())));
        out.collect(Tuple2.of(edge.target(), bothWays ? Ids.of(edge.source()) : new Ids()));
      }
    }
  }
}
