// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.sql.Table;

/**
 * Runs a query of Flink SQL over the tables, and writes its result in text. All operators have as
 * many subtasks as the output has parts, except the sort of a whole result, for which Flink has
 * one.
 */
final class SqlQuery {
  private static final String RESULT = "result";

  private SqlQuery() {}

  /** Runs a query as a program. */
  static void main(Class<?> program, Query query, String[] args) throws Exception {
    JobArguments arguments = JobArguments.parseOrExit(program, args, JobArguments.Extra.FORMAT);
    run(TableEnvironment.create(EnvironmentSettings.inBatchMode()), query, arguments);
  }

  /**
   * Runs a query.
   *
   * @throws FileAlreadyExistsException if the output exists; Flink would write more files into it
   */
  static void run(TableEnvironment flink, Query query, JobArguments arguments) throws Exception {
    Path output = new Path(arguments.output());
    FileSystem files = output.getFileSystem(new Configuration());
    if (files.exists(output)) {
      throw new FileAlreadyExistsException(output + ": exists; the output must be new");
    }
    flink
        .getConfig()
        .set(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM, arguments.parts(-1));
    String input = qualified(new Path(arguments.input()));
    for (Table table : Table.values()) {
      flink.executeSql(
          declaration(table.label(), table.columns(), table.in(input), arguments.format()));
    }
    flink.executeSql(
        declaration(RESULT, query.columns(), qualified(output), JobArguments.Format.TEXT));
    try {
      flink.executeSql("INSERT INTO `" + RESULT + "` " + query.text()).await();
    } catch (Exception failed) {
      remove(files, output, failed);
      throw failed;
    }
  }

  /** Returns the whole URI; Flink knows neither Hadoop's default file system nor its directory. */
  private static String qualified(Path path) throws IOException {
    return path.getFileSystem(new Configuration()).makeQualified(path).toString();
  }

  private static void remove(FileSystem files, Path output, Exception failed) {
    try {
      files.delete(output, true);
    } catch (IOException notRemoved) {
      failed.addSuppressed(notRemoved);
    }
  }

  private static String declaration(
      String name, String columns, String uri, JobArguments.Format format) {
    String options =
        switch (format) {
          case TEXT ->
              "'csv', 'csv.field-delimiter' = '\t', 'csv.disable-quote-character' = 'true'";
          case PARQUET -> "'parquet'";
        };
    return """
        CREATE TEMPORARY TABLE `%s` (%s) WITH (
          'connector' = 'filesystem', 'path' = '%s', 'format' = %s)"""
        .formatted(name, columns, uri.replace("'", "''"), options);
  }
}
