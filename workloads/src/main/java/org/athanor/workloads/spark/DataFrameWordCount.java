// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.split;

import org.apache.spark.sql.SparkSession;
import org.athanor.workloads.program.JobArguments;

/**
 * Counts words as {@link WordCount}, with data frames: Spark SQL plans and compiles the query, and
 * may join small parts.
 */
public final class DataFrameWordCount {
  private static final String WORD = "word";

  /** Runs of what separates words for {@link java.util.StringTokenizer}. */
  private static final String BLANKS = "[ \t\n\r\f]+";

  private DataFrameWordCount() {}

  public static void main(String[] args) {
    JobArguments arguments = JobArguments.parseOrExit(DataFrameWordCount.class, args);
    SparkSession spark = Sessions.of(DataFrameWordCount.class);
    try {
      run(spark, arguments);
    } finally {
      spark.stop();
    }
  }

  static void run(SparkSession spark, JobArguments arguments) {
    Sessions.shuffleTo(spark, arguments);
    spark
        .read()
        .text(arguments.input())
        .select(explode(split(col("value"), BLANKS)).as(WORD))
        .where(length(col(WORD)).gt(0))
        .groupBy(WORD)
        .count()
        .select(concat_ws("\t", col(WORD), col("count")))
        .write()
        .text(arguments.output());
  }
}
