// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.sql.Table;

/** Runs a query of Spark SQL over the tables, and writes its result in text. */
final class SqlQuery {
  private SqlQuery() {}

  /** Runs a query as a program. */
  static void main(Class<?> program, Query query, String[] args) {
    JobArguments arguments = JobArguments.parseOrExit(program, args, JobArguments.Extra.FORMAT);
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
      DataFrameReader reader = spark.read().schema(table.columns());
      String directory = table.in(arguments.input());
      Dataset<Row> rows =
          switch (arguments.format()) {
            case TEXT ->
                reader
                    .option("sep", "\t")
                    .option("quote", "")
                    .option("mode", "FAILFAST")
                    .csv(directory);
            case PARQUET -> reader.parquet(directory);
          };
      rows.createOrReplaceTempView(table.label());
    }
    spark.sql(query.text()).write().option("sep", "\t").option("quote", "").csv(arguments.output());
  }
}
