// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Dataset;
import org.athanor.bench.workload.Launch;
import org.athanor.bench.workload.PerWorker;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.WorkloadRun;
import org.athanor.bench.workload.WorkloadTools;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.CommandTimeoutException;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import org.athanor.yaml.text.TimeSpan;

/** A workload of {@link org.athanor.bench.workload.Workloads} in an experiment. */
final class ProgramWorkload implements TrialWorkload {
  private static final Duration GENERATION_TIMEOUT = Duration.ofHours(12);

  /** The generator ends a command of the user before. */
  private static final Duration COMMANDED_TIMEOUT = Duration.ofDays(31);

  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration MEASUREMENT_TIMEOUT = Duration.ofMinutes(10);
  private static final int STATUS_WRONG = 1;
  private static final String WRONG_PREFIX = "wrong: ";
  private static final Pattern SIZE = Pattern.compile("(?m)^input ([0-9]+) bytes$");

  private static final MeasureInfo RESULT_SIZE =
      MeasureInfo.result(
          TrialResult.RESULT_SIZE,
          "Result size",
          Unit.BYTES,
          Better.NEITHER,
          "files of the output, without hidden ones");

  private final Workload workload;
  private final WorkloadSpec spec;
  private final long seed;
  private final boolean onlyLocal;
  private final List<Integer> sizes;
  private final WorkloadArtifacts artifacts;

  /**
   * @param seed seed of generated inputs
   * @param onlyLocal whether programs read the local file system of the only node, and no other
   * @param sizes numbers of workers of the experiment
   * @param artifacts jars of the generator and of programs
   */
  ProgramWorkload(
      Workload workload,
      WorkloadSpec spec,
      long seed,
      boolean onlyLocal,
      List<Integer> sizes,
      WorkloadArtifacts artifacts) {
    this.workload = workload;
    this.spec = spec;
    this.seed = seed;
    this.onlyLocal = onlyLocal;
    this.sizes = List.copyOf(sizes);
    this.artifacts = artifacts;
  }

  private Map<String, String> settings(int workers) {
    return PerWorker.settings(spec.settings(), workers);
  }

  private Optional<Dataset> dataset(int workers) {
    return workload.dataset(settings(workers), seed, onlyLocal ? "local" : "hdfs");
  }

  @Override
  public WorkloadInfo info(DataSite site) throws InterruptedException {
    Map<String, String> settings = workload.complete(spec.settings());
    Optional<Dataset> dataset = dataset(1);
    if (dataset.isEmpty()) {
      return new WorkloadInfo(spec.label(), spec.kind(), settings);
    }
    if (settings.containsKey(WorkloadInfo.SIZE_PER_WORKER)) {
      Map<Integer, Long> bytes = new TreeMap<>();
      sizes.forEach(size -> bytes.put(size, dataset(size).flatMap(Dataset::bytes).orElseThrow()));
      return new WorkloadInfo(
          spec.label(),
          spec.kind(),
          Optional.empty(),
          Optional.of(WorkloadInfo.GENERATED),
          dataset.get().description() + ", per worker",
          settings,
          bytes);
    }
    String input = dataset.get().description();
    Optional<Long> generated = dataset.get().bytes();
    if (generated.isPresent()) {
      return new WorkloadInfo(spec.label(), spec.kind(), generated.get(), input, settings);
    }
    Optional<Long> bytes = Optional.empty();
    String source = WorkloadInfo.MEASURED;
    try {
      bytes = Optional.of(inputSize(site));
    } catch (IOException unknown) {
      source = unknown.getMessage();
    }
    return new WorkloadInfo(spec.label(), spec.kind(), bytes, Optional.of(source), input, settings);
  }

  /** Bytes of the user's own input. */
  private long inputSize(DataSite site) throws IOException, InterruptedException {
    Node master = site.master();
    Command measurement = dataset(1).flatMap(some -> some.measurement(tools(site))).orElseThrow();
    CommandResult result;
    try {
      result = master.run(site.mark(), measurement, MEASUREMENT_TIMEOUT);
    } catch (CommandTimeoutException slow) {
      master.endAll(site.mark(), GRACE);
      throw new IOException(
          "the size of the input was not known after " + TimeSpan.format(MEASUREMENT_TIMEOUT),
          slow);
    }
    Matcher size = SIZE.matcher(result.output());
    if (result.status() != 0 || !size.find()) {
      throw new IOException("the size of the input is not known: " + lastLine(result));
    }
    return Long.parseLong(size.group(1));
  }

