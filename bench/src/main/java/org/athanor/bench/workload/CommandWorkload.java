// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.words.Template;
import org.athanor.cluster.Command;

/**
 * A command of the user, which a shell runs on the master node with the framework's environment
 * variables. {@code {input}}, {@code {output}}, {@code {work}} and {@code {parts}} are replaced and
 * quoted for the shell. Without a {@code verify} command only the exit status is checked, and an
 * interactive command is never counted as verified.
 */
final class CommandWorkload implements Workload {
  private static final String SIZE = "size";

  private static final List<Parameter> PARAMETERS =
      parameters(
          new Parameter(
              "run",
              Parameter.Type.TEXT,
              "",
              "command for a shell; {input}, {output}, {work} and {parts} are replaced"),
          new Parameter(
              "verify",
              Parameter.Type.TEXT,
              "",
              "command that checks the output; its exit status is 0 if the output is right, 1 if"
                  + " it is wrong"),
          new Parameter("input", Parameter.Type.PATH, "", "path or URI that replaces {input}"),
          new Parameter(
              "interactive",
              Parameter.Type.BOOLEAN,
              "false",
              "whether the command uses the terminal"),
          new Parameter(
              SIZE, Parameter.Type.SIZE, "", "bytes that generator writes, from 1k to 100t"));

  private static final Set<String> PLACEHOLDERS = Set.of("input", "output", "work", "parts");

  private static List<Parameter> parameters(Parameter... own) {
    List<Parameter> all = new ArrayList<>(List.of(own));
    all.addAll(InputCommand.parameters());
    return List.copyOf(all);
  }

  @Override
  public String kind() {
    return "command";
  }

  @Override
  public String description() {
    return "runs a command of yours";
  }

  @Override
  public Set<Api> apis() {
    return Set.of(Api.values());
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public List<String> problems(Map<String, String> given) {
    List<String> problems = Settings.noProblems();
    Settings settings = new Settings(PARAMETERS, given);
    if (settings.get("run").isEmpty()) {
      problems.add("run: is missing; must be a command");
    }
    settings.checkWord("interactive", List.of("true", "false"), problems);
    for (String key : List.of("run", "verify")) {
      String text = settings.text(key);
      new Template(text)
          .problems(PLACEHOLDERS)
          .forEach(problem -> problems.add(key + ": " + problem));
      if (text.contains("{input}") && settings.usersData().isEmpty()) {
        problems.add(key + ": has {input}, but the key input is missing");
      }
    }
    InputCommand.check(settings, problems);
    settings.checkSize(SIZE, 1L << 10, 100L << 40, problems);
    boolean generated = settings.get(InputCommand.KEY).isPresent();
    if (generated != settings.get(SIZE).isPresent()) {
      problems.add(
          generated
              ? SIZE + ": is missing; must be the bytes that generator writes"
              : SIZE + ": needs " + InputCommand.KEY);
    }
    return problems;
  }

  @Override
  public Map<String, String> complete(Map<String, String> given) {
    return new Settings(PARAMETERS, given).all();
  }

  @Override
  public Optional<Dataset> dataset(Map<String, String> given, long seed, String filesystem) {
    Settings settings = new Settings(PARAMETERS, given);
    return settings
        .get("input")
        .map(path -> Datasets.ofUser(path, filesystem, List.of()))
        .or(() -> InputCommand.dataset(settings, seed, List.of()));
  }

  @Override
  public Footprint footprint(Map<String, String> given, long inputBytes) {
    long generated = new Settings(PARAMETERS, given).bytes(SIZE);
    return new Footprint(Math.max(inputBytes, generated), 0, generated);
  }

  @Override
  public Launch launch(Api api, WorkloadRun run) {
    Settings settings = new Settings(PARAMETERS, run.settings());
    return new Launch.Execute(
        shell(settings.text("run"), run), settings.text("interactive").equals("true"));
  }

  @Override
  public Optional<Command> verification(WorkloadRun run) {
    return new Settings(PARAMETERS, run.settings())
        .get("verify")
        .map(command -> shell(command, run));
  }

  @Override
  public boolean usersVerification() {
    return true;
  }

  @Override
  public Optional<String> unavailable(WorkloadTools tools) {
    return Optional.empty();
  }

  private static Command shell(String template, WorkloadRun run) {
    Map<String, List<String>> values =
        Map.of(
            "input", List.of(run.input()),
            "output", List.of(run.output()),
            "work", List.of(run.work()),
            "parts", List.of(Integer.toString(run.parts())));
    return new Command(
        List.of("/bin/sh", "-c", new Template(template).command(values)),
        run.environment(),
        Optional.empty(),
        Optional.empty());
  }
}
