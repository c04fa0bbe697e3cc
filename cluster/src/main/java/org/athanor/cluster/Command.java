// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program to start on a node.
 *
 * @param arguments program and arguments; no shell interprets them
 * @param environment variables set in addition to the node's own
 * @param directory absolute working directory; if empty, the node's default
 * @param input the source of standard input
 * @param log file of the node to which standard output and error are appended; its directory is
 *     created if missing. If empty, both are pipes of the {@link NodeProcess}
 */
public record Command(
    List<String> arguments,
    Map<String, String> environment,
    Optional<String> directory,
    Input input,
    Optional<String> log) {

  /** A source of standard input. */
  public enum Input {
    /** A pipe of the {@link NodeProcess}; empty input if the command has a log. */
    PIPE,
    /** Empty input. */
    NOTHING,
    /** The terminal of this process. */
    TERMINAL
  }

  /** A command whose standard input is a pipe. */
  public Command(
      List<String> arguments,
      Map<String, String> environment,
      Optional<String> directory,
      Optional<String> log) {
    this(arguments, environment, directory, Input.PIPE, log);
  }

  public Command {
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException("a command needs a program");
    }
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    for (String name : environment.keySet()) {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw new IllegalArgumentException(
            "variable " + name + ": may contain letters, digits and '_' only");
      }
    }
  }

  public static Command of(String... arguments) {
    return of(List.of(arguments));
  }

  public static Command of(List<String> arguments) {
    return new Command(arguments, Map.of(), Optional.empty(), Optional.empty());
  }

  public Command withEnvironment(Map<String, String> variables) {
    return new Command(arguments, variables, directory, input, log);
  }

  public Command in(String absoluteDirectory) {
    return new Command(arguments, environment, Optional.of(absoluteDirectory), input, log);
  }

  public Command loggedTo(String file) {
    return new Command(arguments, environment, directory, input, Optional.of(file));
  }

  public Command reading(Input from) {
    return new Command(arguments, environment, directory, from, log);
  }
}
