// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.PrintStream;
import java.util.Optional;
import picocli.CommandLine;

/** The {@code athanor} command. */
public final class Main {
  private static final String HADOOP = "ATHANOR_HADOOP_CLASSPATH";

  private Main() {}

  /**
   * Runs one command. Returns normally on success; otherwise the JVM exits with {@link ExitCode}.
   *
   * @param args as typed
   */
  public static void main(String[] args) {
    LatinDigits.use();
    int code = execute(System.out, System.err, args);
    if (code != ExitCode.SUCCESS) {
      System.exit(code);
    }
  }

  /**
   * Runs one command; the JVM does not exit after it.
   *
   * @return its exit code
   */
  public static int execute(PrintStream out, PrintStream err, String... args) {
    try {
      return CommandRunner.execute(commandLine(out, err, args), out, err, args);
    } catch (NoClassDefFoundError e) {
      return withoutClass(e, Optional.ofNullable(System.getenv(HADOOP)), err);
    }
  }

  /**
   * Names the class path in which a class of Hadoop's, or one that these need, is missing.
   *
   * @param hadoop the class path that the user has named for Hadoop
   * @throws NoClassDefFoundError if that is not the reason
   */
  static int withoutClass(NoClassDefFoundError error, Optional<String> hadoop, PrintStream err) {
    if (hadoop.filter(path -> !path.isEmpty()).isEmpty()) {
      throw error;
    }
    err.println(
        "athanor: "
            + HADOOP
            + "="
            + hadoop.get()
            + ": lacks "
            + String.valueOf(error.getMessage()).replace('/', '.')
            + "; must be what `hadoop classpath` prints");
    return ExitCode.USAGE;
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
      athanor.addSubcommand(AppsCommand.commandLine());
      athanor.addSubcommand(new DoctorCommand());
      athanor.addSubcommand(new SessionCommand());
      athanor.addSubcommand(new TopologyCommand());
      athanor.addSubcommand(new ClasspathCommand());
      LauncherCommands.addTo(athanor);
    }
    return athanor;
  }
}
