// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program to submit to a framework.
 *
 * @param jar the job's jar, present on the submitting node
 * @param libraries further jars it needs
 * @param mainClass its driver
 * @param arguments the driver's arguments; paths are URIs of the experiment's file system
 * @param settings configuration the program itself needs, in the framework's own keys
 */
public record Program(
    Api api,
    Path jar,
    List<Path> libraries,
    String mainClass,
    List<String> arguments,
    Map<String, String> settings) {

  public Program {
    libraries = List.copyOf(libraries);
    arguments = List.copyOf(arguments);
    settings = Map.copyOf(settings);
  }
}
