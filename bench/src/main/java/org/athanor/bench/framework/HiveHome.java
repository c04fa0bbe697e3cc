// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.CommandTimeoutException;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.hadoop.ConfigurationText;

/**
 * Hive's configuration and command line, which are the same for all that run its jobs. Each
 * deployment has a metastore of its own, a Derby in the directory of the deployment, which is for
 * this user alone.
 *
 * @param java the {@code java} command
 * @param options of the command line's JVM, the heap among them
 * @param classPath configuration directories and jars
 */
record HiveHome(Workspace workspace, String java, List<String> options, List<String> classPath) {

  private static final String TEMPORARY = "java.io.tmpdir";
  private static final String DERBY_LOG = "derby.stream.error.file";

  /** The system properties of its command line. */
  static final List<String> PROPERTIES = List.of(TEMPORARY, DERBY_LOG);

  private static final String COMMAND_LINE = "org.apache.hadoop.hive.cli.CliDriver";
  private static final String AUXILIARY_JARS = "hive.aux.jars.path";
  private static final Duration METASTORE_TIMEOUT = Duration.ofMinutes(5);

  /** The metastore has the tables for external tables that it needs when it has had one. */
  private static final String FIRST_STATEMENTS =
      "CREATE EXTERNAL TABLE first (number INT) LOCATION '%s'; DROP TABLE first;";

  /** Modules of the JDK into which Hive and its libraries reflect. */
  private static final List<String> MODULES =
      Stream.of(
              "java.lang",
              "java.lang.invoke",
              "java.lang.reflect",
              "java.util",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "java.util.regex",
              "java.net",
              "java.nio",
              "java.io",
              "java.text",
              "java.math",
              "java.time",
              "sun.nio.ch")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  /**
   * The options of a task's JVM beside its heap, on YARN; the engine's Workers have them anyway.
   */
  static String taskOptions() {
    return String.join(" ", MODULES);
  }

  /** Whether a setting is one of Hive, and not of Hadoop or of the engine. */
  static boolean isHives(String key) {
    return Stream.of("hive.", "metastore.", "datanucleus.", "javax.jdo.").anyMatch(key::startsWith);
  }

  /** The settings that are Hive's, or those that are not. */
  static Map<String, String> settings(Map<String, String> all, boolean hives) {
    Map<String, String> some = new LinkedHashMap<>();
    all.forEach(
        (key, value) -> {
          if (isHives(key) == hives) {
            some.put(key, value);
          }
        });
    return some;
  }

  /**
   * {@code hive-site.xml}. All files that Hive keeps beside its tables are in the directory of the
   * deployment; programs name a scratch directory of their own.
   *
   * @param auxiliary jars that tasks need beside Hive's main jar, and those that settings name
   */
  static Map<String, String> site(Choice choice, Workspace workspace, List<Path> auxiliary) {
    Path directory = workspace.temporary();
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("hive.execution.engine", "mr");
    keys.put(
        "javax.jdo.option.ConnectionURL",
        "jdbc:derby:;databaseName=" + directory.resolve("metastore") + ";create=true");
    keys.put("datanucleus.schema.autoCreateAll", "true");
    keys.put("hive.metastore.schema.verification", "false");
    // Declarations are stored as they are, not translated for clients with other abilities.
    keys.put("metastore.metadata.transformer.class", " ");
    keys.put("hive.notification.event.poll.interval", "0s");
    String warehouse = directory.resolve("warehouse").toUri().toString();
    keys.put("hive.metastore.warehouse.dir", warehouse);
    keys.put("hive.metastore.warehouse.external.dir", warehouse);
    keys.put("hive.exec.scratchdir", directory.resolve("scratch").toUri().toString());
    keys.put("hive.exec.local.scratchdir", directory.resolve("scratch-local").toString());
    keys.put("hive.downloaded.resources.dir", directory.resolve("resources").toString());
    keys.put("hive.querylog.location", directory.resolve("queries").toString());
    // The script by which Hive would start JVMs is in no artifact.
    keys.put("hive.exec.submit.local.task.via.child", "false");
    keys.put("hive.exec.submitviachild", "false");
    Map<String, String> own = settings(choice.settings(), true);
    own.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> keys.put(setting.getKey(), setting.getValue()));
    if (!auxiliary.isEmpty()) {
      String jars =
          auxiliary.stream().map(jar -> jar.toUri().toString()).collect(Collectors.joining(","));
      keys.merge(AUXILIARY_JARS, jars, (given, more) -> given + "," + more);
    }
    return keys;
  }

  /** The files that Hive reads beside Hadoop's: its settings, and warnings on standard error. */
  static Map<String, String> files(Map<String, String> site) {
    return Map.of(
        "hive-site.xml",
        ConfigurationText.xml(site),
        "log4j.properties",
        // The metastore's mapping to tables warns of itself, hundreds of times.
        ConfigurationText.log4j("WARN,console") + "log4j.logger.DataNucleus=ERROR\n");
  }

  /** Environment variables by which a user's own commands find Hive. */
  Map<String, String> environment(Map<String, String> hadoop) {
    Map<String, String> environment = new LinkedHashMap<>(hadoop);
    environment.put("HIVE_CONF_DIR", workspace.configuration().toString());
    return environment;
  }

  /** The command line for a program. Its settings come last, so they are the program's own. */
  List<String> command(Program program) {
    List<String> more = new ArrayList<>(List.of(program.jar().toString()));
    program.libraries().forEach(library -> more.add(library.toString()));
    List<String> command = jvm(more, program.settings());
    command.add(program.mainClass());
    command.addAll(program.arguments());
    return command;
  }

  private List<String> jvm(List<String> more, Map<String, String> properties) {
    List<String> entries = new ArrayList<>(classPath);
    entries.addAll(more);
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(options);
    command.addAll(MODULES);
    command.add("-D" + TEMPORARY + "=" + workspace.temporary());
    command.add("-D" + DERBY_LOG + "=" + workspace.logs().resolve("derby.log"));
    properties.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> command.add("-D" + setting.getKey() + "=" + setting.getValue()));
    command.addAll(List.of("-cp", String.join(":", entries)));
    return command;
  }

  /**
   * Makes the metastore, so that no trial has to.
   *
   * @throws IOException if Hive does not start; the message has its last line
   */
  void makeMetastore(Site site, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> line = jvm(List.of(), Map.of());
    String location = workspace.temporary().resolve("first").toUri().toString();
    line.addAll(List.of(COMMAND_LINE, "-e", FIRST_STATEMENTS.formatted(location)));
    Command command =
        Command.of(line).withEnvironment(environment).in(workspace.temporary().toString());
    CommandResult result;
    try {
      result = site.master().run(site.mark(), command, METASTORE_TIMEOUT);
    } catch (CommandTimeoutException slow) {
      site.master().endAll(site.mark(), Duration.ofSeconds(5));
      throw new IOException("Hive did not make its metastore: " + slow.getMessage(), slow);
    }
    if (result.status() != 0) {
      throw new IOException(
          "Hive did not make its metastore: "
              + HiveOutput.error(result.errors().lines().toList())
                  .or(() -> LastWords.of(result.errors()))
                  .orElse("exit status " + result.status()));
    }
  }
}
