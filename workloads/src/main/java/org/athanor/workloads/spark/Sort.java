// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaSparkContext;
import org.athanor.workloads.program.BytesOrder;
import org.athanor.workloads.program.JobArguments;
import scala.Tuple2;

/**
 * Sorts sequence files of texts by key within each part. Keys go to the parts that Hadoop's hash
 * partitioner sends them to.
 */
public final class Sort {

  private Sort() {}

  public static void main(String[] args) {
    JobArguments arguments = JobArguments.parseOrExit(Sort.class, args);
    try (JavaSparkContext spark = Contexts.of(Sort.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) {
    int parts = arguments.parts(spark.defaultParallelism());
    spark
        .newAPIHadoopFile(
            arguments.input(),
            TextSequence.class,
            Text.class,
            Text.class,
            spark.hadoopConfiguration())
        .mapToPair(record -> new Tuple2<>(record._1().copyBytes(), record._2().copyBytes()))
        .repartitionAndSortWithinPartitions(new ByHash(parts), new BytesOrder())
        .mapToPair(record -> new Tuple2<>(new Text(record._1()), new Text(record._2())))
        .saveAsNewAPIHadoopFile(
            arguments.output(),
            Text.class,
            Text.class,
            SequenceFileOutputFormat.class,
            spark.hadoopConfiguration());
  }

  /** The input format with fixed types, because a class literal of a generic class has none. */
  public static final class TextSequence extends SequenceFileInputFormat<Text, Text> {}

  private static final class ByHash extends Partitioner {
    private static final long serialVersionUID = 1;
    private final int parts;

    ByHash(int parts) {
      this.parts = parts;
    }

    @Override
    public int numPartitions() {
      return parts;
    }

    @Override
    public int getPartition(Object key) {
      byte[] text = (byte[]) key;
      return (WritableComparator.hashBytes(text, text.length) & Integer.MAX_VALUE) % parts;
    }
  }
}
