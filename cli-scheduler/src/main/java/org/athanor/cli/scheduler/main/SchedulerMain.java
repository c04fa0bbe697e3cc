// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler.main;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.athanor.cli.CommandRunner;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Logging;
import org.athanor.cli.scheduler.AthanorSchedule;
import org.athanor.cli.scheduler.ScheduleCommand;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** The {@code athanor} command for {@code schedule}. */
public final class SchedulerMain {
  private SchedulerMain() {}

  /** Runs one command; the JVM ends with its {@link ExitCode}. */
  public static void main(String[] args) {
    // Programs read the numbers in files and tables, and all messages are in English.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    Logging.setUp(List.of(args).contains(CommandRunner.DEBUG));
    int code;
    try {
      code = execute(System.out, System.err, args);
    } catch (OutOfMemoryError e) {
      System.err.println(
          "athanor schedule: the heap of "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MB is full: set ATHANOR_HEAP to more, such as 8g");
      code = ExitCode.FAILED;
    }
    if (code != ExitCode.SUCCESS) {
      System.exit(code);
    }
  }

  /** Runs one command and returns its {@link ExitCode}. */
  public static int execute(PrintStream out, PrintStream err, String... args) {
    return CommandRunner.execute(commandLine(out, err), out, err, args);
  }

  /** Builds all commands; the {@link CommandRunner} reads {@code --debug}. */
  static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine command =
        new CommandLine(new AthanorSchedule(out, err)).addSubcommand(new ScheduleCommand());
    command
        .getSubcommands()
        .get("schedule")
        .getCommandSpec()
        .addOption(
            OptionSpec.builder(CommandRunner.DEBUG)
                .scopeType(ScopeType.INHERIT)
                .type(boolean.class)
                .description("Show stack traces.")
                .build());
    return command;
  }
}
