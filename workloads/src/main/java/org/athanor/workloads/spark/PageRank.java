// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import scala.Tuple2;

/**
 * PageRank of a directed graph: {@code vertex<TAB>rank}, after a fixed number of iterations, or
 * when the sum of the changes of all ranks is not above a tolerance.
 *
 * <pre>
 *   r₀ = 1/N        r′ = 0.15/N + 0.85 × (Σ of r/outdegree over in-edges + D/N)
 * </pre>
 *
 * <p>D is the rank of all vertices without out-edges. Links stay in memory with the same
 * partitioning as the ranks, so an iteration shuffles only shares of ranks. The sum of all ranks is
 * 1, so D is 1 minus the sum of the received shares; this saves a pass over links and ranks. If
 * there is a tolerance, another pass joins the ranks with those of the iteration before.
 */
public final class PageRank {
  private static final double DAMPING = 0.85;

  private PageRank() {}

  public static void main(String[] args) throws IOException {
    JobArguments arguments =
        JobArguments.parseOrExit(PageRank.class, args, JobArguments.Extra.TOLERANCE);
    try (JavaSparkContext spark = Contexts.of(PageRank.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) throws IOException {
    Partitioner partitioner = new HashPartitioner(arguments.parts(spark.defaultParallelism()));
    JavaPairRDD<Long, long[]> links =
        Neighbours.outgoing(spark.textFile(arguments.input()), partitioner);
    double vertices = links.count();
    JavaPairRDD<Long, Double> ranks = links.mapValues(targets -> 1 / vertices);
    Optional<JavaPairRDD<Long, Double>> previous = Optional.empty();
    boolean converged = false;
    int done = 0;
    while (done < arguments.iterations() && !converged) {
      done++;
      JavaPairRDD<Long, Double> received =
          links
              .join(ranks, partitioner)
              .flatMapToPair(vertex -> shares(vertex._1(), vertex._2()._1(), vertex._2()._2()))
              .reduceByKey(partitioner, Double::sum)
              .persist(StorageLevel.MEMORY_AND_DISK());
      double dangling = 1 - received.values().mapToDouble(Double::doubleValue).sum();
      double base = ((1 - DAMPING) + DAMPING * dangling) / vertices;
      JavaPairRDD<Long, Double> before = ranks;
      ranks = received.mapValues(sum -> base + DAMPING * sum);
      if (arguments.tolerance().isPresent() && done < arguments.iterations()) {
        converged = change(before, ranks, partitioner) <= arguments.tolerance().getAsDouble();
      }
      previous.ifPresent(JavaPairRDD::unpersist);
      previous = Optional.of(received);
    }
    ranks.map(rank -> rank._1() + "\t" + rank._2()).saveAsTextFile(arguments.output());
    IterationCount.write(spark.hadoopConfiguration(), new Path(arguments.output()), done);
  }

  private static double change(
      JavaPairRDD<Long, Double> before, JavaPairRDD<Long, Double> after, Partitioner partitioner) {
    return before
        .join(after, partitioner)
        .values()
        .mapToDouble(ranks -> Math.abs(ranks._2() - ranks._1()))
        .sum();
  }

  /**
   * Returns the shares that a vertex sends. It sends 0 to itself, so that it is kept even without
   * in-edges.
   */
  private static Iterator<Tuple2<Long, Double>> shares(Long vertex, long[] targets, double rank) {
    double share = rank / targets.length;
    return Stream.concat(
            Stream.of(new Tuple2<>(vertex, 0.0)),
            LongStream.of(targets).mapToObj(target -> new Tuple2<>(target, share)))
        .iterator();
  }
}
