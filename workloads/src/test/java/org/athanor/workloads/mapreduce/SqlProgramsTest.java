// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.util.Tool;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.testing.SqlOutput;
import org.athanor.workloads.testing.VisitTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlProgramsTest {
  @TempDir Path directory;

  private Path output() {
    return directory.resolve("out");
  }

  private int run(Tool tool, Path input, int parts) throws Exception {
    return LocalJobs.run(
        LocalJobs.configuration(directory), tool, input, output(), "--parts", parts);
  }

  @Test
  void theScanCopiesAllVisits() throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    assertThat(run(new SqlScan(), input, 2)).isZero();

    assertThat(PartFiles.lines(output())).containsExactlyInAnyOrderElementsOf(VisitTables.visits());
    assertThat(SqlOutput.verify("sql-scan", input, output())).isEqualTo("9 rows");
  }

  @Test
  void theAggregationAddsUpTheRevenueOfEachVisitor() throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    assertThat(run(new SqlAggregate(), input, 2)).isZero();

    assertThat(SqlOutput.verify("sql-aggregate", input, output())).isEqualTo("5 visitors");
    assertThat(PartFiles.in(output())).hasSize(2);
    assertThat(PartFiles.lines(output()))
        .contains("11.1.1.1\t15.0", "2.2.2.2\t99.0", "4.4.4.4\t99.9999");
  }

  @Test
  void theJoinSelectsAYearDropsUnknownPagesAndSortsByRevenue() throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));

    assertThat(run(new SqlJoin(), input, 3)).isZero();

    assertThat(PartFiles.in(output())).hasSize(1);
    assertThat(PartFiles.lines(output()))
        .containsExactlyInAnyOrderElementsOf(VisitTables.join())
        .startsWith(VisitTables.join().get(0))
        .endsWith(VisitTables.join().get(3));
    assertThat(SqlOutput.verify("sql-join", input, output())).isEqualTo("4 visitors");
    try (var left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .as("no intermediate data")
          .contains("in", "out")
          .noneMatch(name -> name.startsWith(".SqlJoin"));
    }
  }

  @Test
  void aPageThatIsThereTwiceCountsTwiceAsInSql() throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));
    Files.writeString(input.resolve("rankings/part-00001"), "http://ab\t19\t9\n");

    assertThat(run(new SqlJoin(), input, 1)).isZero();

    assertThat(PartFiles.lines(output())).first().isEqualTo("4.4.4.4\t20.0\t199.9998");
  }

  @Test
  void generatedVisitsAreJoinedRight() throws Exception {
    Path input = SqlOutput.generate(directory.resolve("visits"), 20_000);

    assertThat(run(new SqlJoin(), input, 3)).isZero();

    assertThat(SqlOutput.verify("sql-join", input, output())).isEqualTo("332 visitors");
  }

  @Test
  void anOutputThatExistsIsRefused() throws Exception {
    Path input = VisitTables.write(directory.resolve("in"));
    Files.createDirectories(output());

    assertThatThrownBy(() -> run(new SqlScan(), input, 1))
        .isInstanceOf(FileAlreadyExistsException.class);
  }
}
