// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program to start on a node.
 *
 * @param arguments program and arguments; no shell looks at them
 * @param environment variables set in addition to the node's own
 * @param directory absolute working directory; else the node's default
 * @param log file of the node to which standard output and error are appended; else both are pipes
 *     of the {@link NodeProcess}
 */
public record Command(
    List<String> arguments,
    Map<String, String> environment,
    Optional<String> directory,
    Optional<String> log) {

  public Command {
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException("a command needs a program");
    }
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  public static Command of(String... arguments) {
    return new Command(List.of(arguments), Map.of(), Optional.empty(), Optional.empty());
  }
}
