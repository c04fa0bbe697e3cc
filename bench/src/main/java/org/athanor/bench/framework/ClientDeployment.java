// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.results.Phase;
import org.athanor.results.Reading;

/**
 * A deployment to which a client's command submits programs.
 *
 * @param workspace directories of the deployment
 * @param environment environment variables of the client, and of a user's own commands
 * @param client makes the client's command line for a program
 * @param output parses the client's output
 * @param daemons all processes of the deployment
 */
record ClientDeployment(
    Workspace workspace,
    Map<String, String> environment,
    Function<Program, List<String>> client,
    OutputParser output,
    Processes daemons)
    implements Deployment {

  ClientDeployment {
    environment = Map.copyOf(environment);
  }

  @Override
  public Command submission(Program program) {
    boolean ownCommand = program.api() == Api.COMMAND && !program.arguments().isEmpty();
    List<String> arguments = ownCommand ? program.arguments() : client.apply(program);
    return new Command(
        arguments, environment, Optional.of(workspace.temporary().toString()), Optional.empty());
  }

  @Override
  public Optional<String> errorIn(List<TimedLine> lines) {
    return output.errorIn(lines);
  }

  @Override
  public List<Phase> phases(Instant started, List<TimedLine> lines)
      throws IOException, InterruptedException {
    return output.phases(started, lines);
  }

  @Override
  public Map<String, Reading> measures(List<TimedLine> lines)
      throws IOException, InterruptedException {
    return output.measures(lines);
  }

  @Override
  public Path configuration() {
    return workspace.configuration();
  }

  @Override
  public Optional<String> deadDaemon() {
    try {
      return daemons.deadDaemon();
    } catch (IOException e) {
      return Optional.of("the daemons cannot be checked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    daemons.close();
  }
}
