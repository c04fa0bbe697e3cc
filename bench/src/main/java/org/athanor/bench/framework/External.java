// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.framework.ExternalDefinition.ExternalDaemon;
import org.athanor.bench.words.Template;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.JavaRange;
import org.athanor.results.Phase;

/**
 * A framework that the user has installed and describes by commands, because it cannot be
 * downloaded or Athanor does not know it.
 */
final class External implements Framework {

  static final String KIND = "external";
  static final String MODE = "commands";

  private static final JavaRange JAVA = new JavaRange(8, Integer.MAX_VALUE);
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  private final ExternalDefinition definition;
  private final Optional<String> home;
  private final JavaHome java;

  External(ExternalDefinition definition, Optional<String> home, JavaHome java) {
    this.definition = definition;
    this.home = home;
    this.java = java;
  }

  /** The name in its description, which distinguishes the external frameworks of an experiment. */
  @Override
  public String kind() {
    return definition.name();
  }

  @Override
  public String mode() {
    return MODE;
  }

  @Override
  public String version() {
    return definition.version();
  }

  @Override
  public Api api() {
    return definition.api();
  }

  @Override
  public Optional<String> unsupported(String workload) {
    Optional<Workload> submitted = Workloads.find(workload).filter(Workloads::submitted);
    if (submitted.isEmpty()) {
      return Optional.empty();
    }
    Optional<Template> command = definition.submission(workload);
    if (command.isEmpty()) {
      return Optional.of(
          definition.name() + " has no command for " + workload + ", and no default");
    }
    return command.get().problems(ExternalReader.placeholders(submitted.get())).stream()
        .findFirst()
        .map(what -> definition.name() + ": submit: " + what);
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    if (java.chosen().isPresent()) {
      for (Node node : site.nodes()) {
        java.problem(node, site.mark(), definition.name(), JAVA).ifPresent(problems::add);
      }
    }
    if (definition.check().isPresent()) {
      ExternalValues values = new ExternalValues(site, workDirectories(site), home, java);
      for (Node node : site.nodes()) {
        String check = definition.check().get().command(values.of(node));
        CommandResult result = node.run(site.mark(), shell(check, Map.of()), COMMAND_TIMEOUT);
        if (result.status() != 0) {
          problems.add(
              String.format(
                  Locale.ROOT,
                  "%s: %s: check failed with status %d: %s",
                  node.name(),
                  definition.name(),
                  result.status(),
                  lastLine(result)));
        }
      }
    }
    return problems;
  }

  /** The directories that a deployment would have; a check does not need them to exist. */
  private static Workspace workDirectories(Site site) {
    return Workspace.notCreated(site, KIND);
  }

  private static String lastLine(CommandResult result) {
    return LastWords.of(result.errors())
        .or(() -> LastWords.of(result.output()))
        .orElse("no output");
  }

  @Override
  public void install(Site site) {
    // The user has installed it; problems() has checked that.
  }

  @Override
  public String processes(NodeShare share) {
    return "as its description says";
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Workspace workspace = Workspace.reserve(site, KIND);
    ExternalValues values = new ExternalValues(site, workspace, home, java);
    Map<String, List<String>> master = values.of(site.master());
    Map<String, String> files = new LinkedHashMap<>();
    definition.files().forEach((name, template) -> files.put(name, template.file(master)));
    workspace.publish(files);
    Map<String, String> environment = new LinkedHashMap<>();
    definition
        .environment()
        .forEach((name, template) -> environment.put(name, template.file(master)));
    Daemons daemons = new Daemons(site, KIND);
    ExternalProcesses running =
        new ExternalProcesses(definition, daemons, site, master, environment);
    try {
      start(site, workspace, values, environment, daemons);
    } catch (IOException failed) {
      throw notStopped(running)
          .map(
              left ->
                  new IOException(
                      failed.getMessage() + "; stopping it failed, too: " + left.getMessage(),
                      failed))
          .orElse(failed);
    } catch (InterruptedException | RuntimeException | Error failed) {
      notStopped(running).ifPresent(failed::addSuppressed);
      throw failed;
    }
    return new ClientDeployment(
        workspace,
        environment,
        program -> List.of("sh", "-c", values.submission(definition, program)),
        new Output(definition),
        running);
  }

  /** Ends what was started; returns why something may still run. */
  private static Optional<IOException> notStopped(ExternalProcesses running) {
    try {
      running.close();
      return Optional.empty();
    } catch (IOException failed) {
      return Optional.of(failed);
    }
  }

  private void start(
      Site site,
      Workspace workspace,
      ExternalValues values,
      Map<String, String> environment,
      Daemons daemons)
      throws IOException, InterruptedException {
    Map<String, List<String>> master = values.of(site.master());
    for (Template command : definition.start()) {
      String line = command.command(master);
      CommandResult result =
          site.master().run(daemons.mark(), shell(line, environment), START_TIMEOUT);
      if (result.status() != 0) {
        throw new IOException(
            definition.name()
                + ": start command failed with status "
                + result.status()
                + ": "
                + line
                + ": "
                + lastLine(result));
      }
    }
    int number = 0;
    for (ExternalDaemon daemon : definition.daemons()) {
      for (Node node : daemon.everywhere() ? site.workers() : List.of(site.master())) {
        String log = workspace.logs().resolve(daemon.name() + "-" + number++ + ".log").toString();
        Command run =
            shell(daemon.run().command(values.of(node)), environment)
                .in(workspace.temporary().toString())
                .loggedTo(log);
        daemons.start(daemon.name(), node, run);
      }
    }
    if (definition.health().isPresent()) {
      Command health = shell(definition.health().get().command(master), environment);
      daemons.await(
          definition.name(),
          START_TIMEOUT,
          () -> site.master().run(daemons.mark(), health, COMMAND_TIMEOUT).status() == 0);
    }
  }

  static Command shell(String line, Map<String, String> environment) {
    return Command.of("sh", "-c", line).withEnvironment(environment);
  }

  /** Finds errors by the patterns of the description. */
  private record Output(ExternalDefinition definition) implements OutputParser {

    @Override
    public Optional<String> errorIn(List<Deployment.TimedLine> output) {
      return definition.errors().stream()
          .flatMap(pattern -> OutputParser.firstMatch(pattern, output).stream())
          .findFirst();
    }

    @Override
    public List<Phase> phases(Instant started, List<Deployment.TimedLine> output) {
      return List.of();
    }
  }
}
