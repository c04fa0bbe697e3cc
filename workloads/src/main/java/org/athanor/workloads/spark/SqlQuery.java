// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import org.apache.spark.sql.SparkSession;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.sql.Table;

/** Runs a query of Spark SQL over the tables in text, and writes its result in the same form. */
final class SqlQuery {
  private SqlQuery() {}

  /** Runs a query as a program. */
  static void main(Class<?> program, Query query, String[] args) {
    JobArguments arguments = JobArguments.parseOrExit(program, args);
    SparkSession spark = Sessions.of(program);
    try {
      run(spark, query, arguments);
    } finally {
      spark.stop();
    }
  }

  static void run(SparkSession spark, Query query, JobArguments arguments) {
    Sessions.shuffleTo(spark, arguments);
    for (Table table : Table.values()) {
      spark
          .read()
          .schema(table.columns())
          .option("sep", "\t")
          .option("quote", "")
          .option("mode", "FAILFAST")
          .csv(table.in(arguments.input()))
          .createOrReplaceTempView(table.label());
    }
    spark.sql(query.text()).write().option("sep", "\t").option("quote", "").csv(arguments.output());
  }
}
