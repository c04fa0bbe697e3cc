// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Command;

/**
 * A workload of the user: a jar with a program for each of some APIs, and with a check. The entry
 * of the experiment is all that Athanor has to know about it.
 */
final class UsersWorkload extends StandardWorkload {
  private static final String JAR = "jar";
  private static final String CHECK = "check";
  private static final String DATA = "data";
  private static final String FALLBACK_DATA = "text";
  private static final String OPTIONS = "options";
  private static final String CLASS =
      "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)+";

  /** Options that programs and checks have anyway. */
  private static final Set<String> COMMON = Set.of("input", "output", "parts", "work", "reference");

  /** Parameters that name a program. */
  private static final Map<String, Api> PROGRAMS = new LinkedHashMap<>();

  /** Generators whose data is one directory of files. */
  private static final List<String> KINDS =
      List.of("text", "sequence", "tera", "kronecker", "powerlaw", "gaussian", "reads", "mesh");

  static {
    PROGRAMS.put("mapreduce", Api.MAPREDUCE);
    PROGRAMS.put("spark", Api.SPARK);
    PROGRAMS.put("flink", Api.FLINK);
  }

  UsersWorkload() {
    super("program", "", "runs programs of yours, and checks them", own());
  }

  private static List<Parameter> own() {
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(
        new Parameter(
            JAR,
            Parameter.Type.PATH,
            "",
            "the jar with programs and check, at this path on the master"));
    PROGRAMS.forEach(
        (name, api) ->
            parameters.add(
                new Parameter(
                    name,
                    Parameter.Type.TEXT,
                    "",
                    "the class of the program for " + label(api) + ", with its package")));
    parameters.add(
        new Parameter(
            CHECK,
            Parameter.Type.TEXT,
            "",
            "the class of the check, with its package; it is an OutputCheck"));
    parameters.add(
        new Parameter(
            OPTIONS,
            Parameter.Type.TEXT,
            "",
            "options of programs and check, such as --least 3; each has a value without blanks"));
    parameters.add(
        new Parameter(
            DATA,
            Parameter.Type.TEXT,
            "",
            "data to generate: " + String.join(", ", KINDS) + "; by default " + FALLBACK_DATA));
    parameters.add(size("1g"));
    parameters.add(input("files of the form that the programs read"));
    return parameters;
  }

  private static String label(Api api) {
    return switch (api) {
      case MAPREDUCE -> "MapReduce";
      case SPARK -> "Spark";
      case FLINK -> "Flink";
      case HIVE, COMMAND -> throw new IllegalArgumentException(api.name());
    };
  }

  @Override
  public Set<Api> apis() {
    return EnumSet.copyOf(PROGRAMS.values());
  }

  @Override
  public Set<Api> apis(Map<String, String> given) {
    Set<Api> apis = EnumSet.of(Api.COMMAND);
    PROGRAMS.forEach(
        (name, api) -> {
          if (given.containsKey(name)) {
            apis.add(api);
          }
        });
    return apis;
  }

  @Override
  void check(Settings settings, List<String> problems) {
    if (settings.get(JAR).isEmpty()) {
      problems.add(JAR + ": is missing; must be the path of the jar with programs and check");
    }
    if (PROGRAMS.keySet().stream().allMatch(name -> settings.get(name).isEmpty())) {
      problems.add(
          "there is no program; name the class of one with "
              + String.join(", ", PROGRAMS.keySet()));
    }
    if (settings.get(CHECK).isEmpty()) {
      problems.add(CHECK + ": is missing; must be the class of the check: no time counts without");
    }
    for (String name : classKeys()) {
      if (settings.get(name).filter(text -> !text.matches(CLASS)).isPresent()) {
        problems.add(name + ": must be the name of a class with its package");
      }
    }
    settings.checkWord(DATA, KINDS, problems);
    Optional<String> users = settings.usersData();
    if (settings.get(DATA).isPresent() && users.isPresent()) {
      problems.add(
          DATA
              + ": cannot be used together with "
              + users.get()
              + ": Athanor does not generate that input");
    }
    optionProblem(settings).ifPresent(problem -> problems.add(OPTIONS + ": " + problem));
  }

  private static List<String> classKeys() {
    List<String> keys = new ArrayList<>(PROGRAMS.keySet());
    keys.add(CHECK);
    return keys;
  }

  private static List<String> words(Settings settings) {
    String text = settings.text(OPTIONS).strip();
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+", -1));
  }

  private static Optional<String> optionProblem(Settings settings) {
    List<String> words = words(settings);
    for (int i = 0; i < words.size(); i += 2) {
      if (!words.get(i).matches("--[a-z][a-z0-9-]*") || i + 1 == words.size()) {
        return Optional.of("must be names and values, such as --least 3");
      }
      if (COMMON.contains(words.get(i).substring(2))) {
        return Optional.of(words.get(i) + " is set by Athanor; use another name");
      }
    }
    return Optional.empty();
  }

  @Override
  Map<String, String> options(WorkloadRun run, Settings settings) {
    List<String> words = words(settings);
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i + 1 < words.size(); i += 2) {
      options.put(words.get(i).substring(2), words.get(i + 1));
    }
    return options;
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    String kind = settings.get(DATA).orElse(FALLBACK_DATA);
    return Datasets.generated(kind, "random " + kind, settings.bytes("size"), List.of(), seed);
  }

  @Override
  Path jar(WorkloadRun run, Settings settings) {
    return Path.of(settings.text(JAR));
  }

  @Override
  List<Path> libraries(Api api, WorkloadRun run, Settings settings) {
    return List.of();
  }

  @Override
  String mainClass(Api api, String packageName, Settings settings) {
    return PROGRAMS.entrySet().stream()
        .filter(program -> program.getValue() == api)
        .map(program -> settings.text(program.getKey()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public List<Path> files(Map<String, String> given) {
    return settings(given).get(JAR).map(Path::of).stream().toList();
  }

  @Override
  public List<String> classes(Map<String, String> given) {
    Settings settings = settings(given);
    return classKeys().stream().flatMap(name -> settings.get(name).stream()).toList();
  }

  /** The expected result is not stored: only the user knows when the check has changed. */
  @Override
  public Optional<Command> verification(WorkloadRun run) {
    Settings settings = settings(run.settings());
    List<String> arguments = new ArrayList<>(List.of(settings.text(CHECK)));
    arguments.addAll(List.of("--input", run.input(), "--output", run.output()));
    arguments.addAll(List.of("--parts", Integer.toString(parts(run, settings))));
    options(run, settings).forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
    return Optional.of(
        run.tools().command(WorkloadTools.VERIFY, arguments, List.of(jar(run, settings))));
  }
}
