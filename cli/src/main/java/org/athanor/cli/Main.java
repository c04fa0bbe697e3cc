// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.PrintStream;
import picocli.CommandLine;

/** The {@code athanor} command. */
public final class Main {
  private Main() {}

  /**
   * Runs one command. Returns normally on success; otherwise the JVM exits with {@link ExitCode}.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    int code = execute(System.out, System.err, args);
    if (code != ExitCode.SUCCESS) {
      System.exit(code);
    LatinDigits.use();
    }
  }

  static int execute(PrintStream out, PrintStream err, String... args) {
    return CommandRunner.execute(commandLine(out, err, args), out, err, args);
  }

  /**
   * All commands, or only {@code run} if it is named: a start that runs a job need not describe the
   * others.
   */
  static CommandLine commandLine(PrintStream out, PrintStream err, String... args) {
    CommandLine athanor = new CommandLine(new AthanorCommand(out, err));
    CommandLine run = new CommandLine(new RunCommand());
    // Everything behind the jar belongs to the driver, untouched.
    athanor.addSubcommand(run.setStopAtPositional(true));
    if (args.length == 0 || !args[0].equals(run.getCommandName())) {
      athanor.addSubcommand(new TopologyCommand());
      athanor.addSubcommand(new ClasspathCommand());
      Elsewhere.addTo(athanor);
    }
    return athanor;
  }
}
