// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs a command line: mistakes become one line that names the argument, and an {@link ExitCode}.
 */
public final class CommandRunner {
  /** The option that shows stack traces, for commands that have it. */
  public static final String DEBUG = "--debug";

  private CommandRunner() {}

  /** Returns the exit code. */
  public static int execute(CommandLine command, PrintStream out, PrintStream err, String... args) {
    command.setExpandAtFiles(false);
    command.setOut(writer(out));
    command.setErr(writer(err));
    command.setParameterExceptionHandler((error, given) -> wrongArguments(error, err));
    command.setExecutionExceptionHandler(
        (error, line, parsed) -> {
          if (debug(parsed)) {
            error.printStackTrace(err);
          }
          return failed(error, line.getCommandSpec().qualifiedName(), err);
        });
    return command.execute(args);
  }

  private static boolean debug(ParseResult parsed) {
    return parsed.asCommandLineList().stream()
        .anyMatch(command -> command.getParseResult().hasMatchedOption(DEBUG));
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

  /** The message of a plain {@link IOException} is for people; others need their type. */
  private static int failed(Exception error, String command, PrintStream err) {
    if (error instanceof UsageException) {
      err.println("athanor: " + error.getMessage());
      return ExitCode.USAGE;
    }
    boolean plain = error.getClass() == IOException.class;
    err.println(command + ": " + (plain ? error.getMessage() : ErrorText.oneLine(error)));
    return ExitCode.FAILED;
  }
}
