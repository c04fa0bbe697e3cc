// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.athanor.bench.workload.Program;

/**
 * Makes command lines that run MapReduce drivers as {@code hadoop jar} does.
 *
 * @param java the {@code java} command
 * @param options of its JVM, the heap among them
 * @param temporary private directory, in which {@code RunJar} unpacks jars to run them: in {@code
 *     /tmp} another user could be there first
 * @param classPath configuration directory and jars
 */
record HadoopClient(String java, List<String> options, Path temporary, List<String> classPath) {

  HadoopClient {
    options = List.copyOf(options);
    classPath = List.copyOf(classPath);
  }

  private static final String TEMPORARY = "java.io.tmpdir";

  /** The system properties of its command line. */
  static final List<String> PROPERTIES = List.of(TEMPORARY);

  private static final String RUN_JAR = "org.apache.hadoop.util.RunJar";

  /** The command line for a program; its settings become {@code -D} arguments of its driver. */
  List<String> command(Program program) {
    List<String> entries = new ArrayList<>(classPath);
    program.libraries().forEach(library -> entries.add(library.toString()));
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(options);
    command.add("-D" + TEMPORARY + "=" + temporary);
    command.addAll(List.of("-cp", String.join(":", entries), RUN_JAR, program.jar().toString()));
    command.addAll(driver(program, program.settings()));
    return command;
  }

  /**
   * The arguments after the jar: the driver's class, unless the jar's manifest names it, generic
   * options, and the program's arguments.
   */
  static List<String> driver(Program program, Map<String, String> settings) {
    List<String> words = new ArrayList<>();
    if (!mainClass(program.jar()).equals(Optional.of(program.mainClass()))) {
      words.add(program.mainClass());
    }
    settings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> words.add("-D" + setting.getKey() + "=" + setting.getValue()));
    if (!program.libraries().isEmpty()) {
      words.add("-libjars");
      words.add(program.libraries().stream().map(Path::toString).collect(Collectors.joining(",")));
    }
    words.addAll(program.arguments());
    return words;
  }

  private static Optional<String> mainClass(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return Optional.ofNullable(file.getManifest())
          .map(Manifest::getMainAttributes)
          .map(attributes -> attributes.getValue(Attributes.Name.MAIN_CLASS));
    } catch (IOException e) {
      throw new UncheckedIOException(jar + ": " + e.getMessage(), e);
    }
  }
}
