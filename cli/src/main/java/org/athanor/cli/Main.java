// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.PrintStream;
import picocli.CommandLine;

/** The {@code athanor} command. */
public final class Main {
  private Main() {}

  /**
   * Runs one command. Returns normally on success, so that threads which a driver has left running
   * may finish as they may under {@code hadoop jar}; otherwise the JVM exits with {@link ExitCode}.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    int code = execute(System.out, System.err, args);
    if (code != ExitCode.SUCCESS) {
      System.exit(code);
    }
  }

  static int execute(PrintStream out, PrintStream err, String... args) {
    return CommandRunner.execute(commandLine(out, err), out, err, args);
  }

  static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine command = new CommandLine(new AthanorCommand(out, err));
    // Everything behind the jar belongs to the driver, untouched.
    command.getSubcommands().get("run").setStopAtPositional(true);
    Elsewhere.addTo(command);
    return command;
  }
}
