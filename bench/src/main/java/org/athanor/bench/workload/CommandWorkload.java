// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cluster.Command;

/**
 * A command of the user, which a shell runs on the master node with the framework's environment
 * variables. {@code {input}}, {@code {output}}, {@code {work}} and {@code {parts}} are replaced and
 * quoted for the shell. Without a {@code verify} command only the exit status is checked, and an
 * interactive command is never counted as verified.
 */
final class CommandWorkload implements Workload {
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              "run",
              Parameter.Type.TEXT,
              "",
              "command for a shell; {input}, {output}, {work} and {parts} are replaced"),
          new Parameter(
              "verify",
              Parameter.Type.TEXT,
              "",
              "command that checks the output; its exit status is 0 if the output is right"),
          new Parameter("input", Parameter.Type.PATH, "", "path or URI that replaces {input}"),
          new Parameter(
              "interactive",
              Parameter.Type.BOOLEAN,
              "false",
              "whether the command uses the terminal"));

  private static final Pattern VARIABLE = Pattern.compile("\\{([a-z]+)\\}");
  private static final List<String> VARIABLES = List.of("input", "output", "work", "parts");

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
      Matcher variable = VARIABLE.matcher(text);
      while (variable.find()) {
        // ${name} is a variable of the shell.
        boolean shell = variable.start() > 0 && text.charAt(variable.start() - 1) == '$';
        if (!shell && !VARIABLES.contains(variable.group(1))) {
          problems.add(
              key
                  + ": unknown placeholder "
                  + variable.group()
                  + "; allowed {"
                  + String.join("}, {", VARIABLES)
                  + "}");
        }
      }
      if (text.contains("{input}") && settings.get("input").isEmpty()) {
        problems.add(key + ": has {input}, but the key input is missing");
      }
    }
    return problems;
  }

  @Override
  public Map<String, String> complete(Map<String, String> given) {
    return new Settings(PARAMETERS, given).all();
  }

  @Override
  public Optional<Dataset> dataset(Map<String, String> given, long seed, String filesystem) {
    return new Settings(PARAMETERS, given)
        .get("input")
        .map(path -> Datasets.ofUser(path, filesystem));
  }

  @Override
  public Footprint footprint(Map<String, String> given, long inputBytes) {
    return new Footprint(inputBytes, 0, 0);
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
  public Optional<String> unavailable(WorkloadTools tools) {
    return Optional.empty();
  }

  private static Command shell(String template, WorkloadRun run) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("input", run.input());
    values.put("output", run.output());
    values.put("work", run.work());
    values.put("parts", Integer.toString(run.parts()));
    String text =
        Pattern.compile("(?<!\\$)" + VARIABLE.pattern())
            .matcher(template)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        values.containsKey(found.group(1))
                            ? quoted(values.get(found.group(1)))
                            : found.group()));
    return new Command(
        List.of("/bin/sh", "-c", text), run.environment(), Optional.empty(), Optional.empty());
  }

  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9_./:@%+=,-]+")
        ? value
        : "'" + value.replace("'", "'\\''") + "'";
  }
}
