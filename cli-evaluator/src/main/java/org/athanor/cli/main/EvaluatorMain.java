// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.main;

import java.io.PrintStream;
import java.util.Locale;
import org.athanor.cli.CommandRunner;
import org.athanor.cli.ExitCode;
import org.athanor.cli.bench.BenchCommand;
import org.athanor.cli.cluster.ClusterCommand;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.profile.AdviseCommand;
import org.athanor.cli.profile.ProfileCommand;
import org.athanor.cli.simulate.SimulateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/**
 * The {@code athanor} command for {@code advise}, {@code bench}, {@code cluster}, {@code profile}
 * and {@code simulate}.
 */
public final class EvaluatorMain {
  private EvaluatorMain() {}

  /** Runs one command; the JVM ends with its {@link ExitCode}. */
  public static void main(String[] args) {
    // Programs read the numbers in files and tables, and all messages are in English.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    int code;
    try {
      code = execute(System.out, System.err, args);
    } catch (OutOfMemoryError e) {
      System.err.println(
          "athanor: the heap of "
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

  /** Builds all commands; the {@link CommandRunner} reads {@code --debug} of {@code bench}. */
  static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine command =
        new CommandLine(new EvaluatorCommand(out, err))
            .addSubcommand(new AdviseCommand())
            .addSubcommand(new BenchCommand())
            .addSubcommand(new ClusterCommand())
            .addSubcommand(new ProfileCommand())
            .addSubcommand(new SimulateCommand());
    command
        .getSubcommands()
        .get("bench")
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
