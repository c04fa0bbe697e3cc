// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.testing.SqlOutput;
import org.athanor.workloads.testing.VisitTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SessionCluster.class)
class SqlProgramsTest {
  @TempDir Path directory;

  private Path output() {
    return directory.resolve("it's out");
  }

  private void run(StreamExecutionEnvironment flink, Query query, Path input) throws Exception {
    SqlQuery.run(
        TableEnvironment.create(
            EnvironmentSettings.newInstance()
                .inBatchMode()
                .withConfiguration((Configuration) flink.getConfiguration())
                .build()),
        query,
        JobArguments.parse(new String[] {input.toString(), output().toString(), "--parts", "2"}));
  }

  @Test
  void theScanCopiesAllVisits(StreamExecutionEnvironment flink) throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    run(flink, Query.SCAN, input);

    assertThat(PartFiles.lines(output())).containsExactlyInAnyOrderElementsOf(VisitTables.visits());
    assertThat(SqlOutput.verify("sql-scan", input, output())).isEqualTo("9 rows");
  }

  @Test
  void theAggregationAddsUpTheRevenueOfEachVisitor(StreamExecutionEnvironment flink)
      throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    run(flink, Query.AGGREGATE, input);

    assertThat(SqlOutput.verify("sql-aggregate", input, output())).isEqualTo("5 visitors");
  }

  @Test
  void theJoinSelectsAYearDropsUnknownPagesAndSortsByRevenue(StreamExecutionEnvironment flink)
      throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    run(flink, Query.JOIN, input);

    assertThat(PartFiles.in(output())).as("one subtask sorts").hasSize(1);
    assertThat(PartFiles.lines(output()))
        .containsExactlyInAnyOrderElementsOf(VisitTables.join())
        .startsWith(VisitTables.join().get(0))
        .endsWith(VisitTables.join().get(3));
    assertThat(SqlOutput.verify("sql-join", input, output())).isEqualTo("4 visitors");
  }

  @Test
  void anEmptyResultIsRight(StreamExecutionEnvironment flink) throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));
    Files.writeString(input.resolve("rankings/part-00000"), "http://none\t1\t1\n");

    run(flink, Query.JOIN, input);

    assertThat(SqlOutput.verify("sql-join", input, output())).isEqualTo("0 visitors");
  }

  @Test
  void aMalformedRowEndsTheQueryAndLeavesNoOutput(StreamExecutionEnvironment flink)
      throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));
    Files.writeString(
        input.resolve("uservisits/part-00002"),
        VisitTables.visits().get(0).replace("1000.5", "much") + "\n");

    assertThatThrownBy(() -> run(flink, Query.AGGREGATE, input)).hasStackTraceContaining("much");
    assertThat(output()).doesNotExist();
  }

  @Test
  void anOutputThatExistsIsRefusedAndLeftAlone(StreamExecutionEnvironment flink) throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));
    Files.createDirectories(output());
    Files.writeString(output().resolve("part-0"), "existing content");

    assertThatThrownBy(() -> run(flink, Query.SCAN, input))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("exists; the output must be new");
    assertThat(PartFiles.lines(output())).containsExactly("existing content");
  }
}
