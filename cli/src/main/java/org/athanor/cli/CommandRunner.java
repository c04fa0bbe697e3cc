// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs a command line: mistakes become one line that names the argument, and an {@link ExitCode}.
 */
public final class CommandRunner {
  private CommandRunner() {}

  /** Returns the exit code. */
  public static int execute(CommandLine command, PrintStream out, PrintStream err, String... args) {
    command.setExpandAtFiles(false);
    command.setOut(writer(out));
    command.setErr(writer(err));
    command.setParameterExceptionHandler((error, given) -> wrongArguments(error, err));
    command.setExecutionExceptionHandler((error, line, parsed) -> failed(error, err));
    return command.execute(args);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, Charset.defaultCharset());
  }

  private static int wrongArguments(ParameterException error, PrintStream err) {
    CommandLine command = error.getCommandLine();
    err.println(command.getCommandSpec().qualifiedName() + ": " + explain(error, command));
    return ExitCode.USAGE;
  }

  private static String explain(ParameterException error, CommandLine command) {
    String help = " (see " + command.getCommandSpec().qualifiedName() + " --help)";
    if (error instanceof MissingParameterException missing && missing.getMissing().isEmpty()) {
      return "a command is missing: " + commands(command) + help;
    }
    if (error instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String argument = unmatched.getUnmatched().get(0);
      if (unmatched.isUnknownOption()) {
        return "unknown option " + argument + help;
      }
      if (!command.getSubcommands().isEmpty()) {
        return "unknown command " + argument + ": must be " + commands(command) + help;
      }
      return "unexpected argument " + argument + help;
    }
    return error.getMessage() + help;
  }

  private static String commands(CommandLine command) {
    return String.join(" or ", command.getSubcommands().keySet());
  }

  private static int failed(Exception error, PrintStream err) {
    if (error instanceof UsageException) {
      err.println("athanor: " + error.getMessage());
      return ExitCode.USAGE;
    }
    err.println("athanor: " + ErrorText.oneLine(error));
    return ExitCode.FAILED;
  }
}
