// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import java.util.Optional;
import org.athanor.simulator.run.RunOutcome;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A line that a process of one variant writes to its standard output, as JSON: a number of jobs and
 * accesses that have ended, and at last the outcome.
 *
 * @param jobs that have ended since the line before
 * @param outcome in the last line only
 */
record RunLine(int jobs, Optional<RunOutcome> outcome) {
  private static final JsonMapper MAPPER = new JsonMapper();

  String text() {
    return MAPPER.writeValueAsString(this);
  }

  /** Reads a line; empty if it is something else, such as a message of the JVM. */
  static Optional<RunLine> read(String text) {
    try {
      return Optional.ofNullable(MAPPER.readValue(text, RunLine.class));
    } catch (JacksonException other) {
      return Optional.empty();
    }
  }
}
