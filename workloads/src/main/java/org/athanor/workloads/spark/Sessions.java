// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.athanor.workloads.program.JobArguments;

/** Sessions of Spark SQL in which the programs run. */
final class Sessions {
  private static final String PARTITIONS = "spark.sql.shuffle.partitions";

  private Sessions() {}

  /** Returns a session with the settings of the submission, named after the program. */
  static SparkSession of(Class<?> program) {
    return SparkSession.builder()
        .config(new SparkConf().setAppName(program.getSimpleName()))
        .getOrCreate();
  }

  /** Has shuffles make as many partitions as the output has parts, unless the submission says. */
  static void shuffleTo(SparkSession spark, JobArguments arguments) {
    if (!spark.sparkContext().getConf().contains(PARTITIONS)) {
      int parts = arguments.parts(spark.sparkContext().defaultParallelism());
      spark.conf().set(PARTITIONS, Integer.toString(parts));
    }
  }
}
