// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.io.Text;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaSparkContext;
import org.athanor.workloads.program.BytesOrder;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.TeraRanges;
import scala.Tuple2;

/**
 * Sorts TeraGen's rows across all parts. Reads and writes them with the classes of Hadoop's
 * TeraSort.
 */
public final class TeraSort {

  private TeraSort() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    JobArguments arguments = JobArguments.parseOrExit(TeraSort.class, args);
    try (JavaSparkContext spark = Contexts.of(TeraSort.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments)
      throws IOException, InterruptedException {
    Configuration hadoop = spark.hadoopConfiguration();
    int parts = arguments.parts(spark.defaultParallelism());
    TeraRanges ranges = TeraRanges.sample(hadoop, arguments.input(), parts);
    spark
        .newAPIHadoopFile(arguments.input(), TeraInputFormat.class, Text.class, Text.class, hadoop)
        .mapToPair(row -> new Tuple2<>(row._1().copyBytes(), row._2().copyBytes()))
        .repartitionAndSortWithinPartitions(new ByRange(ranges, parts), new BytesOrder())
        .mapToPair(row -> new Tuple2<>(new Text(row._1()), new Text(row._2())))
        .saveAsNewAPIHadoopFile(
            arguments.output(), Text.class, Text.class, TeraOutputFormat.class, hadoop);
  }

  private static final class ByRange extends Partitioner {
    private static final long serialVersionUID = 1;
    private final TeraRanges ranges;
    private final int parts;

    ByRange(TeraRanges ranges, int parts) {
      this.ranges = ranges;
      this.parts = parts;
    }

    @Override
    public int numPartitions() {
      return parts;
    }

    @Override
    public int getPartition(Object key) {
      return ranges.part((byte[]) key);
    }
  }
}
