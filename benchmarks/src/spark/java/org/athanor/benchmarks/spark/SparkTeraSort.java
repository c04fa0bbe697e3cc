// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.io.Text;
import org.apache.spark.RangePartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;
import scala.math.Ordering;
import scala.reflect.ClassTag$;

/** TeraSort with Spark's RDDs, reading and writing through the classes of Hadoop's example. */
public final class SparkTeraSort {
  private static final int SAMPLES_PER_PARTITION = 20;

  private SparkTeraSort() {}

  /** Arguments: input, output, number of output files. */
  public static void main(String[] args) {
    SparkConf conf = new SparkConf().setAppName("terasort");
    try (JavaSparkContext context = new JavaSparkContext(conf)) {
      sort(context, args[0], args[1], Integer.parseInt(args[2]));
    }
  }

  private static void sort(JavaSparkContext context, String input, String output, int parts) {
    BytesOrder order = new BytesOrder();
    JavaPairRDD<byte[], byte[]> rows =
        context
            .newAPIHadoopFile(
                input, TeraInputFormat.class, Text.class, Text.class, new Configuration())
            .mapToPair(row -> new Tuple2<>(row._1().copyBytes(), row._2().copyBytes()));
    RangePartitioner<byte[], byte[]> ranges =
        new RangePartitioner<>(
            parts,
            rows.rdd(),
            true,
            SAMPLES_PER_PARTITION,
            Ordering.comparatorToOrdering(order),
            ClassTag$.MODULE$.apply(byte[].class));
    rows.repartitionAndSortWithinPartitions(ranges, order)
        .mapToPair(row -> new Tuple2<>(new Text(row._1()), new Text(row._2())))
        .saveAsNewAPIHadoopFile(output, Text.class, Text.class, TeraOutputFormat.class);
  }
}
