// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.session.Libc;
import org.athanor.cli.session.SessionControl;
import org.athanor.cli.session.SessionPlace;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Starts, shows and ends the session that keeps JVMs warm between commands. */
@Command(
    mixinStandardHelpOptions = true,
    name = "session",
    description = {
      "Keeps JVMs between commands, so that jobs start at once.",
      "While your session runs, `athanor run` and `athanor apps` run drivers in its JVMs, which are",
      "called engines, one driver in each at a time."
    },
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  athanor session start                   starts two engines, which takes some seconds",
      "  athanor run examples wordcount in out   runs in one of them",
      "  athanor run -v job.jar in out           says where it runs, and why",
      "  athanor session status                  shows what the engines do",
      "  athanor session stop                    ends them",
      "",
      "ATHANOR_SESSION=off runs a command without the session, ATHANOR_SESSION=required not",
      "without it. Exit code: 0 success, 1 failure, 2 wrong usage."
    })
final class SessionCommand {
  private static final String HOME_PROPERTY = "athanor.home";

  @ParentCommand private AthanorCommand athanor;

  private SessionControl control() throws IOException, UsageException {
    if (!Libc.isSupported()) {
      throw new UsageException(
          "session: this system is %s on %s; must be Linux on amd64 or aarch64"
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    return new SessionControl(SessionPlace.of(System.getenv()));
  }

  private int print(List<String> lines) {
    lines.forEach(athanor.out()::println);
    return ExitCode.SUCCESS;
  }

  private int fail(String line) {
    athanor.err().println("athanor session: " + line);
    return ExitCode.FAILED;
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = {
        "Starts a session, and waits until an engine is ready.",
        "Its engines have the heap, the options and the Hadoop configuration of this command",
        "(ATHANOR_HEAP, ATHANOR_OPTS, HADOOP_CONF_DIR)."
      })
  int start(
      @Option(
              names = "--engines",
              defaultValue = "2",
              paramLabel = "<n>",
              description = "How many drivers can run at once, 1 to 64 (default: 2).")
          int engines,
      @Option(
              names = "--idle",
              defaultValue = "30",
              paramLabel = "<minutes>",
              description =
                  "Ends after so many minutes without a driver, 1 to 10080 (default: 30).")
          int idle,
      @Parameters(hidden = true, arity = "0..*") List<String> engine)
      throws IOException, InterruptedException, UsageException {
    requireRange("--engines", engines, 64);
    requireRange("--idle", idle, 10_080);
    SessionControl control = control();
    if (engine == null || engine.isEmpty() || !Files.isExecutable(Path.of(engine.get(0)))) {
      throw new UsageException("session start: must be started by the script athanor");
    }
    String configuration = System.getenv().getOrDefault("HADOOP_CONF_DIR", "");
    if (!configuration.isEmpty() && !Path.of(configuration).isAbsolute()) {
      throw new UsageException(
          "session start: HADOOP_CONF_DIR=" + configuration + ": must be an absolute path");
    }
    if (control.runs()) {
      athanor.err().println("a session runs already; athanor session stop ends it");
      return print(control.status());
    }
    String launcher = Path.of(System.getProperty(HOME_PROPERTY, "")).resolve("athanor").toString();
    Optional<String> failure = control.start(launcher, engines, idle * 60L, engine);
    return failure.isPresent() ? fail(failure.get()) : print(control.status());
  }

  private static void requireRange(String option, int value, int most) throws UsageException {
    if (value < 1 || value > most) {
      throw new UsageException(
          "session start: " + option + "=" + value + ": must be from 1 to " + most);
    }
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Shows the session, and what its engines do. Exit code 1 if there is none.")
  int status() throws IOException, UsageException {
    SessionControl control = control();
    return control.runs() ? print(control.status()) : fail("no session runs");
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Ends the session, unless drivers run.")
  int stop(@Option(names = "--force", description = "End drivers that run, too.") boolean force)
      throws IOException, UsageException {
    SessionControl control = control();
    if (!control.runs()) {
      return fail("no session runs");
    }
    return control.stop(force)
        ? ExitCode.SUCCESS
        : fail("drivers run; wait for them, or end them with --force");
  }
}
