// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.Optional;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.WorkDirectory;
import scala.Tuple2;

/**
 * Connected components of an undirected graph: {@code vertex<TAB>smallest id of its component}. The
 * first label of a vertex is the smallest id among itself and its neighbours. In each round, a
 * vertex whose label has changed sends it to its neighbours, and each vertex takes the smallest
 * label received, until no label changes. Neighbours and labels stay in memory with the same
 * partitioning, so a round shuffles only changed labels.
 */
public final class ConnectedComponents {
  /**
   * Number of rounds between checkpoints. A checkpoint writes the labels to the work directory and
   * cuts their lineage.
   */
  private static final int CHECKPOINT_ROUNDS = 10;

  private ConnectedComponents() {}

  public static void main(String[] args) throws IOException {
    JobArguments arguments = JobArguments.parseOrExit(ConnectedComponents.class, args);
    try (JavaSparkContext spark = Contexts.of(ConnectedComponents.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) throws IOException {
    try (WorkDirectory work =
        WorkDirectory.of(spark.hadoopConfiguration(), arguments, ConnectedComponents.class)) {
      spark.setCheckpointDir(work.path().toString());
      JavaPairRDD<Long, Label> labels = labels(spark, arguments);
      labels.map(vertex -> vertex._1() + "\t" + vertex._2().id).saveAsTextFile(arguments.output());
    }
  }

  private static JavaPairRDD<Long, Label> labels(JavaSparkContext spark, JobArguments arguments) {
    Partitioner partitioner = new HashPartitioner(arguments.parts(spark.defaultParallelism()));
    JavaPairRDD<Long, long[]> neighbours =
        Neighbours.undirected(spark.textFile(arguments.input()), partitioner);
    JavaPairRDD<Long, Label> labels = cache(first(neighbours));
    long changed = changed(labels);
    for (int round = 1; changed > 0; round++) {
      JavaPairRDD<Long, Label> before = labels;
      JavaPairRDD<Long, Long> received =
          neighbours
              .join(before.filter(vertex -> vertex._2().changed), partitioner)
              .flatMapToPair(vertex -> messages(vertex._2()._1(), vertex._2()._2().id))
              .reduceByKey(partitioner, Math::min);
      labels =
          cache(
              before
                  .leftOuterJoin(received, partitioner)
                  .mapValues(vertex -> vertex._1().update(vertex._2())));
      if (round % CHECKPOINT_ROUNDS == 0) {
        labels.checkpoint();
      }
      changed = changed(labels);
      before.unpersist();
    }
    return labels;
  }

  /** Returns the first labels, with the partitioning of the neighbours. */
  private static JavaPairRDD<Long, Label> first(JavaPairRDD<Long, long[]> neighbours) {
    return neighbours.mapPartitionsToPair(
        vertices ->
            StreamSupport.stream(Spliterators.spliteratorUnknownSize(vertices, 0), false)
                .map(vertex -> new Tuple2<>(vertex._1(), Label.first(vertex._1(), vertex._2())))
                .iterator(),
        true);
  }

  private static JavaPairRDD<Long, Label> cache(JavaPairRDD<Long, Label> labels) {
    return labels.persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static long changed(JavaPairRDD<Long, Label> labels) {
    return labels.values().filter(label -> label.changed).count();
  }

  private static Iterator<Tuple2<Long, Long>> messages(long[] neighbours, Long label) {
    return LongStream.of(neighbours)
        .mapToObj(neighbour -> new Tuple2<>(neighbour, label))
        .iterator();
  }

  /**
   * The smallest id that a vertex has received, and whether it has not yet sent this id to its
   * neighbours.
   */
  private static final class Label implements Serializable {
    private static final long serialVersionUID = 1;
    final long id;
    final boolean changed;

    Label(long id, boolean changed) {
      this.id = id;
      this.changed = changed;
    }

    static Label first(long vertex, long[] neighbours) {
      long smallest = Math.min(vertex, Arrays.stream(neighbours).min().orElse(vertex));
      return new Label(smallest, smallest < vertex);
    }

    Label update(Optional<Long> received) {
      return received.isPresent() && received.get() < id
          ? new Label(received.get(), true)
          : new Label(id, false);
    }
  }
}
