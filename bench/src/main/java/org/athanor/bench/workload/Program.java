// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program to submit to a framework.
 *
 * @param workload the workload's kind, such as {@code wordcount}
 * @param jar the program's jar, on the submitting node
 * @param libraries further jars that the program needs
 * @param mainClass the driver's class, or a program's name if the manifest of the jar names a
 *     driver of several programs
 * @param arguments the driver's arguments; paths are URIs of the experiment's file system
 * @param settings configuration that the program itself needs, in the framework's own keys
 * @param variables values of placeholders in the commands of external frameworks: the URIs {@code
 *     input} and {@code output}, if the program has them, and parameters of the workload
 */
public record Program(
    String workload,
    Api api,
    Path jar,
    List<Path> libraries,
    String mainClass,
    List<String> arguments,
    Map<String, String> settings,
    Map<String, String> variables) {

  public Program {
    libraries = List.copyOf(libraries);
    arguments = List.copyOf(arguments);
    settings = Map.copyOf(settings);
    variables = Map.copyOf(variables);
  }
}
