// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.examples.ExampleDriver;

/**
 * A finished run of the command in a JVM of its own, without this module's test classes.
 *
 * @param code the exit code
 */
record Athanor(int code, String out, String err) {
  private static final int TIMEOUT_SECONDS = 120;

  /** Runs the command with a working directory, which also takes its temporary files. */
  static Athanor run(Path directory, String... arguments) throws IOException, InterruptedException {
    return run(directory, List.of(), arguments);
  }

  /** As above, with more options for the JVM. */
  static Athanor run(Path directory, List<String> jvmOptions, String... arguments)
      throws IOException, InterruptedException {
    return run(
        directory, command(directory, jvmOptions, arguments), directory.resolve("stdout").toFile());
  }

  /** Builds a process in the directory, without the settings of the user who runs the test. */
  static ProcessBuilder builder(Path directory, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeAll(List.of("HADOOP_CONF_DIR", "JAVA_TOOL_OPTIONS"));
    return builder;
  }

  /** The command line of {@link #run}. */
  static List<String> command(Path directory, List<String> jvmOptions, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // As the launcher does, so that the JVM does not warn about Hadoop.
    command.add("--enable-native-access=ALL-UNNAMED");
    if (Runtime.version().feature() >= 23) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
    command.add("-D" + ExamplesJar.PROPERTY + "=" + locationOf(ExampleDriver.class));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath(), Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs the command with the device that is always full as its standard output. */
  static Athanor runWithFullDisk(Path directory, String... arguments)
      throws IOException, InterruptedException {
    return run(directory, command(directory, List.of(), arguments), new File("/dev/full"));
  }

  private static Athanor run(Path directory, List<String> command, File out)
      throws IOException, InterruptedException {
    File err = directory.resolve("stderr").toFile();
    Process process = builder(directory, command).redirectOutput(out).redirectError(err).start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(
          "did not end within " + TIMEOUT_SECONDS + " s: " + Files.readString(err.toPath()));
    }
    return new Athanor(
        process.exitValue(),
        out.isFile() ? Files.readString(out.toPath()) : "",
        Files.readString(err.toPath()));
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(
            path -> !path.endsWith("test-classes") && !path.contains("hadoop-mapreduce-examples"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path locationOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
