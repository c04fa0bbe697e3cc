// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.Command;

/**
 * Athanor's own programs on the master node: generators and checks, which run as separate processes
 * with Hadoop's client on their class path.
 *
 * @param lib directory with {@code workloads}, {@code examples} and {@code hadoop}
 * @param java the {@code java} command that runs them, such as {@code
 *     /usr/lib/jvm/java-17/bin/java}
 * @param configuration directory with the file system's {@code core-site.xml}, if it has one
 * @param artifacts directories of the jars that a workload needs beside them, by the names in
 *     {@link Workload#artifacts}
 */
public record WorkloadTools(
    Path lib, String java, Optional<String> configuration, Map<String, Path> artifacts) {

  static final String GENERATE = "org.athanor.workloads.Generate";
  static final String VERIFY = "org.athanor.workloads.Verify";
  static final String IO_RATES = "org.athanor.workloads.IoRates";
  static final String JOB_TIMES = "org.athanor.workloads.JobTimes";
  static final String HS_TIMES = "org.athanor.workloads.HsTimes";
  static final String ITERATIONS = "org.athanor.workloads.Iterations";
  private static final String INPUT_SIZE = "org.athanor.workloads.InputSize";
  private static final String LOAD_GENERATOR = "org.athanor.workloads.stream.LoadGenerator";
  private static final String LOG_WARNINGS = "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn";

  /**
   * Tests whether a file exists, or what else Hadoop's shell can test. The shell needs a
   * core-site.xml, and its log messages would hide its error message. The directory is for this
   * user alone.
   *
   * @param prepare a command that writes more into {@code $d}
   * @param tests commands that call {@code shell}
   */
  private static String test(String prepare, String tests) {
    return "d=$(mktemp -d) && echo '<configuration/>' > \"$d/core-site.xml\""
        + " && echo log4j.rootLogger=OFF > \"$d/log4j.properties\" && "
        + prepare
        + " && java=$1 && jars=$2 && shift 2"
        + " && shell() { \"$java\" -cp \"$d:$jars\" org.apache.hadoop.fs.FsShell"
        + " -Dipc.client.connect.max.retries=0 \"$@\"; }"
        + " && "
        + tests
        + "; status=$?; rm -rf \"$d\"; exit $status";
  }

  public WorkloadTools {
    artifacts = Map.copyOf(artifacts);
  }

  /** Tools of a workload that needs nothing else. */
  public WorkloadTools(Path lib, String java, Optional<String> configuration) {
    this(lib, java, configuration, Map.of());
  }

  /**
   * The same tools with more jars.
   *
   * @param directories of sets of artifacts, by their names
   */
  public WorkloadTools with(Map<String, Path> directories) {
    return new WorkloadTools(lib, java, configuration, directories);
  }

  Command command(String mainClass, List<String> arguments) {
    return command(mainClass, arguments, List.of());
  }

  /**
   * The command of a program.
   *
   * @param more jars that it needs, which come last on its class path
   */
  Command command(String mainClass, List<String> arguments, List<Path> more) {
    List<String> entries = new ArrayList<>(List.of(classPath()));
    more.forEach(jar -> entries.add(jar.toString()));
    List<String> line = new ArrayList<>();
    line.add(java);
    line.add("-XX:+UseParallelGC");
    line.add("-cp");
    line.add(String.join(":", entries));
    line.add(mainClass);
    line.addAll(arguments);
    return new Command(line, Map.of(), Optional.empty(), Optional.empty());
  }

  /**
   * The command that measures a file or the files of a directory, without those whose names begin
   * with {@code _} or a dot, and writes a line {@code input N bytes}.
   *
   * @param below whether files in directories below count too
   */
  public Command size(String uri, boolean below) {
    return command(INPUT_SIZE, List.of("--subdirectories", Boolean.toString(below), uri));
  }

  /**
   * The command that succeeds if Hadoop's client finds a file or directory at a URI; otherwise it
   * prints the reason, if there is one.
   */
  Command exists(String uri) {
    String script = test("true", "shell \"$@\"");
    return Command.of("sh", "-c", script, "sh", java, classPath(), "-test", "-e", uri);
  }

  /**
   * The command that succeeds if there is a directory at a URI in which Hadoop's client can write;
   * otherwise it prints the reason, if there is one. It reads the client's {@code hdfs-site.xml}
   * from its standard input: all users of the node can see its arguments.
   */
  public Command writable(String uri) {
    String script =
        test("cat > \"$d/hdfs-site.xml\"", "shell -test -d \"$1\" && shell -test -w \"$1\"");
    return Command.of("sh", "-c", script, "sh", java, classPath(), uri);
  }

  /**
   * The command of the load generator.
   *
   * @param kafka directory of Kafka's jars
   */
  public Command loadGenerator(Path kafka, List<String> arguments) {
    List<String> line = new ArrayList<>(List.of(java, "-Xmx512m"));
    line.addAll(List.of("-XX:+ExitOnOutOfMemoryError", LOG_WARNINGS, "-cp"));
    line.add(lib + "/workloads/*:" + kafka + "/*");
    line.add(LOAD_GENERATOR);
    line.addAll(arguments);
    return Command.of(line);
  }

  private String classPath() {
    String jars = lib + "/workloads/*:" + lib + "/examples/*:" + lib + "/hadoop/*";
    return configuration.map(directory -> directory + ":" + jars).orElse(jars);
  }

  /** The jar with this project's programs. */
  Path programs() {
    return jar("workloads", "athanor-workloads-*.jar").orElse(missing("athanor-workloads"));
  }

  /** The jar with Hadoop's examples. */
  Path examples() {
    return jar("examples", "hadoop-mapreduce-examples-*.jar")
        .orElse(missing("hadoop-mapreduce-examples"));
  }

  /** The jar with Hadoop's TestDFSIO; empty if this installation has none. */
  Optional<Path> dfsio() {
    return jar("workloads", "hadoop-mapreduce-client-jobclient-*-tests.jar");
  }

  /** The jars of a set of artifacts, in the order of their names; none if it was not asked for. */
  List<Path> artifact(String name) {
    Path directory = artifacts.get(name);
    return directory == null ? List.of() : jars(directory, "*.jar");
  }

  private Path missing(String name) {
    return lib.resolve(name + ".jar");
  }

  private Optional<Path> jar(String directory, String glob) {
    Path jars = lib.resolve(directory);
    return Files.isDirectory(jars) ? jars(jars, glob).stream().findFirst() : Optional.empty();
  }

  private static List<Path> jars(Path directory, String glob) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
      List<Path> sorted = new ArrayList<>();
      found.forEach(sorted::add);
      return sorted.stream().sorted().toList();
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }
}
