// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.hive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.testing.VisitTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hive itself is run by {@code RealFrameworksTest} of module bench. */
class SqlQueryTest {
  @TempDir Path directory;

  private List<String> statements(String format, String output) throws Exception {
    String[] arguments = {
      directory.resolve("in").toString(), directory.resolve(output).toString(), "--format", format
    };
    return SqlQuery.statements(
        Query.AGGREGATE,
        JobArguments.parse(arguments, JobArguments.Extra.FORMAT),
        new Configuration());
  }

  @Test
  void declaresTheTablesAnewAndRunsTheTextOfTheQuery() throws Exception {
    VisitTables.write(directory.resolve("in"));

    assertThat(statements("text", "it's out"))
        .containsExactly(
            "DROP TABLE IF EXISTS rankings",
            "CREATE EXTERNAL TABLE rankings (pageURL STRING, pageRank INT, avgDuration INT) ROW"
                + " FORMAT DELIMITED FIELDS TERMINATED BY '\\t' STORED AS TEXTFILE LOCATION 'file:"
                + directory
                + "/in/rankings'",
            "DROP TABLE IF EXISTS uservisits",
            "CREATE EXTERNAL TABLE uservisits (sourceIP STRING, destURL STRING, visitDate DATE,"
                + " adRevenue DOUBLE, userAgent STRING, countryCode STRING, languageCode STRING,"
                + " searchWord STRING, duration INT) ROW FORMAT DELIMITED FIELDS TERMINATED BY"
                + " '\\t' STORED AS TEXTFILE LOCATION 'file:"
                + directory
                + "/in/uservisits'",
            "INSERT OVERWRITE DIRECTORY 'file:"
                + directory
                + "/it\\'s out' ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' STORED AS TEXTFILE"
                + " SELECT sourceIP, SUM(adRevenue) AS totalRevenue FROM uservisits GROUP BY"
                + " sourceIP");
  }

  @Test
  void resultsOfTablesInParquetAreText() throws Exception {
    VisitTables.write(directory.resolve("in"));

    assertThat(statements("parquet", "out"))
        .anyMatch(
            text ->
                text.endsWith("STORED AS PARQUET LOCATION 'file:" + directory + "/in/rankings'"))
        .last()
        .asString()
        .contains("STORED AS TEXTFILE SELECT");
  }

  @Test
  void refusesWhatHiveWouldMakeOrReplace() throws Exception {
    assertThatThrownBy(() -> statements("text", "out"))
        .hasMessage(
            "file:"
                + directory
                + "/in/rankings: does not exist; must be the directory of table rankings");
    VisitTables.write(directory.resolve("in"));
    Files.createDirectory(directory.resolve("out"));
    assertThatThrownBy(() -> statements("text", "out"))
        .hasMessage("file:" + directory + "/out: exists; the output must be new");
  }
}
