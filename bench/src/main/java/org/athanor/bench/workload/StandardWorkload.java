// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Command;
import org.athanor.results.MeasureInfo;

/** A workload that has a program of this project or of Hadoop for each API. */
abstract class StandardWorkload implements Workload {
  private static final String PROGRAMS = "org.athanor.workloads.";

  private final String kind;
  private final String name;
  private final String description;
  private final List<Parameter> parameters = new ArrayList<>();

  /**
   * Creates a workload.
   *
   * @param name name of its class in the packages of module workloads, such as {@code WordCount}
   */
  StandardWorkload(String kind, String name, String description, List<Parameter> own) {
    this(kind, name, description, own, true);
  }

  /**
   * Creates a workload.
   *
   * @param name name of its class in the packages of module workloads, such as {@code WordCount}
   * @param inParts whether users can set the number of part files of the output
   */
  StandardWorkload(
      String kind, String name, String description, List<Parameter> own, boolean inParts) {
    this.kind = kind;
    this.name = name;
    this.description = description;
    own.forEach(this::add);
    if (inParts) {
      PerWorker.addTo(
          parameters,
          new Parameter(
              "parts",
              Parameter.Type.COUNT,
              "",
              "part files of the output, up to 10000; by default as many as tasks run at the same"
                  + " time"));
    }
  }

  /** What takes an input of the user also takes a command that makes one. */
  private void add(Parameter parameter) {
    PerWorker.addTo(parameters, parameter);
    if (parameter.name().equals("input")) {
      parameters.addAll(InputCommand.parameters());
    }
  }

  static Parameter size(String fallback) {
    return new Parameter(
        "size", Parameter.Type.SIZE, fallback, "bytes to generate, from 1k to 100t");
  }

  static Parameter input(String what) {
    return new Parameter(
        "input", Parameter.Type.PATH, "", "your own input instead of a generated one: " + what);
  }

  /**
   * Upper bounds of output and spilled bytes, as multiples of the input's bytes. Sorting moves all
   * records; other programs combine them. What a program writes to its work directory is output.
   */
  int[] outputAndSpill(Settings settings) {
    return new int[] {1, 2};
  }

  @Override
  public final Footprint footprint(Map<String, String> given, long inputBytes) {
    Settings settings = settings(given);
    long input = settings.get("input").isPresent() ? inputBytes : settings.bytes("size");
    int[] factors = outputAndSpill(settings);
    boolean byCommand = settings.get(InputCommand.KEY).isPresent();
    // A command writes to the directory of spills, when nothing runs that spills.
    return new Footprint(
        byCommand ? input : generatedBytes(settings, input),
        factors[0] * input,
        Math.max(byCommand ? input : 0, factors[1] * input));
  }

  /**
   * The directories of a user's own input in which programs read files, instead of those directly
   * in it.
   */
  List<String> directories() {
    return List.of();
  }

  /** The dataset to generate. */
  abstract Dataset generated(Settings settings, long seed);

  /** Adds problems of the workload's own parameters. */
  void check(Settings settings, List<String> problems) {}

  /** The MapReduce program: this project's, unless Hadoop has one. */
  Program mapReduce(WorkloadRun run, Settings settings) {
    return own(Api.MAPREDUCE, "mapreduce", run, settings);
  }

  /** When the workload's iterations end; empty if it has none, or if they end by another rule. */
  Optional<Iteration> iteration() {
    return Optional.empty();
  }

  /** Whether outputs say how many iterations there were. */
  boolean countsIterations() {
    return iteration().isPresent();
  }

  @Override
  public List<MeasureInfo> measures() {
    return countsIterations() ? Iteration.measures() : List.of();
  }

  @Override
  public Optional<Command> measurement(WorkloadRun run) {
    return countsIterations() ? Optional.of(Iteration.measurement(run)) : Optional.empty();
  }

  @Override
  public Optional<String> unsupported(Api api, Map<String, String> given) {
    return iteration().flatMap(rule -> rule.unsupported(kind, api, settings(given)));
  }

  /** Options of this project's programs and of the check, in addition to the common ones. */
  Map<String, String> options(WorkloadRun run, Settings settings) {
    return iteration().map(rule -> rule.options(settings)).orElse(Map.of());
  }

  /** Options of programs: those of the check, unless a workload has more. */
  Map<String, String> programOptions(Api api, WorkloadRun run, Settings settings) {
    return options(run, settings);
  }

  /**
   * Values for the commands of external frameworks: those of options, unless a workload has more.
   */
  Map<String, String> variables(Api api, WorkloadRun run, Settings settings) {
    return programOptions(api, run, settings);
  }

  /** Jars that this project's programs need beside their own and the framework's. */
  List<java.nio.file.Path> libraries(Api api, WorkloadRun run, Settings settings) {
    return List.of(run.tools().examples());
  }

  /** The bytes of all data that is generated for an input. */
  long generatedBytes(Settings settings, long input) {
    return input;
  }