  @Override
  public Footprint footprint(int workers) {
    Optional<Dataset> dataset = dataset(workers);
    long bytes = dataset.flatMap(Dataset::bytes).orElse(0L);
    Workload.Footprint footprint = workload.footprint(settings(workers), bytes);
    boolean made = dataset.map(some -> !some.generator().isEmpty()).orElse(false);
    return new Footprint(made ? footprint.input() : 0, footprint.output(), footprint.spill());
  }

  @Override
  public Optional<String> unsupported(Framework framework) {
    if (framework.api() != Api.COMMAND
        && !workload.apis(spec.settings()).contains(framework.api())) {
      return Optional.of(
          spec.kind()
              + " has no program for "
              + framework.kind()
              + Optional.ofNullable(spec.settings().get("implementation"))
                  .map(chosen -> " with implementation: " + chosen)
                  .orElse(""));
    }
    return workload.unsupported(framework.api(), spec.settings());
  }

  @Override
  public List<Path> files() {
    return workload.files(spec.settings());
  }

  @Override
  public List<String> problems(DataSite site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    workload.unavailable(tools(site)).ifPresent(problems::add);
    problems.addAll(artifacts.problems());
    if (Boolean.parseBoolean(spec.settings().get("interactive")) && !Terminal.isAvailable()) {
      problems.add(
          "interactive: needs a terminal, but this process has none; run it in a terminal, or"
              + " remove the key");
    }
    for (Path needed : files()) {
      Command readable = Command.of("test", "-f", needed.toString(), "-a", "-r", needed.toString());
      if (site.master().run(site.mark(), readable, COMMAND_TIMEOUT).status() != 0) {
        problems.add(needed + ": is no readable file on " + site.master().name());
      } else if (Files.isReadable(needed)) {
        // It is at the same path here.
        problems.addAll(new UsersJar(needed).problems(workload.classes(spec.settings())));
      }
    }
    Optional<Command> test = dataset(1).flatMap(some -> some.test(tools(site)));
    if (test.isPresent()) {
      CommandResult result = site.master().run(site.mark(), test.get(), COMMAND_TIMEOUT);
      if (result.status() != 0) {
        // The reason comes first; Hadoop's shell explains its usage after it.
        String why =
            result
                .errors()
                .lines()
                .findFirst()
                .map(it -> it.replaceFirst("^-?test", ""))
                .orElse("");
        problems.add("input: cannot be read on " + site.master().name() + why);
      }
    }
    return problems;
  }

  static WorkloadTools tools(DataSite site) {
    return new WorkloadTools(site.lib(), site.java(), site.configuration());
  }

  @Override
  public void prepare(DataSite site) throws IOException, InterruptedException {
    artifacts.fetch();
    artifacts.copyTo(site.master(), site.mark());
    Optional<Dataset> dataset = dataset(site.workers());
    Optional<Dataset> source = dataset.flatMap(Dataset::source);
    if (source.isPresent()) {
      generate(source.get(), site);
    }
    if (dataset.isPresent()) {
      generate(dataset.get(), site);
    }
  }

  private void generate(Dataset dataset, DataSite site) throws IOException, InterruptedException {
    Optional<Command> generation =
        dataset.generation(tools(site).with(artifacts.directories()), site.inputs(), site.work());
    if (generation.isPresent()) {
      Duration limit = dataset.byCommand() ? COMMANDED_TIMEOUT : GENERATION_TIMEOUT;
      CommandResult result = site.master().run(site.mark(), generation.get(), limit);
      if (result.status() != 0) {
        throw new IOException(
            "the generator ended with status " + result.status() + ": " + lastLine(result));
      }
    }
  }

  @Override
  public TrialService startService(Run run, List<Node> nodes, Mark mark, Path directory, Path trial)
      throws IOException, InterruptedException {
    for (Node node : nodes) {
      artifacts.copyTo(node, mark);
    }
    return TrialService.NONE;
  }

  @Override
  public Optional<String> input(DataSite site) {
    return dataset(site.workers()).map(data -> data.input(site.inputs()));
  }

