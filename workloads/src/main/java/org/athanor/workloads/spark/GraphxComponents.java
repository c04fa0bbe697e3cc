// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.graphx.lib.ConnectedComponents;
import org.athanor.workloads.program.JobArguments;

/**
 * Labels connected components as {@link org.athanor.workloads.spark.ConnectedComponents}, with the
 * algorithm of GraphX.
 */
public final class GraphxComponents {
  private GraphxComponents() {}

  public static void main(String[] args) {
    JobArguments arguments = JobArguments.parseOrExit(GraphxComponents.class, args);
    try (JavaSparkContext spark = Contexts.of(GraphxComponents.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) {
    ConnectedComponents.run(
            GraphxGraphs.read(spark, arguments),
            GraphxGraphs.tag(Integer.class),
            GraphxGraphs.tag(Byte.class))
        .vertices()
        .toJavaRDD()
        .map(vertex -> vertex._1() + "\t" + vertex._2())
        .coalesce(arguments.parts(spark.defaultParallelism()))
        .saveAsTextFile(arguments.output());
  }
}