  @Override
  public final String kind() {
    return kind;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public Set<Api> apis() {
    return Set.of(Api.MAPREDUCE, Api.SPARK, Api.FLINK, Api.COMMAND);
  }

  /** Other programs of the workload. It has a parameter to choose one if there are any. */
  List<Implementation> implementations() {
    return List.of();
  }

  private Optional<Implementation> implementation(Settings settings) {
    return implementations().stream()
        .filter(each -> each.name().equals(settings.text(Implementation.KEY)))
        .findFirst();
  }

  @Override
  public Set<Api> apis(Map<String, String> given) {
    return implementation(settings(given))
        .map(chosen -> Set.of(chosen.api()))
        .orElseGet(() -> Workload.super.apis(given));
  }

  @Override
  public final List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  final Settings settings(Map<String, String> given) {
    return new Settings(
        parameters, iteration().map(rule -> rule.withDefaults(given)).orElse(given));
  }

  @Override
  public final List<String> problems(Map<String, String> given) {
    Settings settings = settings(given);
    List<String> problems = Settings.noProblems();
    settings.checkSize("size", 1L << 10, 100L << 40, problems);
    settings.checkCount("parts", 1, 10_000, problems);
    PerWorker.check(given, settings, problems);
    if (given.containsKey("input") && given.containsKey("size")) {
      problems.add("size: cannot be used together with input, which has its own size");
    }
    InputCommand.check(settings, problems);
    settings.checkWord(Implementation.KEY, Implementation.words(implementations()), problems);
    check(settings, problems);
    iteration().ifPresent(rule -> rule.check(settings, problems));
    return problems;
  }

  @Override
  public final Map<String, String> complete(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(settings(given).all());
    if (all.containsKey("input")) {
      all.remove("size");
    }
    PerWorker.complete(all);
    Settings settings = settings(given);
    all.keySet().removeIf(name -> unlistedZeros().contains(name) && settings.count(name) == 0);
    return all;
  }

  /**
   * Parameters that results leave out while they are 0: those that were added after results without
   * them had been written, so that both are results of the same workload.
   */
  Set<String> unlistedZeros() {
    return Set.of();
  }

  @Override
  public Optional<Dataset> dataset(Map<String, String> given, long seed, String filesystem) {
    Settings settings = settings(given);
    return Optional.of(
        settings
            .get("input")
            .map(path -> Datasets.ofUser(path, filesystem, directories()))
            .or(() -> InputCommand.dataset(settings, seed, directories()))
            .orElseGet(() -> generated(settings, seed)));
  }

  @Override
  public final Launch launch(Api api, WorkloadRun run) {
    Settings settings = settings(run.settings());
    return new Launch.Submit(
        switch (api) {
          case MAPREDUCE -> mapReduce(run, settings);
          case SPARK -> own(api, "spark", run, settings);
          case FLINK -> own(api, "flink", run, settings);
          case HIVE -> own(api, "hive", run, settings);
          case COMMAND -> program(api, run, jar(run, settings), List.of(), "", List.of());
        });
  }

  final int parts(WorkloadRun run, Settings settings) {
    return settings.get("parts").map(Integer::parseInt).orElse(run.parts());
  }

  /** The jar with the programs: this project's, unless the workload has another one. */
  java.nio.file.Path jar(WorkloadRun run, Settings settings) {
    return run.tools().programs();
  }

  /**
   * The class of a program.
   *
   * @param packageName of this project's programs for the API, within {@code org.athanor.workloads}
   */
  String mainClass(Api api, String packageName, Settings settings) {
    return PROGRAMS
        + packageName
        + "."
        + implementation(settings).map(Implementation::program).orElse(name);
  }

  /** A program of the workload's own jar. */
  final Program own(Api api, String packageName, WorkloadRun run, Settings settings) {
    List<String> arguments = new ArrayList<>(List.of(run.input(), run.output()));
    arguments.addAll(List.of("--parts", Integer.toString(parts(run, settings))));
    arguments.addAll(List.of("--work", run.work()));
    programOptions(api, run, settings)
        .forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    return program(
        api,
        run,
        jar(run, settings),
        libraries(api, run, settings),
        mainClass(api, packageName, settings),
        arguments);
  }

  /** A program of Hadoop's examples. Their driver knows it by {@code name}. */
  final Program example(WorkloadRun run, String name, String... arguments) {
    return program(Api.MAPREDUCE, run, run.tools().examples(), List.of(), name, List.of(arguments));
  }

  final Program program(
      Api api,
      WorkloadRun run,
      java.nio.file.Path jar,
      List<java.nio.file.Path> libraries,
      String mainClass,
      List<String> arguments) {
    Settings settings = settings(run.settings());
    Map<String, String> variables = new LinkedHashMap<>(variables(api, run, settings));
    variables.put("input", run.input());
    variables.put("output", run.output());
    variables.put("work", run.work());
    variables.put("parts", Integer.toString(parts(run, settings)));
    return new Program(kind, api, jar, libraries, mainClass, arguments, Map.of(), variables);
  }

  @Override
  public Optional<Command> verification(WorkloadRun run) {
    Settings settings = settings(run.settings());
    Map<String, String> options = options(run, settings);
    Optional<Dataset> checked = run.dataset().map(Dataset::checked);
    String input = checked.map(dataset -> dataset.input(run.datasets())).orElse("");
    List<String> arguments = new ArrayList<>(List.of(kind, "--input", input));
    arguments.addAll(List.of("--output", run.output()));
    arguments.addAll(List.of("--parts", Integer.toString(parts(run, settings))));
    options.forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    checked.ifPresent(
        dataset ->
            arguments.addAll(
                List.of("--reference", dataset.reference(run.datasets(), referenceName(options)))));
    return Optional.of(run.tools().command(WorkloadTools.VERIFY, arguments));
  }

  /**
   * The name of the reference, different for each combination of parameters that the output depends
   * on.
   */
  private String referenceName(Map<String, String> options) {
    StringBuilder text = new StringBuilder(kind);
    new java.util.TreeMap<>(options)
        .forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
    return options.isEmpty() ? kind : kind + "-" + Integer.toHexString(text.toString().hashCode());
  }

  @Override
  public Optional<String> unavailable(WorkloadTools tools) {
    return Optional.empty();
  }
}
