// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.lines.MalformedRecordException;
import org.athanor.workloads.testing.SqlOutput;
import org.athanor.workloads.testing.VisitTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows are read again by the tests of Spark's programs. */
class ParquetTableTest {
  @TempDir Path directory;

  @Test
  void columnsHaveTheNamesAndTypesThatSqlDeclares() {
    assertThat(ParquetTable.schema(Table.RANKINGS).toString())
        .isEqualTo(
            """
            message rankings {
              optional binary pageURL (STRING);
              optional int32 pageRank;
              optional int32 avgDuration;
            }
            """);
    assertThat(ParquetTable.schema(Table.USERVISITS).toString())
        .contains("optional int32 visitDate (DATE);", "optional double adRevenue;");
  }

  @Test
  void aRowThatCannotBeReadIsAnErrorThatShowsIt() throws Exception {
    VisitTables.write(directory.resolve("in"));
    Path part = directory.resolve("in/uservisits/part-00000");
    Files.writeString(part, Files.readString(part).replace("1998-12-31", "yesterday"));

    assertThatThrownBy(
            () ->
                ParquetTable.write(
                    new Configuration(),
                    Table.USERVISITS,
                    new org.apache.hadoop.fs.Path(part.toString()),
                    new org.apache.hadoop.fs.Path(directory + "/out.parquet")))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageEndingWith("visitDate is yesterday; must be a date such as 1999-12-31");
  }

  @Test
  void aDatasetFollowsItsText() throws Exception {
    Path text = VisitTables.write(directory.resolve("in"));
    Path data = SqlOutput.parquet(text, directory.resolve("home"));
    Path part = data.resolve("uservisits/part-00001.parquet");
    Files.writeString(part, "kept");

    SqlOutput.parquet(text, directory.resolve("home"));
    assertThat(part).hasContent("kept");
    Files.writeString(text.resolve("rankings/part-00000"), "http://new\t1\t1\n");
    SqlOutput.parquet(text, directory.resolve("home"));

    assertThat(Files.readAllBytes(part)).startsWith('P', 'A', 'R', '1');
    assertThat(data.resolve("rankings/part-00000.parquet")).exists();
  }
}
