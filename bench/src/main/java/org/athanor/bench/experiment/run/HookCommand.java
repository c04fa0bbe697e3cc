// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.athanor.cluster.Command;
import org.athanor.cluster.ShellWord;

/**
 * A command of the user, for a shell, with variables that may be secrets. A node's other users can
 * see the command lines of processes, so the variables are sent by standard input, and only the
 * command itself is on a command line. Immutable.
 *
 * @param script text for {@code sh -c}; its standard input is empty, and its standard error is
 *     merged with its output, in order
 * @param variables name, of letters, digits and '_', and value
 */
record HookCommand(String script, Map<String, String> variables) {
  /** The last assignment, without which a part has been lost with the connection. */
  private static final String END = "athanor_sent=all";

  /** Reads assignments to their end, and runs the command in {@code $1} with them. */
  private static final String SHELL =
      "unset athanor_sent; eval \"$(cat)\";"
          + " [ \"$athanor_sent\" = all ] || { echo its variables have not arrived; exit 1; };"
          + " unset athanor_sent; exec sh -c \"$1\" </dev/null 2>&1";

  /** The process to start, to which {@link #send} must then give the variables. */
  Command command() {
    return Command.of("sh", "-c", SHELL, "sh", script);
  }

  /**
   * Sends the variables and closes the stream.
   *
   * @param input standard input of the process
   * @throws IOException if the process has ended, or cannot be reached
   */
  void send(OutputStream input) throws IOException {
    StringBuilder assignments = new StringBuilder();
    variables.forEach(
        (name, value) ->
            assignments
                .append("export ")
                .append(name)
                .append('=')
                .append(ShellWord.quoted(value))
                .append('\n'));
    assignments.append(END).append('\n');
    try (input) {
      input.write(assignments.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
