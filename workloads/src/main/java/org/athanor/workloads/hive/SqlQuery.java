// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.hive;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.cli.CliDriver;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.WorkDirectory;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.sql.Table;

/**
 * Runs a query in Hive's command line over the tables, and writes its result in text. The tables
 * are external: the metastore, which belongs to Hive's configuration, has their declarations until
 * the next query, and Hive changes none of their files. Hive's scratch directory is in that for
 * intermediate data, and is removed at the end.
 */
final class SqlQuery {
  private static final String TEXT =
      "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' STORED AS TEXTFILE";

  private SqlQuery() {}

  /** Runs a query as a program, whose exit status is that of Hive's command line. */
  static void main(Class<?> program, Query query, String[] args) throws Exception {
    JobArguments arguments = JobArguments.parseOrExit(program, args, JobArguments.Extra.FORMAT);
    Configuration configuration = new Configuration();
    int status;
    try (WorkDirectory work = WorkDirectory.of(configuration, arguments, program)) {
      status = new CliDriver().run(commandLine(query, arguments, work, configuration));
    }
    System.exit(status);
  }

  /** The arguments of Hive's command line. */
  private static String[] commandLine(
      Query query, JobArguments arguments, WorkDirectory work, Configuration configuration)
      throws IOException {
    return new String[] {
      "--hiveconf",
      // Hive makes the directory itself, since it must have certain permissions.
      "hive.exec.scratchdir=" + new Path(work.path(), "scratch"),
      "--hiveconf",
      "mapreduce.job.reduces=" + arguments.parts(-1),
      "-e",
      String.join(";\n", statements(query, arguments, configuration)) + ";"
    };
  }

  /**
   * The statements of HiveQL that run a query.
   *
   * @throws IOException if there is no table, which Hive would make, or if the output exists, which
   *     Hive would replace
   */
  static List<String> statements(Query query, JobArguments arguments, Configuration configuration)
      throws IOException {
    Path output = qualified(arguments.output(), configuration);
    if (output.getFileSystem(configuration).exists(output)) {
      throw new FileAlreadyExistsException(output + ": exists; the output must be new");
    }
    List<String> statements = new ArrayList<>();
    for (Table table : Table.values()) {
      Path directory = qualified(table.in(arguments.input()), configuration);
      if (!directory.getFileSystem(configuration).exists(directory)) {
        throw new FileNotFoundException(
            directory + ": does not exist; must be the directory of table " + table.label());
      }
      statements.add("DROP TABLE IF EXISTS " + table.label());
      statements.add(
          "CREATE EXTERNAL TABLE %s (%s) %s LOCATION %s"
              .formatted(
                  table.label(),
                  table.columns(),
                  switch (arguments.format()) {
                    case TEXT -> TEXT;
                    case PARQUET -> "STORED AS PARQUET";
                  },
                  quoted(directory)));
    }
    statements.add(
        "INSERT OVERWRITE DIRECTORY %s %s %s".formatted(quoted(output), TEXT, query.text()));
    return statements;
  }

  private static Path qualified(String path, Configuration configuration) throws IOException {
    Path given = new Path(path);
    return given.getFileSystem(configuration).makeQualified(given);
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
