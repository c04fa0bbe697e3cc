// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.graphx.EdgeContext;
import org.apache.spark.graphx.EdgeRDD;
import org.apache.spark.graphx.Graph;
import org.apache.spark.graphx.TripletFields;
import org.apache.spark.graphx.VertexRDD;
import org.apache.spark.graphx.impl.GraphImpl;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import scala.Function1;
import scala.Function2;
import scala.Function3;
import scala.Option;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * PageRank as {@link PageRank}, with the messages along edges of GraphX. GraphX's own PageRank
 * computes another value: it distributes the ranks of vertices without out-edges only at the end.
 *
 * <p>All iterations share the edges, which stay in memory once. Of the vertices, those of two
 * iterations stay there.
 */
public final class GraphxPageRank {
  private static final double DAMPING = 0.85;
  private static final ClassTag<Rank> RANK = GraphxGraphs.tag(Rank.class);
  private static final ClassTag<Double> DOUBLE = GraphxGraphs.tag(Double.class);
  private static final ClassTag<Byte> BYTE = GraphxGraphs.tag(Byte.class);

  private GraphxPageRank() {}

  /** State of a vertex; not a record, which Spark's Kryo cannot serialise. */
  private static final class Rank implements Serializable {
    private static final long serialVersionUID = 1;
    final double rank;

    /** The rank of the iteration before. */
    final double before;

    final int degree;

    Rank(double rank, double before, int degree) {
      this.rank = rank;
      this.before = before;
      this.degree = degree;
    }
  }

  private interface Message
      extends Function1<EdgeContext<Rank, Byte, Double>, BoxedUnit>, Serializable {}

  private interface Sum extends Function2<Double, Double, Double>, Serializable {}

  private interface Join<V, U> extends Function3<Object, V, Option<U>, Rank>, Serializable {}

  public static void main(String[] args) throws IOException {
    JobArguments arguments =
        JobArguments.parseOrExit(GraphxPageRank.class, args, JobArguments.Extra.TOLERANCE);
    try (JavaSparkContext spark = Contexts.of(GraphxPageRank.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) throws IOException {
    Graph<Integer, Byte> unranked = GraphxGraphs.read(spark, arguments);
    double vertices = unranked.vertices().count();
    Join<Integer, Object> first =
        (id, nothing, degree) ->
            new Rank(1 / vertices, 0, degree.isDefined() ? (Integer) degree.get() : 0);
    Graph<Rank, Byte> ranks =
        unranked
            .outerJoinVertices(
                unranked.ops().outDegrees(), first, GraphxGraphs.tag(Object.class), RANK, null)
            .persist(StorageLevel.MEMORY_AND_DISK());
    EdgeRDD<Byte> edges = ranks.edges();
    edges.count();
    ranks.vertices().count();
    unranked.edges().unpersist(false);
    unranked.unpersistVertices(false);
    Message send =
        edge -> {
          edge.sendToDst(edge.srcAttr().rank / edge.srcAttr().degree);
          return BoxedUnit.UNIT;
        };
    Sum add = Double::sum;
    Optional<VertexRDD<Rank>> previous = Optional.empty();
    boolean converged = false;
    int done = 0;
    while (done < arguments.iterations() && !converged) {
      done++;
      Graph<Rank, Byte> last = ranks;
      VertexRDD<Double> received = last.aggregateMessages(send, add, TripletFields.Src, DOUBLE);
      double dangling =
          ranksOf(last).filter(rank -> rank.degree == 0).mapToDouble(rank -> rank.rank).sum();
      // The sum has computed the last ranks, which are in memory now.
      previous.ifPresent(before -> before.unpersist(false));
      double base = ((1 - DAMPING) + DAMPING * dangling) / vertices;
      Join<Rank, Double> next =
          (id, rank, sum) ->
              new Rank(base + DAMPING * (sum.isDefined() ? sum.get() : 0), rank.rank, rank.degree);
      VertexRDD<Rank> ranked = last.vertices().leftJoin(received, next, DOUBLE, RANK);
      ranked.persist(StorageLevel.MEMORY_AND_DISK());
      ranks = GraphImpl.fromExistingRDDs(ranked, edges, RANK, BYTE);
      if (arguments.tolerance().isPresent() && done < arguments.iterations()) {
        converged = change(ranks) <= arguments.tolerance().getAsDouble();
      }
      previous = Optional.of(last.vertices());
    }
    ranks
        .vertices()
        .toJavaRDD()
        .map(vertex -> vertex._1() + "\t" + vertex._2().rank)
        .coalesce(arguments.parts(spark.defaultParallelism()))
        .saveAsTextFile(arguments.output());
    IterationCount.write(spark.hadoopConfiguration(), new Path(arguments.output()), done);
  }

  private static double change(Graph<Rank, Byte> ranks) {
    return ranksOf(ranks).mapToDouble(rank -> Math.abs(rank.rank - rank.before)).sum();
  }

  private static JavaRDD<Rank> ranksOf(Graph<Rank, Byte> graph) {
    RDD<Tuple2<Object, Rank>> vertices = graph.vertices();
    return vertices.toJavaRDD().map(Tuple2::_2);
  }
}