  @Override
  public Command command(Run run) {
    Launch launch = workload.launch(run.api(), workloadRun(run));
    if (launch instanceof Launch.Submit submit) {
      return run.deployment().submission(submit.program());
    }
    Launch.Execute execute = (Launch.Execute) launch;
    return execute.interactive()
        ? execute.command().reading(Command.Input.TERMINAL)
        : execute.command();
  }

  private WorkloadRun workloadRun(Run run) {
    DataSite site = run.site();
    Map<String, String> environment = run.deployment().environment();
    return new WorkloadRun(
        settings(site.workers()),
        dataset(site.workers()),
        site.inputs(),
        run.output(),
        run.work(),
        site.workers() * site.tasksPerNode(),
        environment,
        tools(site).with(artifacts.directories()),
        run.service() instanceof StreamService stream
            ? Optional.of(stream.access())
            : Optional.empty());
  }

  @Override
  public Optional<String> verify(Run run, Duration limit) throws IOException, InterruptedException {
    DataSite site = run.site();
    Optional<Command> check = workload.verification(workloadRun(run));
    if (check.isEmpty()) {
      boolean interactive =
          workload.launch(run.api(), workloadRun(run)) instanceof Launch.Execute execute
              && execute.interactive();
      return interactive
          ? Optional.of("an interactive command without a verify command is never verified")
          : Optional.empty();
    }
    CommandResult result = site.master().run(site.mark(), check.get(), limit);
    if (result.status() == 0) {
      return Optional.empty();
    }
    // A JVM that does not start ends with this status, too.
    Optional<String> wrong = result.status() == STATUS_WRONG ? wrong(result) : Optional.empty();
    if (wrong.isPresent()) {
      return wrong;
    }
    throw new IOException(
        "the check ended with status " + result.status() + ": " + lastLine(result));
  }

  @Override
  public List<MeasureInfo> declaredMeasures() {
    List<MeasureInfo> declared = new ArrayList<>(List.of(RESULT_SIZE));
    declared.addAll(workload.measures());
    return declared;
  }

  @Override
  public Map<String, Reading> measures(Run run) throws IOException, InterruptedException {
    Map<String, Reading> measures = new TreeMap<>(ownMeasures(run));
    measures.put(RESULT_SIZE.id(), resultSize(run));
    return measures;
  }

  /** Bytes of the output, which a user's command may have written elsewhere. */
  private static Reading resultSize(Run run) throws InterruptedException {
    DataSite site = run.site();
    CommandResult result;
    try {
      result =
          site.master().run(site.mark(), tools(site).size(run.output(), true), COMMAND_TIMEOUT);
    } catch (IOException failed) {
      // The workload's own measures are known all the same.
      return Reading.unavailable("the size of the output is not known: " + failed.getMessage());
    }
    Matcher size = SIZE.matcher(result.output());
    return result.status() == 0 && size.find()
        ? Reading.of(Double.parseDouble(size.group(1)), Unit.BYTES)
        : Reading.unavailable("the size of the output is not known: " + lastLine(result));
  }

  private Map<String, Reading> ownMeasures(Run run) throws IOException, InterruptedException {
    Optional<Command> measurement = workload.measurement(workloadRun(run));
    if (measurement.isEmpty()) {
      return Map.of();
    }
    DataSite site = run.site();
    CommandResult result = site.master().run(site.mark(), measurement.get(), COMMAND_TIMEOUT);
    if (result.status() != 0) {
      throw new IOException("status " + result.status() + ": " + lastLine(result));
    }
    return MeasureLines.readings(result.output(), workload.measures());
  }

  /**
   * The reason why an output is wrong. Athanor's checks print it after {@code wrong:}, among log
   * messages of Hadoop; of a user's check it is the last line if there is no such line.
   */
  private Optional<String> wrong(CommandResult result) {
    Optional<String> printed =
        result
            .output()
            .lines()
            .filter(line -> line.startsWith(WRONG_PREFIX))
            .findFirst()
            .map(line -> line.substring(WRONG_PREFIX.length()));
    return printed.isEmpty() && workload.usersVerification()
        ? Optional.of(lastLine(result))
        : printed;
  }

  private static String lastLine(CommandResult result) {
    return LastWords.of(result.errors())
        .or(() -> LastWords.of(result.output()))
        .orElse("no output");
  }
}
