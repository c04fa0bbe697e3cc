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
    }
  }

  static int execute(PrintStream out, PrintStream err, String... args) {
    return CommandRunner.execute(commandLine(out, err, args), out, err, args);
  }

  /**
   * Builds all commands, or only {@code run} if that is the first argument: building the others
   * would delay the start of a job.
   */
  static CommandLine commandLine(PrintStream out, PrintStream err, String... args) {
    CommandLine athanor = new CommandLine(new AthanorCommand(out, err));
    CommandLine run = new CommandLine(new RunCommand());
    // The driver gets everything after the jar unchanged.
    athanor.addSubcommand(run.setStopAtPositional(true));
    if (args.length == 0 || !args[0].equals(run.getCommandName())) {
      athanor.addSubcommand(new TopologyCommand());
      athanor.addSubcommand(new ClasspathCommand());
      EvaluatorCommands.addTo(athanor);
    }
    return athanor;
  }
}
