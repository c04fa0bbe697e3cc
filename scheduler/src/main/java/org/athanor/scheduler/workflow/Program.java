// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a job runs. */
public sealed interface Program {

  /**
   * A MapReduce program.
   *
   * @param mainClass empty for that of the jar's manifest
   */
  record Jar(String jar, Optional<String> mainClass, List<String> arguments) implements Program {}

  /** Commands for Hadoop Streaming. The job has inputs and one output. */
  record Streaming(
      String mapper, Optional<String> combiner, Optional<String> reducer, List<String> files)
      implements Program {}

  /**
   * A Spark program.
   *
   * @param program a jar or a Python file
   * @param mainClass empty for that of the jar's manifest
   */
  record Spark(String program, Optional<String> mainClass, List<String> arguments)
      implements Program {}

  /**
   * A program of the system.
   *
   * @param command the program and its arguments, at least one
   */
  record Shell(List<String> command) implements Program {}

  /**
   * Another workflow.
   *
   * @param parameters values for parameters of that file
   */
  record Nested(String file, Map<String, String> parameters) implements Program {}
}
