// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that workloads and sizes have in HiBench 7.1, for those who come from it. A size
 * profile stands for a size and perhaps other parameters: those of HiBench's {@code
 * conf/workloads/CATEGORY/NAME.conf} where our inputs have the same, and amounts in proportion
 * where they do not. The largest profile, {@code bigdata}, is left out. Stateless.
 */
public final class HiBench {
  private static final String SIZE = "size";
  private static final String ITERATIONS = "iterations";
  private static final String UNTIL = "until";

  /** From small to large. */
  private static final List<String> PROFILES =
      List.of("tiny", "small", "large", "huge", "gigantic");

  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  /** Bytes of a row of TeraGen. */
  private static final long ROW = 100;

  /** Bytes of a visit, with its share of the table of pages. */
  private static final long VISIT = 168;

  /** Bytes of a coordinate of a point. */
  private static final long COORDINATE = 8;

  /** Bytes of a document. */
  private static final long DOCUMENT = 310;

  /** Edges for each vertex. */
  private static final long EDGES = 16;

  static {
    NAMES.put("micro.wordcount", "wordcount");
    NAMES.put("micro.sort", "sort");
    NAMES.put("micro.terasort", "terasort");
    NAMES.put("micro.dfsioe", "dfsio");
    NAMES.put("dfsioe", "dfsio");
    NAMES.put("websearch.pagerank", "pagerank");
    NAMES.put("ml.kmeans", "kmeans");
    NAMES.put("ml.bayes", "bayes");
    NAMES.put("sql.scan", "sql-scan");
    NAMES.put("scan", "sql-scan");
    NAMES.put("sql.aggregation", "sql-aggregate");
    NAMES.put("aggregation", "sql-aggregate");
    NAMES.put("sql.join", "sql-join");
    NAMES.put("join", "sql-join");
  }

  private HiBench() {}

  /** Maps HiBench's name of a workload to its kind here. */
  public static Map<String, String> names() {
    return Map.copyOf(NAMES);
  }

  /** The names of the sizes of a kind of workload; empty if HiBench has none for it. */
  public static List<String> profiles(String kind) {
    return parameters(kind, 0).isEmpty() ? List.of() : PROFILES;
  }

  /**
   * Replaces a size that is a profile by the size that it stands for, and adds the other parameters
   * of the profile that are not given. The number of iterations is not among them if these are to
   * end by another rule.
   */
  public static Map<String, String> expand(String kind, Map<String, String> given) {
    int profile = PROFILES.indexOf(given.getOrDefault(SIZE, ""));
    if (profile < 0) {
      return given;
    }
    Map<String, String> all = new LinkedHashMap<>(parameters(kind, profile));
    String size = all.get(SIZE);
    if (!given.getOrDefault(UNTIL, ITERATIONS).equals(ITERATIONS)) {
      all.remove(ITERATIONS);
    }
    all.putAll(given);
    if (size != null) {
      all.put(SIZE, size);
    }
    return all;
  }

  private static Map<String, String> parameters(String kind, int profile) {
    return switch (kind) {
      case "wordcount" ->
          size(profile, 32_000, 320_000_000L, 3_200_000_000L, 32_000_000_000L, 320_000_000_000L);
      case "sort" -> size(profile, 32_000, 3_200_000, 320_000_000, 3_200_000_000L, 32_000_000_000L);
      case "terasort" ->
          size(
              profile,
              32_000 * ROW,
              3_200_000 * ROW,
              32_000_000 * ROW,
              320_000_000 * ROW,
              3_200_000_000L * ROW);
      case "sql-scan", "sql-aggregate", "sql-join" ->
          size(
              profile,
              1_000 * VISIT,
              100_000 * VISIT,
              1_000_000 * VISIT,
              10_000_000 * VISIT,
              100_000_000 * VISIT);
      case "dfsio" -> dfsio(profile);
      case "pagerank" -> pageRank(profile);
      case "kmeans" -> kMeans(profile);
      case "bayes" -> bayes(profile);
      default -> Map.of();
    };
  }

  private static Map<String, String> size(int profile, long... bytes) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(SIZE, Settings.format(bytes[profile]));
    return parameters;
  }

  private static long of(int profile, long... values) {
    return values[profile];
  }

  private static Map<String, String> dfsio(int profile) {
    long files = of(profile, 16, 32, 64, 256, 512);
    long megabytes = of(profile, 1, 10, 10, 100, 400);
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(SIZE, Settings.format((files * megabytes) << 20));
    parameters.put("files", Long.toString(files));
    return parameters;
  }

  /** A line of an edge has two ids, a tab and a line feed. */
  private static Map<String, String> pageRank(int profile) {
    long pages = of(profile, 50, 5_000, 500_000, 5_000_000, 50_000_000);
    long line = 2L * Long.toString(pages).length() + 2;
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(SIZE, Settings.format(pages * EDGES * line));
    parameters.put(ITERATIONS, profile == 0 ? "1" : "3");
    return parameters;
  }

  private static Map<String, String> kMeans(int profile) {
    long points = of(profile, 30_000, 3_000_000, 20_000_000, 100_000_000, 200_000_000);
    long dimensions = of(profile, 3, 20, 20, 20, 20);
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(SIZE, Settings.format(points * dimensions * COORDINATE));
    parameters.put("dimensions", Long.toString(dimensions));
    parameters.put("clusters", "10");
    parameters.put(ITERATIONS, "5");
    return parameters;
  }

  private static Map<String, String> bayes(int profile) {
    long documents = of(profile, 25_000, 30_000, 100_000, 500_000, 1_000_000);
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(SIZE, Settings.format(documents * DOCUMENT));
    parameters.put("labels", profile == 0 ? "10" : "100");
    return parameters;
  }

  /** The table of the manual: what each profile stands for. */
  public static String table() {
    StringBuilder table = new StringBuilder("| HiBench | workload |");
    PROFILES.forEach(profile -> table.append(" `").append(profile).append("` |"));
    table.append("\n|---|---|").append("---|".repeat(PROFILES.size())).append('\n');
    for (String kind : NAMES.values().stream().distinct().toList()) {
      List<String> names = new ArrayList<>();
      NAMES.forEach(
          (name, of) -> {
            if (of.equals(kind)) {
              names.add("`" + name + "`");
            }
          });
      table.append("| ").append(String.join(", ", names)).append(" | `").append(kind).append("` |");
      for (int profile = 0; profile < PROFILES.size(); profile++) {
        List<String> values = new ArrayList<>();
        parameters(kind, profile)
            .forEach((name, value) -> values.add(name.equals(SIZE) ? value : name + " " + value));
        table.append(' ').append(String.join(", ", values)).append(" |");
      }
      table.append('\n');
    }
    return table.toString();
  }
}
