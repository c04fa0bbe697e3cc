// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.athanor.workloads.stream.StopSignal;
import org.athanor.workloads.stream.StreamArguments;
import org.athanor.workloads.stream.StreamRecord;

/**
 * Keeps minimum, maximum, sum and count of one dimension of a stream, as a query of Structured
 * Streaming: one global aggregation, whose result is written for each micro-batch. A batch is begun
 * once in a window; without a window, as soon as the last one has ended. Spark keeps the totals in
 * its state store, and a checkpoint of each batch.
 */
public final class StatsStream {
  private static final String PARTITION = "partition";
  private static final String VALUE = "value";

  private StatsStream() {}

  public static void main(String[] args) throws Exception {
    StreamArguments arguments = StreamArguments.parseOrExit(StatsStream.class, args);
    SparkSession spark = Sessions.of(StatsStream.class);
    try {
      StreamingQuery query = start(spark, arguments);
      StopSignal.await(arguments.bootstrap(), () -> runs(query));
      query.stop();
    } finally {
      spark.stop();
    }
  }

  private static boolean runs(StreamingQuery query) throws Exception {
    if (query.exception().isDefined()) {
      throw query.exception().get();
    }
    return query.isActive();
  }

  private static StreamingQuery start(SparkSession spark, StreamArguments arguments)
      throws Exception {
    int dimension = arguments.dimension();
    UserDefinedFunction read =
        udf(
            (UDF1<byte[], Long>) record -> StreamRecord.dimension(record, dimension),
            DataTypes.LongType);
    Dataset<Row> records =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", arguments.bootstrap())
            .option("subscribe", arguments.records())
            .option("startingOffsets", "earliest")
            .load()
            .select(col(PARTITION), read.apply(col(VALUE)).as(VALUE));
    List<Column> others = new ArrayList<>();
    others.add(min(col(VALUE)));
    others.add(max(col(VALUE)));
    others.add(sum(col(VALUE)));
    for (int p = 0; p < arguments.partitions(); p++) {
      others.add(sum(when(col(PARTITION).equalTo(p), 1L).otherwise(0L)));
    }
    Dataset<Row> totals = records.agg(count(lit(1)), others.toArray(new Column[0]));
    Column[] numbers =
        Arrays.stream(totals.columns()).map(name -> col("`" + name + "`")).toArray(Column[]::new);
    return totals
        .select(concat_ws(",", numbers).as(VALUE))
        .writeStream()
        .outputMode("complete")
        .format("kafka")
        .option("kafka.bootstrap.servers", arguments.bootstrap())
        .option("topic", arguments.results())
        .option("checkpointLocation", arguments.work() + "/checkpoint")
        .trigger(Trigger.ProcessingTime(arguments.windowMillis()))
        .start();
  }
}
