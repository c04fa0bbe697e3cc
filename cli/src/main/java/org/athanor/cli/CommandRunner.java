// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Set;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs a command line. A mistake in it is reported as one line that names the argument, and as an
 * {@link ExitCode}.
 */
public final class CommandRunner {
  /** The option that shows stack traces, for commands that have it. */
  public static final String DEBUG = "--debug";

  static final String OUTPUT_FAILED = "standard output cannot be written; is the disk full?";

  private static final int WIDTH = 100;

  private CommandRunner() {}

  /** Runs the command and returns its exit code. */
  public static int execute(CommandLine command, PrintStream out, PrintStream err, String... args) {
    command.setExpandAtFiles(false);
    command.setUsageHelpWidth(WIDTH);
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
    command.setExecutionStrategy(
        parsed -> {
          requireCommand(parsed);
          return new RunLast().execute(parsed);
        });
    int code = command.execute(args);
    ParseResult parsed = command.getParseResult();
    // A PrintStream reports failed writes through checkError() only.
    if (parsed == null || !writesOutput(lastOf(parsed)) || !out.checkError()) {
      return code;
    }
    // No message if a reader such as head has closed the pipe; other tools print none either.
    if (!isBrokenPipe(out)) {
      err.println(lastOf(parsed).getCommandSpec().qualifiedName() + ": " + OUTPUT_FAILED);
    }
    return code == ExitCode.SUCCESS ? ExitCode.FAILED : code;
  }

  private static boolean isBrokenPipe(PrintStream out) {
    if (out != System.out) {
      return false;
    }
    try (OutputStream again = new FileOutputStream(FileDescriptor.out)) {
      again.write('\n');
      return false;
    } catch (IOException e) {
      return "Broken pipe".equals(e.getMessage());
    }
  }

  /** Whether the command itself writes standard output, not the driver that it runs. */
  private static boolean writesOutput(CommandLine command) {
    Object user = command.getCommand();
    return asksForHelp(command) || !(user instanceof RunCommand || user instanceof AppCommand);
  }

  private static CommandLine lastOf(ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    return commands.get(commands.size() - 1);
  }

  private static boolean asksForHelp(CommandLine command) {
    return command.isUsageHelpRequested() || command.isVersionHelpRequested();
  }

  /** Rejects a line without a subcommand, unless it asks for help or the version. */
  private static void requireCommand(ParseResult parsed) {
    CommandLine last = lastOf(parsed);
    if (last.getSubcommands().isEmpty()) {
      return;
    }
    List<String> unmatched = last.getParseResult().unmatched();
    if (!unmatched.isEmpty()) {
      throw new UnmatchedArgumentException(last, unmatched);
    }
    if (!asksForHelp(last)) {
      throw new ParameterException(last, "a command is missing: " + commands(last));
    }
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
    if (error instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String argument = unmatched.getUnmatched().get(0);
      if (unmatched.isUnknownOption()) {
        return "unknown option " + argument + help;
      }
      if (!command.getSubcommands().isEmpty()) {
        return "unknown command "
            + argument
            + ": must be "
            + commands(command)
            + hint(argument, command.getSubcommands().keySet())
            + help;
      }
      return "unexpected argument " + argument + help;
    }
    return error.getMessage() + help;
  }

  private static String hint(String argument, Set<String> commands) {
    return commands.stream()
        .filter(command -> isNear(argument, command))
        .findFirst()
        .map(command -> "; did you mean " + command + "?")
        .orElse("");
  }

  /** Whether one letter is missing, extra or wrong, two are swapped, or the end is missing. */
  private static boolean isNear(String argument, String command) {
    int shorter = Math.min(argument.length(), command.length());
    int longer = Math.max(argument.length(), command.length());
    int start = 0;
    while (start < shorter && argument.charAt(start) == command.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && argument.charAt(argument.length() - 1 - end)
            == command.charAt(command.length() - 1 - end)) {
      end++;
    }
    int different = longer - start - end;
    return different <= 1 || (different == 2 && shorter == longer) || command.startsWith(argument);
  }

  private static String commands(CommandLine command) {
    return String.join(" or ", command.getSubcommands().keySet());
  }

  /** Prints the message of a plain {@link IOException} alone, that of others with their type. */
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
