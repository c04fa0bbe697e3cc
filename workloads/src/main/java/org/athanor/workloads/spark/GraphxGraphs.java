// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.graphx.Edge;
import org.apache.spark.graphx.Graph;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.EdgeLine;
import org.athanor.workloads.program.JobArguments;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Reads graphs of GraphX. */
final class GraphxGraphs {
  private GraphxGraphs() {}

  static <T> ClassTag<T> tag(Class<T> type) {
    return ClassTag$.MODULE$.apply(type);
  }

  /**
   * Returns the graph of a list of edges, in memory; what does not fit is on disk. A repeated edge
   * is there as often.
   */
  static Graph<Integer, Byte> read(JavaSparkContext spark, JobArguments arguments) {
    int parts = arguments.parts(spark.defaultParallelism());
    JavaRDD<Edge<Byte>> edges =
        spark
            .textFile(arguments.input(), parts)
            .mapPartitions(
                lines -> {
                  EdgeLine edge = new EdgeLine();
                  return StreamSupport.stream(Spliterators.spliteratorUnknownSize(lines, 0), false)
                      .filter(edge::parse)
                      .map(line -> new Edge<>(edge.source(), edge.target(), (byte) 0))
                      .iterator();
                });
    return Graph.fromEdges(
        edges.rdd(),
        0,
        StorageLevel.MEMORY_AND_DISK(),
        StorageLevel.MEMORY_AND_DISK(),
        tag(Integer.class),
        tag(Byte.class));
  }
}
