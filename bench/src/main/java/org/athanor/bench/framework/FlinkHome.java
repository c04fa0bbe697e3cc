// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.bench.workload.Program;

/**
 * Flink's class path, configuration and client, which are the same in all modes. No artifact
 * contains Flink's scripts, so its classes are started directly, as the scripts would do.
 */
final class FlinkHome {

  private static final String LOG4J_FILE = "log4j.configurationFile";

  /** The system properties of its command line. */
  static final List<String> PROPERTIES = List.of(LOG4J_FILE);

  /** The environment variable with the directory of Flink's jars. */
  static final String LIBRARIES = "FLINK_LIB_DIR";

  /** The environment variable with the directory of Flink's plug-ins. */
  static final String PLUGINS = "FLINK_PLUGINS_DIR";

  private static final String CLIENT = "org.apache.flink.client.cli.CliFrontend";
  private static final String YARN_CLIENT = "org.athanor.workloads.flink.YarnApplication";
  private static final String LOCAL_CLIENT = "org.athanor.workloads.flink.LocalClient";

  /** Options of the JVM of a client that only submits. */
  private static final List<String> CLIENT_OPTIONS = List.of("-Xmx512m");

  /** Options by which Flink's scripts open modules of the JDK. */
  private static final List<String> MODULES =
      Stream.concat(
              Stream.of(
                  "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
                  "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED"),
              Stream.of(
                      "java.lang",
                      "java.net",
                      "java.io",
                      "java.nio",
                      "sun.nio.ch",
                      "java.lang.reflect",
                      "java.text",
                      "java.time",
                      "java.util",
                      "java.util.concurrent",
                      "java.util.concurrent.atomic",
                      "java.util.concurrent.locks")
                  .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED"))
          .toList();

  private final Path home;
  private final String java;
  private final Workspace workspace;
  private final String classPath;

  /**
   * @param home directory with {@code lib} and {@code bin}
   * @param java the {@code java} command
   * @param hadoop class path of Hadoop's client: programs read and write with its formats
   */
  FlinkHome(Path home, String java, Workspace workspace, String hadoop) throws IOException {
    this.home = home;
    this.java = java;
    this.workspace = workspace;
    // Hadoop's jars come last: Flink's have some of the same classes and must win.
    this.classPath = jars(home) + ":" + workspace.configuration() + ":" + hadoop;
  }

  private static String jars(Path home) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith(".jar"))
          .sorted()
          .collect(Collectors.joining(":"));
    }
  }

  /** Keys that do not depend on the mode. */
  static Map<String, String> common(Shares shares, Workspace workspace) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("parallelism.default", "" + shares.totalTasks());
    keys.put("io.tmp.dirs", workspace.spillText());
    // The directory for uploaded programs.
    keys.put("web.tmpdir", workspace.temporary().toString());
    // Otherwise a harmless stack trace is printed when the client ends.
    keys.put("classloader.check-leaked-classloader", "false");
    keys.put("env.java.opts.all", String.join(" ", MODULES));
    return keys;
  }

  /** The files of the configuration directory, with those that describe the file system. */
  static Map<String, String> files(Map<String, String> keys, Site site, Workspace workspace) {
    Map<String, String> files = new LinkedHashMap<>(ownFiles(keys));
    files.putAll(MapReduceSettings.siteFiles(site, workspace));
    return files;
  }

  /** The files of the configuration directory that Flink alone reads. */
  static Map<String, String> ownFiles(Map<String, String> keys) {
    return Map.of("config.yaml", yaml(keys), "log4j.properties", LOG4J);
  }

  static String yaml(Map<String, String> keys) {
    return keys.entrySet().stream()
        .map(key -> key.getKey() + ": '" + key.getValue().replace("'", "''") + "'\n")
        .collect(Collectors.joining());
  }

  Map<String, String> environment() {
    return Map.of(
        "JAVA_HOME",
        Path.of(java).getParent().getParent().toString(),
        "FLINK_HOME",
        home.toString(),
        "FLINK_CONF_DIR",
        workspace.configuration().toString(),
        LIBRARIES,
        home.resolve("lib").toString(),
        PLUGINS,
        home.resolve("plugins").toString(),
        "HADOOP_CONF_DIR",
        workspace.configuration().toString());
  }

  /** The command line of a JVM with Flink on its class path. */
  List<String> jvm(List<String> options, String mainClass) {
    return jvm(options, classPath, mainClass);
  }

  private List<String> jvm(List<String> options, String classPath, String mainClass) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(options);
    command.addAll(MODULES);
    command.add("-D" + LOG4J_FILE + "=" + workspace.configuration().resolve("log4j.properties"));
    command.addAll(List.of("-cp", classPath, mainClass));
    return command;
  }

  /**
   * The command line that does what {@code flink run -t local} does, by a class of the program's
   * jar.
   *
   * @param options of the client's JVM, the heap among them
   */
  List<String> local(Program program, List<String> options) {
    List<String> command = jvm(options, classPath + ":" + program.jar(), LOCAL_CLIENT);
    command.addAll(List.of("run", "-t", "local"));
    command.addAll(words(program));
    return command;
  }

  /**
   * The command line that does what {@code flink run -t yarn-application} does, and waits, by a
   * class of the program's jar.
   */
  List<String> application(Program program) {
    List<String> command = jvm(CLIENT_OPTIONS, classPath + ":" + program.jar(), YARN_CLIENT);
    command.addAll(words(program));
    return command;
  }

  /** The options and arguments by which {@code flink run} describes a program. */
  private static List<String> words(Program program) {
    List<String> words = new ArrayList<>();
    program.settings().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> words.add("-D" + setting.getKey() + "=" + setting.getValue()));
    program.libraries().forEach(library -> words.addAll(List.of("-C", "" + library.toUri())));
    words.addAll(List.of("-c", program.mainClass(), program.jar().toString()));
    words.addAll(program.arguments());
    return words;
  }

  /** The command line of {@code flink run}, for a session cluster. */
  List<String> submit(Program program) {
    List<String> command = jvm(CLIENT_OPTIONS, CLIENT);
    command.addAll(List.of("run", "-t", "remote"));
    command.addAll(words(program));
    return command;
  }

  /** The command that prints the memory options which Flink's scripts would give to its daemons. */
  List<String> resources(String query) {
    return List.of(
        java,
        "-cp",
        home.resolve("bin/bash-java-utils.jar") + ":" + home.resolve("lib") + "/*",
        "org.apache.flink.runtime.util.bash.BashJavaUtils",
        query,
        "--configDir",
        workspace.configuration().toString());
  }

  private static final String LOG4J =
      """
      rootLogger.level = INFO
      rootLogger.appenderRef.c.ref = Console
      appender.c.name = Console
      appender.c.type = CONSOLE
      appender.c.target = SYSTEM_ERR
      appender.c.layout.type = PatternLayout
      appender.c.layout.pattern = %d %-5p %c{1} - %m%n
      """;
}
