// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * One application: short for {@code athanor run} with the jar of the applications and the class of
 * its driver. The driver gets all other arguments, {@code --help} too.
 */
@Command
final class AppCommand implements Callable<Integer> {
  /** The jar of the applications, set by the launcher. */
  static final String PROPERTY = "athanor.applications.jar";

  private final Application application;

  @ParentCommand private AppsCommand apps;

  @Option(names = "-D", paramLabel = "<key=value>")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--conf", paramLabel = "<dir>")
  private Path conf;

  @Option(names = "--json")
  private boolean json;

  @Option(names = "--quiet")
  private boolean quiet;

  // No application has an option -v of its own.
  @Option(names = {"-v", "--verbose"})
  private boolean verbose;

  @Option(names = CommandRunner.DEBUG)
  private boolean debug;

  @Parameters(arity = "0..*")
  private List<String> arguments = new ArrayList<>();

  AppCommand(Application application) {
    this.application = application;
  }

  @Override
  public Integer call() throws UsageException {
    AthanorCommand athanor = apps.athanor();
    String[] line = runLine().toArray(String[]::new);
    return CommandRunner.execute(
        Main.commandLine(athanor.out(), athanor.err(), line), athanor.out(), athanor.err(), line);
  }

  private List<String> runLine() throws UsageException {
    String jar = System.getProperty(PROPERTY);
    if (jar == null) {
      throw new UsageException("apps: works with the athanor launcher only");
    }
    List<String> line = new ArrayList<>(List.of("run"));
    settings.forEach(setting -> line.addAll(List.of("-D", setting)));
    if (conf != null) {
      line.addAll(List.of("--conf", conf.toString()));
    }
    add(json, "--json", line);
    // Help has no jobs to sum up.
    add(quiet || arguments.contains("--help") || arguments.contains("-h"), "--quiet", line);
    add(verbose, "--verbose", line);
    add(debug, CommandRunner.DEBUG, line);
    line.addAll(List.of(jar, application.mainClass()));
    line.addAll(arguments);
    return line;
  }

  private static void add(boolean given, String option, List<String> line) {
    if (given) {
      line.add(option);
    }
  }
}
