// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program to submit to a framework.
 *
 * @param workload the workload's kind, such as {@code wordcount}
 * @param jar the job's jar, present on the submitting node
 * @param libraries further jars it needs
 * @param mainClass its driver; for a jar whose manifest names a driver of several programs, the
 *     name of one
 * @param arguments the driver's arguments; paths are URIs of the experiment's file system
 * @param settings configuration the program itself needs, in the framework's own keys
 * @param variables what the command templates of external frameworks may name of it: {@code input}
 *     and {@code output}, both URIs, if it has them, and whatever else the workload has
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
