// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A query over tables of pages and of their visits. */
final class SqlWorkload extends StandardWorkload {
  private static final String FORMAT = "format";
  private static final String TEXT = "text";
  private static final String FLINK_PARQUET = "flink-parquet";

  private final int[] outputAndSpill;

  private SqlWorkload(
      String kind, String name, String description, List<Parameter> parts, int... outputAndSpill) {
    super(kind, name, description, withSize(parts), false);
    this.outputAndSpill = outputAndSpill;
  }

  private static List<Parameter> withSize(List<Parameter> parts) {
    List<Parameter> parameters = new ArrayList<>(List.of(size("1g")));
    parameters.add(
        new Parameter(
            FORMAT,
            Parameter.Type.TEXT,
            "",
            "form of the tables, text or parquet; by default text; the jobs for MapReduce read text"
                + " only"));
    parameters.addAll(parts);
    return parameters;
  }

  /** Frameworks join small parts, or write a sorted result to one file. */
  private static List<Parameter> parts() {
    return List.of(
        new Parameter(
            "parts",
            Parameter.Type.COUNT,
            "",
            "tasks of joins and sums, up to 10000; the output may have fewer files; by default as"
                + " many as tasks run at the same time"));
  }

  /** The table of visits; the framework chooses the number of files. */
  static Workload scan() {
    return new SqlWorkload("sql-scan", "SqlScan", "copies a table of visits", List.of(), 1, 0);
  }

  static Workload aggregate() {
    return new SqlWorkload(
        "sql-aggregate", "SqlAggregate", "adds up the revenue of each visitor", parts(), 1, 1);
  }

  static Workload join() {
    return new SqlWorkload(
        "sql-join",
        "SqlJoin",
        "joins visits with their pages, adds up by visitor, and sorts by revenue",
        parts(),
        1,
        2);
  }

  @Override
  int[] outputAndSpill(Settings settings) {
    return outputAndSpill.clone();
  }

  @Override
  public Set<Api> apis() {
    Set<Api> apis = EnumSet.copyOf(super.apis());
    apis.add(Api.HIVE);
    return apis;
  }

  private static boolean isParquet(Settings settings) {
    return settings.text(FORMAT).equals(Datasets.PARQUET);
  }

  @Override
  public Optional<String> unsupported(Api api, Map<String, String> given) {
    return api == Api.MAPREDUCE && isParquet(settings(given))
        ? Optional.of(kind() + " for MapReduce reads tables in text only, not in Parquet")
        : Optional.empty();
  }

  @Override
  public Set<String> artifacts(Map<String, String> given, Set<Api> apis) {
    Set<String> artifacts = new TreeSet<>();
    if (isParquet(settings(given))) {
      artifacts.add(Datasets.PARQUET);
      if (apis.contains(Api.FLINK)) {
        artifacts.add(FLINK_PARQUET);
      }
    }
    return artifacts;
  }

  @Override
  void check(Settings settings, List<String> problems) {
    settings.checkWord(FORMAT, List.of(TEXT, Datasets.PARQUET), problems);
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    Dataset text =
        Datasets.generated("visits", "visits of pages", settings.bytes("size"), List.of(), seed);
    return isParquet(settings) ? Datasets.parquet(text) : text;
  }

  /** Parquet is made from text, and never larger. */
  @Override
  long generatedBytes(Settings settings, long input) {
    return isParquet(settings) ? 2 * input : input;
  }

  @Override
  Map<String, String> programOptions(Api api, WorkloadRun run, Settings settings) {
    Map<String, String> options = new TreeMap<>();
    if (api != Api.MAPREDUCE) {
      settings.get(FORMAT).ifPresent(format -> options.put(FORMAT, format));
    }
    return options;
  }

  /** A command of an external framework can always ask for the format. */
  @Override
  Map<String, String> variables(Api api, WorkloadRun run, Settings settings) {
    return Map.of(FORMAT, settings.get(FORMAT).orElse(TEXT));
  }

  @Override
  List<Path> libraries(Api api, WorkloadRun run, Settings settings) {
    List<Path> libraries = new ArrayList<>(super.libraries(api, run, settings));
    if (api == Api.FLINK) {
      libraries.addAll(run.tools().artifact(FLINK_PARQUET));
    }
    return libraries;
  }
}
