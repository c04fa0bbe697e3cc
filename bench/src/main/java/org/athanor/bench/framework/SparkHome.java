// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.bench.workload.Program;

/** Spark's configuration and client, which are the same in all modes. */
final class SparkHome {

  private final Path home;
  private final String java;
  private final Workspace workspace;

  SparkHome(Path home, String java, Workspace workspace) {
    this.home = home;
    this.java = java;
    this.workspace = workspace;
  }

  /** Keys that do not depend on the mode. */
  static Map<String, String> common(Site site, Shares shares, Workspace workspace, String master) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("spark.master", master);
    keys.put("spark.default.parallelism", "" + shares.totalTasks());
    keys.put("spark.hadoop.fs.defaultFS", site.filesystem());
    site.files().sortedSettings().forEach((key, value) -> keys.put("spark.hadoop." + key, value));
    keys.put("spark.local.dir", workspace.spillText());
    keys.put("spark.driver.host", site.master().address());
    keys.put("spark.driver.bindAddress", site.master().address());
    // Nobody uses it, and it would need another free port.
    keys.put("spark.ui.enabled", "false");
    new TreeMap<>(SparkEventLog.settings(workspace)).forEach(keys::put);
    return keys;
  }

  /** {@code spark-defaults.conf}, which Spark reads as a properties file of Java. */
  static String defaults(Map<String, String> keys) {
    return keys.entrySet().stream()
        .map(key -> escapedKey(key.getKey()) + " " + escaped(key.getValue()) + "\n")
        .collect(Collectors.joining());
  }

  private static String escapedKey(String key) {
    return escaped(key).replaceAll("[ :=#!]", "\\\\$0");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }

  /** Environment variables of Spark's scripts; {@code address} is that of the node they run on. */
  Map<String, String> environment(String address) {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("JAVA_HOME", java);
    environment.put("SPARK_HOME", home.toString());
    environment.put("SPARK_CONF_DIR", workspace.configuration().toString());
    environment.put("SPARK_LOCAL_IP", address);
    return environment;
  }

  String script(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  /** The command line of {@code spark-submit}. Settings of a program override those of the file. */
  List<String> submit(Program program) {
    List<String> command = new ArrayList<>(List.of(script("spark-submit")));
    command.addAll(List.of("--class", program.mainClass()));
    if (!program.libraries().isEmpty()) {
      command.add("--jars");
      command.add(
          program.libraries().stream().map(Path::toString).collect(Collectors.joining(",")));
    }
    program.settings().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            setting -> {
              command.add("--conf");
              command.add(setting.getKey() + "=" + setting.getValue());
            });
    command.add(program.jar().toString());
    command.addAll(program.arguments());
    return command;
  }
}
