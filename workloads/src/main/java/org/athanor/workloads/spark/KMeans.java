// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.PointSum;
import org.athanor.workloads.program.Points;
import scala.Tuple2;

/**
 * K-Means from given centroids: {@code index<TAB>c1,c2,…}, after a fixed number of iterations, or
 * when no centroid has moved by more than a tolerance. Points stay in memory, and centroids are
 * broadcast. Each partition adds up its points, so an iteration shuffles one sum per centroid and
 * partition.
 */
public final class KMeans {

  private KMeans() {}

  public static void main(String[] args) throws IOException {
    JobArguments arguments =
        JobArguments.parseOrExit(
            KMeans.class, args, JobArguments.Extra.CENTROIDS, JobArguments.Extra.TOLERANCE);
    try (JavaSparkContext spark = Contexts.of(KMeans.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) throws IOException {
    int parts = arguments.parts(spark.defaultParallelism());
    Centroids centroids = Centroids.read(spark.hadoopConfiguration(), arguments.centroids());
    JavaRDD<double[]> points =
        spark
            .textFile(arguments.input())
            .map(Points::parse)
            .persist(StorageLevel.MEMORY_AND_DISK());
    boolean converged = false;
    int done = 0;
    while (done < arguments.iterations() && !converged) {
      done++;
      Broadcast<Centroids> now = spark.broadcast(centroids);
      Centroids moved =
          centroids.moved(
              points
                  .mapPartitionsToPair(partition -> sums(now.value(), partition))
                  .reduceByKey(PointSum::add, parts)
                  .collectAsMap());
      now.destroy();
      converged =
          arguments.tolerance().isPresent()
              && moved.largestMove(centroids) <= arguments.tolerance().getAsDouble();
      centroids = moved;
    }
    spark.parallelize(centroids.lines(), parts).saveAsTextFile(arguments.output());
    IterationCount.write(spark.hadoopConfiguration(), new Path(arguments.output()), done);
  }

  private static Iterator<Tuple2<Integer, PointSum>> sums(
      Centroids centroids, Iterator<double[]> points) {
    PointSum[] sums = centroids.noMembers();
    points.forEachRemaining(point -> sums[centroids.nearest(point)].add(point));
    List<Tuple2<Integer, PointSum>> result = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      result.add(new Tuple2<>(i, sums[i]));
    }
    return result.iterator();
  }
}
