// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.mllib.clustering.KMeans;
import org.apache.spark.mllib.clustering.KMeansModel;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.Points;

/**
 * K-Means as {@link org.athanor.workloads.spark.KMeans}, with MLlib. It also ends when no centroid
 * moves at all, since further iterations would change nothing.
 */
public final class MllibKMeans {
  private MllibKMeans() {}

  public static void main(String[] args) throws IOException {
    JobArguments arguments =
        JobArguments.parseOrExit(
            MllibKMeans.class, args, JobArguments.Extra.CENTROIDS, JobArguments.Extra.TOLERANCE);
    try (JavaSparkContext spark = Contexts.of(MllibKMeans.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) throws IOException {
    Centroids centroids = Centroids.read(spark.hadoopConfiguration(), arguments.centroids());
    Vector[] centers = new Vector[centroids.count()];
    for (int i = 0; i < centers.length; i++) {
      centers[i] = Vectors.dense(centroids.get(i));
    }
    JavaRDD<Vector> points =
        spark
            .textFile(arguments.input())
            .map(line -> Vectors.dense(Points.parse(line)))
            .persist(StorageLevel.MEMORY_AND_DISK());
    KMeansModel model =
        new KMeans()
            .setK(centers.length)
            .setInitialModel(new KMeansModel(centers))
            .setMaxIterations(arguments.iterations())
            .setEpsilon(arguments.tolerance().orElse(0))
            .run(points.rdd());
    double[][] moved = new double[centers.length][];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = model.clusterCenters()[i].toArray();
    }
    spark
        .parallelize(Centroids.of(moved).lines(), arguments.parts(spark.defaultParallelism()))
        .saveAsTextFile(arguments.output());
    IterationCount.write(
        spark.hadoopConfiguration(), new Path(arguments.output()), model.numIter());
  }
}
