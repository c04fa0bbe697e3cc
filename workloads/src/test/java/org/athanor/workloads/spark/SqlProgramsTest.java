// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.testing.SqlOutput;
import org.athanor.workloads.testing.VisitTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LocalSpark.class)
class SqlProgramsTest {
  @TempDir Path directory;

  private Path output() {
    return directory.resolve("out");
  }

  /** The session uses the context of all tests, which is running. */
  private void run(Query query, Path input) {
    run(query, input, "text");
  }

  private void run(Query query, Path input, String format) {
    String[] arguments = {
      input.toString(), output().toString(), "--parts", "2", "--format", format
    };
    SqlQuery.run(
        SparkSession.builder().getOrCreate(),
        query,
        JobArguments.parse(arguments, JobArguments.Extra.FORMAT));
  }

  @Test
  void theScanOfTablesInParquetHasTheRowsOfTheText(JavaSparkContext spark) throws Exception {
    Path text = VisitTables.write(directory.resolve("in"));

    run(Query.SCAN, SqlOutput.parquet(text, directory.resolve("parquet")), "parquet");

    assertThat(PartFiles.lines(output())).containsExactlyInAnyOrderElementsOf(VisitTables.visits());
    assertThat(SqlOutput.verify("sql-scan", text, output())).isEqualTo("9 rows");
  }

  @Test
  void theJoinOfTablesInParquetHasTheResultOfTheText(JavaSparkContext spark) throws Exception {
    Path text = VisitTables.write(directory.resolve("in"));

    run(Query.JOIN, SqlOutput.parquet(text, directory.resolve("parquet")), "parquet");

    assertThat(SqlOutput.verify("sql-join", text, output())).isEqualTo("4 visitors");
  }

  @Test
  void theScanCopiesAllVisits(JavaSparkContext spark) throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    run(Query.SCAN, input);

    assertThat(PartFiles.lines(output())).containsExactlyInAnyOrderElementsOf(VisitTables.visits());
    assertThat(SqlOutput.verify("sql-scan", input, output())).isEqualTo("9 rows");
  }

  @Test
  void theAggregationAddsUpTheRevenueOfEachVisitor(JavaSparkContext spark) throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    run(Query.AGGREGATE, input);

    assertThat(SqlOutput.verify("sql-aggregate", input, output())).isEqualTo("5 visitors");
  }

  @Test
  void theJoinSelectsAYearDropsUnknownPagesAndSortsByRevenue(JavaSparkContext spark)
      throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    run(Query.JOIN, input);

    assertThat(PartFiles.lines(output()))
        .containsExactlyInAnyOrderElementsOf(VisitTables.join())
        .startsWith(VisitTables.join().get(0))
        .endsWith(VisitTables.join().get(3));
    assertThat(SqlOutput.verify("sql-join", input, output())).isEqualTo("4 visitors");
  }

  @Test
  void aMalformedRowEndsTheQuery(JavaSparkContext spark) throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));
    Files.writeString(
        input.resolve("uservisits/part-00002"),
        VisitTables.visits().get(0).replace("1000.5", "much") + "\n");

    assertThatThrownBy(() -> run(Query.AGGREGATE, input)).hasStackTraceContaining("FAILFAST");
  }
}
