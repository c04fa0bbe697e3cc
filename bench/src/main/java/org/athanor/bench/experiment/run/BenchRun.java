// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.bench.counter.Counter;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.file.Overrides;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.bench.framework.Framework;
import org.athanor.cluster.Interruption;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Node;
import org.athanor.cluster.Reason;
import org.athanor.results.Journal;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo;
import org.athanor.results.Outcome;
import org.athanor.results.Results;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.yaml.Problem;

/**
 * Runs an experiment file: checks it, runs its trials and writes the results. Nothing is started
 * unless all checks have passed. All processes of the run have ended when {@link #run} returns; if
 * this process is killed, the next run ends what it has left.
 */
public final class BenchRun {
  /** Name of the copy of the experiment file, without secrets, in the directory of the results. */
  public static final String EXPERIMENT = "experiment.yaml";

  private static final Duration GRACE = Duration.ofSeconds(10);

  /** How long the end of the JVM is delayed until the run has ended its processes. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final ExperimentFile file;
  private final Experiment experiment;
  private final RunOptions options;
  private final Facilities facilities;
  private final RunListener listener;
  private final Map<String, Framework> frameworks = new LinkedHashMap<>();
  private final Map<String, TrialWorkload> workloads = new LinkedHashMap<>();
  private final List<Problem> problems;

  /** Whether nothing is to be started, whatever the checks say. */
  private final boolean checkOnly;

  private Optional<Forecast> forecast = Optional.empty();

  /** The state of the project that is measured, if the user names one. */
  private Optional<ProjectInfo> project = Optional.empty();

  /** The directory of the results, as soon as it exists. */
  private Optional<Path> results = Optional.empty();

  private BenchRun(
      ExperimentFile file,
      Experiment experiment,
      List<Problem> problems,
      RunOptions options,
      Facilities facilities,
      RunListener listener,
      boolean checkOnly) {
    this.file = file;
    this.experiment = experiment;
    this.options = options;
    this.facilities = facilities;
    this.listener = listener;
    this.problems = problems;
    this.checkOnly = checkOnly;
  }

  /**
   * Runs a file. If the thread is interrupted, or the JVM is told to stop, the run ends its
   * processes and returns.
   *
   * @throws IOException if results cannot be written; all processes have ended then, too
   */
  public static RunOutcome run(
      Path file, RunOptions options, Facilities facilities, RunListener listener)
      throws IOException {
    ExperimentFile read = ExperimentFile.read(file, facilities.vocabulary());
    return read.experiment().isEmpty()
        ? RunOutcome.refused(read.problems())
        : of(read, options, facilities, listener, false).start();
  }

  /**
   * Does what {@link #run} does before the first trial, and starts nothing: no daemon, no trial, no
   * generator, and no directory of results. Only short commands run on the nodes, and Athanor's
   * files may be copied into their cache, as a run does.
   *
   * @return problems, or what a run would do
   * @throws IOException if a file cannot be read or written
   */
  public static CheckOutcome check(
      Path file, RunOptions options, Facilities facilities, RunListener listener)
      throws IOException {
    ExperimentFile read = ExperimentFile.read(file, facilities.vocabulary());
    if (read.experiment().isEmpty()) {
      return new CheckOutcome(read.problems(), Optional.empty(), RunOutcome.WRONG_USAGE);
    }
    BenchRun run = of(read, options, facilities, listener, true);
    RunOutcome outcome = run.start();
    return new CheckOutcome(outcome.problems(), run.forecast, outcome.exitCode());
  }

  private static BenchRun of(
      ExperimentFile read,
      RunOptions options,
      Facilities facilities,
      RunListener listener,
      boolean checkOnly) {
    List<Problem> problems = new ArrayList<>(read.problems());
    Experiment experiment =
        Overrides.apply(options.overrides(), read.experiment().orElseThrow(), problems);
    return new BenchRun(read, experiment, problems, options, facilities, listener, checkOnly);
  }

  private RunOutcome start() throws IOException {
    try (Interruption interruption =
        Interruption.ofThisThread(
            TIMEOUT,
            () -> {},
            () -> listener.warning("some processes are still running; the next run ends them"))) {
      return check(interruption);
    }
  }

  private RunOutcome check(Interruption interruption) throws IOException {
    createParts();
    options.selection().problems(experiment).forEach(this::addOptionProblem);
    try {
      readProject();
    } catch (InterruptedException interrupted) {
      return interrupted();
    }
    Optional<RunDirectory> directory = directory();
    List<Node> nodes;
    try {
      nodes = facilities.nodes(experiment.nodes().stream().map(NodeSpec::specification).toList());
    } catch (InvalidHostsException invalid) {
      invalid.problems().forEach(what -> problems.add(file.problem("nodes", what)));
      return refused();
    }
    // The directory of a new run is known only when it has been made.
    results = directory.filter(unused -> options.resume()).map(RunDirectory::path);
    try {
      return preflight(nodes, directory);
    } catch (InterruptedException interrupted) {
      return interrupted();
    } catch (IOException | UncheckedIOException failed) {
      // An interrupt closes the file that the thread is reading or writing.
      if (interruption.requested()) {
        return interrupted();
      }
      throw failed;
    } finally {
      nodes.forEach(Node::close);
    }
  }

  private void readProject() throws InterruptedException {
    if (options.project().isPresent()) {
      Path directory = options.project().get();
      try {
        project = Optional.of(GitState.of(directory));
      } catch (IOException unknown) {
        addOptionProblem("--project=" + directory + ": " + unknown.getMessage());
      }
    }
  }

  private RunOutcome interrupted() {
    results
        .filter(path -> Files.exists(path.resolve(Journal.NAME)))
        .ifPresent(listener::interrupted);
    return new RunOutcome(List.of(), results, Optional.empty(), RunOutcome.INTERRUPTED);
  }

  private RunOutcome refused() {
    return RunOutcome.refused(file.inOrder(problems));
  }

  private void addOptionProblem(String what) {
    problems.add(Problem.ofOption(what));
  }

  private void addOutputProblem(String what) {
    problems.add(
        options
            .output()
            .map(path -> Problem.ofOption("--output=" + path + ": " + what))
            .orElseGet(() -> file.problem("output", what)));
  }

  /** Creates frameworks and workloads; those with wrong settings are reported and left out. */
  private void createParts() {
    for (FrameworkSpec spec : experiment.frameworks()) {
      try {
        frameworks.put(spec.label(), facilities.framework(spec));
      } catch (IllegalArgumentException wrong) {
        addPartProblems("frameworks", spec.label(), spec.kind(), wrong.getMessage());
      }
    }
    for (WorkloadSpec spec : experiment.workloads()) {
      try {
        workloads.put(spec.label(), facilities.workload(spec, experiment));
      } catch (IllegalArgumentException wrong) {
        addPartProblems("workloads", spec.label(), spec.kind(), wrong.getMessage());
      }
    }
  }

  /**
   * Adds the problems of an entry. A problem of a key is left out if the parser has already
   * reported that key, more precisely.
   *
   * @param message a line for each problem, which begins with {@code KEY:} if it is about a key
   */
  private void addPartProblems(String section, String label, String kind, String message) {
    for (String what : message.lines().toList()) {
      Problem problem = file.entryProblem(section + "." + label, what);
      String key = section + "." + kind + "." + what.substring(0, Math.max(0, what.indexOf(": ")));
      boolean reported =
          file.problems().stream()
              .anyMatch(known -> known.line() == problem.line() && known.message().startsWith(key));
      if (!reported) {
        problems.add(problem);
      }
    }
  }

  /** The directory for the results. Returns empty and adds a problem if it cannot be used. */
  private Optional<RunDirectory> directory() throws IOException {
    if (options.output().filter(path -> path.toString().isEmpty()).isPresent()) {
      addOutputProblem("must be a path");
      return Optional.empty();
    }
    if (!options.resume()) {
      LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
      RunDirectory directory = RunDirectory.ofNew(experiment, options, now);
      directory.unusable().ifPresent(this::addOutputProblem);
      return Optional.of(directory);
    }
    Optional<RunDirectory> directory = RunDirectory.ofInterrupted(experiment, options);
    if (directory.isEmpty()) {
      addOptionProblem(
          "--resume: "
              + options.parent()
              + " has no run of "
              + experiment.name()
              + "; run without --resume, or name the directory of the run with --output");
    }
    return directory;
  }

  private RunOutcome preflight(List<Node> nodes, Optional<RunDirectory> directory)
      throws IOException, InterruptedException {
    if (!checkOnly) {
      facilities.claims().cleanUp(GRACE).forEach(listener::warning);
    }
    RunClaim claim = new RunClaim(facilities.claims(), nodes, listener);
    Path work = claim.work(Testbed.workOf(experiment, System.getProperty("user.name")));
    Preflight preflight =
        new Preflight(file, experiment, facilities, frameworks, workloads, listener);
    Optional<Testbed> testbed = preflight.check(nodes, claim.marks(), work);
    problems.addAll(preflight.problems());
    if (!problems.isEmpty() || testbed.isEmpty() || directory.isEmpty()) {
      return refused();
    }
    Plan plan = plan(options.selection());
    if (plan.batches().isEmpty()) {
      plan.skipped().stream()
          .filter(skip -> options.selection().includes(skip.framework(), skip.workload()))
          .forEach(
              skip ->
                  problems.add(
                      file.problem(
                          "frameworks." + skip.framework(),
                          "cannot run " + skip.workload() + ": " + skip.reason())));
      return refused();
    }
    if (checkOnly) {
      forecast = Optional.of(forecast(plan, testbed.get(), directory.get()));
      return new RunOutcome(List.of(), Optional.empty(), Optional.empty(), RunOutcome.SUCCESS);
    }
    return runClaimed(claim, plan, testbed.get(), directory.get());
  }

  private Plan plan(Selection selection) {
    return Plan.of(
        experiment,
        selection,
        (framework, workload) ->
            unsupported(
                workload, workloads.get(workload.label()), frameworks.get(framework.label())));
  }

  private Forecast forecast(Plan plan, Testbed testbed, RunDirectory directory)
      throws IOException, InterruptedException {
    List<NodeInfo> nodes = new ArrayList<>();
    for (int i = 0; i < testbed.nodes().size(); i++) {
      String name = testbed.nodes().get(i).name();
      nodes.add(new NodeInfo(name, testbed.systems().get(i), Map.of()));
    }
    ResultStore.Descriptions descriptions =
        ResultStore.Descriptions.of(
            experiment,
            facilities,
            frameworks,
            workloads(testbed),
            new FrameworkVersions(new JavaVersions(testbed).of(experiment.frameworks()), Map.of()),
            nodes,
            testbed.share(),
            project,
            measures(NodeMeasures.of(experiment, nodes, List.of())),
            List.of());
    Results shape =
        ResultStore.empty(experiment, testbed, descriptions, Instant.now(), plan.skipped());
    Map<Path, Long> disk = new LinkedHashMap<>();
    new DiskCheck(file, experiment, facilities.cache(), workloads)
        .needs(testbed)
        .forEach(
            (path, bytes) ->
                disk.put(path.equals(testbed.work()) ? path.getParent() : path, bytes));
    return new Forecast(
        plan, experiment.repetitions(), shape, disk, directory.path(), directory.named());
  }

  /** The declarations of all measures that trials may have. */
  private List<MeasureInfo> measures(NodeMeasures ofNodes) {
    return Stream.of(
            workloads.values().stream().flatMap(each -> each.declaredMeasures().stream()),
            Counter.declarations().stream(),
            ofNodes.declarations().stream())
        .flatMap(each -> each)
        .distinct()
        .toList();
  }

  private static Optional<String> unsupported(
      WorkloadSpec spec, TrialWorkload workload, Framework framework) {
    return workload.unsupported(framework).or(() -> framework.unsupported(spec.kind()));
  }

  private RunOutcome runClaimed(RunClaim claim, Plan plan, Testbed testbed, RunDirectory directory)
      throws IOException, InterruptedException {
    try {
      claim.take(testbed.ofRun(experiment));
      return options.resume() ? resume(plan, testbed, directory) : begin(plan, testbed, directory);
    } finally {
      claim.release(testbed.ofRun(experiment));
    }
  }

  private RunOutcome begin(Plan plan, Testbed testbed, RunDirectory wanted)
      throws IOException, InterruptedException {
    FrameworkVersions versions = versions(plan, List.of(), testbed);
    List<WorkloadInfo> infos = workloads(testbed);
    Map<String, String> conditions = conditions(testbed, versions, infos);
    RunDirectory directory;
    Journal created;
    try {
      directory = wanted.make();
      results = Optional.of(directory.path());
      ConfigurationCopy.write(directory.path().resolve(EXPERIMENT), file.content());
      created =
          Journal.create(
              directory.path(),
              new Journal.Header(
                  experiment.ownMonitors().isEmpty() ? Results.SCHEMA : Results.NEWEST_SCHEMA,
                  file.sha256(),
                  Instant.now(),
                  conditions));
    } catch (IOException unusable) {
      addOutputProblem("cannot be written: " + Reason.of(unusable));
      return refused();
    }
    try (Journal journal = created) {
      return runWithMonitors(plan, testbed, directory, journal, versions, infos);
    }
  }

  private RunOutcome resume(Plan plan, Testbed testbed, RunDirectory directory)
      throws IOException, InterruptedException {
    Journal opened;
    try {
      opened = Journal.open(directory.path());
    } catch (IOException unusable) {
      addOptionProblem("--resume: " + unusable.getMessage());
      return refused();
    }
    try (Journal journal = opened) {
      if (!journal.header().experiment().equals(file.sha256())) {
        addOptionProblem(
            "--resume: the file has changed since the run in "
                + directory.path()
                + " began; run without --resume"
                + (hasOriginal(directory, journal)
                    ? ", or use the " + EXPERIMENT + " of that directory"
                    : ""));
        return refused();
      }
      FrameworkVersions versions = versions(plan, journal.trials(), testbed);
      List<WorkloadInfo> infos = workloads(testbed);
      Map<String, String> conditions = conditions(testbed, versions, infos);
      Map<String, String> before = before(directory, journal);
      Optional<String> difference = Conditions.difference(before, conditions);
      if (difference.isPresent()) {
        addOptionProblem(
            "--resume: "
                + directory.path()
                + (before.isEmpty()
                    ? " was written by a release of Athanor that did not record the conditions of a"
                        + " run"
                    : " has results from other conditions: " + difference.get())
                + "; run without --resume");
        return refused();
      }
      warnOfUnknownBuilds(journal, before, conditions);
      return runWithMonitors(plan, testbed, directory, journal, versions, infos);
    }
  }

  /**
   * Looks at the builds of the frameworks that run or have run. Others may be left out because they
   * cannot be built now.
   */
  private FrameworkVersions versions(Plan plan, List<TrialResult> done, Testbed testbed)
      throws IOException, InterruptedException {
    Set<String> used = new HashSet<>();
    plan.trials().forEach(key -> used.add(key.framework()));
    done.forEach(trial -> used.add(trial.key().framework()));
    return new FrameworkVersions(
        new JavaVersions(testbed).of(experiment.frameworks()),
        new Builds(testbed, facilities.cache(), listener).of(experiment, frameworks, used));
  }

  private Map<String, String> conditions(
      Testbed testbed, FrameworkVersions versions, List<WorkloadInfo> infos) throws IOException {
    Map<String, String> conditions =
        Conditions.of(experiment, testbed, facilities, frameworks, versions, workloads, infos);
    conditions.putAll(Overrides.shown(options.overrides()));
    project.ifPresent(state -> conditions.put("project", state.text()));
    return conditions;
  }

  /**
   * The conditions of the earlier trials: the builds of frameworks that were added are in results.
   */
  private static Map<String, String> before(RunDirectory directory, Journal journal) {
    Map<String, String> before = new LinkedHashMap<>(journal.header().conditions());
    if (before.isEmpty()) {
      return before;
    }
    try {
      ResultsFile.read(directory.path())
          .frameworks()
          .forEach(info -> Conditions.addBuild(info, before));
    } catch (IOException unreadable) {
      // They are written anew; the journal's header has the other conditions.
    }
    return before;
  }

  private void warnOfUnknownBuilds(
      Journal journal, Map<String, String> before, Map<String, String> now) {
    journal.trials().stream()
        .map(trial -> trial.key().framework())
        .distinct()
        .filter(label -> Conditions.isBuildOnlyKnownNow(label, before, now))
        .forEach(
            label ->
                listener.warning(
                    "the build of "
                        + label
                        + " cannot be compared with that of its earlier trials, which is not known"));
  }

  /** What results tell of the workloads. A user's own input is measured before anything starts. */
  private List<WorkloadInfo> workloads(Testbed testbed) throws InterruptedException {
    DataSite site = testbed.dataSite(facilities.cache());
    List<WorkloadInfo> infos = new ArrayList<>();
    for (WorkloadSpec spec : experiment.workloads()) {
      infos.add(workloads.get(spec.label()).info(site));
    }
    return infos;
  }

  /** Whether the copy of the experiment file is the original, which had no secrets. */
  private boolean hasOriginal(RunDirectory directory, Journal journal) {
    Path copy = directory.path().resolve(EXPERIMENT);
    return ExperimentFile.read(copy, facilities.vocabulary())
        .sha256()
        .equals(journal.header().experiment());
  }

  private RunOutcome runWithMonitors(
      Plan plan,
      Testbed testbed,
      RunDirectory directory,
      Journal journal,
      FrameworkVersions versions,
      List<WorkloadInfo> infos)
      throws IOException, InterruptedException {
    Path files = testbed.work().resolve("monitors");
    try (RunMonitors monitors =
        facilities.startMonitors(testbed.nodes(), testbed.marks().monitors(), experiment, files)) {
      List<NodeInfo> nodes = new ArrayList<>();
      for (int i = 0; i < testbed.nodes().size(); i++) {
        String name = testbed.nodes().get(i).name();
        nodes.add(new NodeInfo(name, testbed.systems().get(i), monitors.unavailable(name)));
      }
      // Trials of an earlier part of the run may have readings of what works nowhere now.
      List<MonitorInfo> declared;
      try {
        declared = MonitorInfo.unite(journal.monitors(), monitors.declared());
      } catch (IllegalArgumentException different) {
        problems.add(file.problem("ownMonitors", different.getMessage()));
        return refused();
      }
      journal.declare(declared);
      NodeMeasures measures = NodeMeasures.of(experiment, nodes, declared);
      ResultStore.Descriptions descriptions =
          ResultStore.Descriptions.of(
              experiment,
              facilities,
              frameworks,
              infos,
              versions,
              nodes,
              testbed.share(),
              project,
              measures(measures),
              declared);
      ResultStore store =
          new ResultStore(
              experiment, plan, plan(Selection.ALL), testbed, directory, journal, descriptions);
      store.write();
      listener.planned(directory.path(), plan, store.done());
      new Clocks(testbed.marks().tools(), listener).check(testbed.nodes());
      TrialRunner trials =
          new TrialRunner(
              experiment, testbed, directory, monitors, measures, store.rule(), listener);
      new ExperimentRunner(
              experiment,
              plan,
              testbed,
              facilities,
              frameworks,
              workloads,
              directory,
              store,
              trials,
              listener)
          .run();
      return outcome(directory, store.results());
    }
  }

  private static RunOutcome outcome(RunDirectory directory, Results results) {
    boolean verified =
        results.trials().stream()
            .map(TrialResult::outcome)
            .allMatch(outcome -> outcome == Outcome.VERIFIED);
    return new RunOutcome(
        List.of(),
        Optional.of(directory.path()),
        Optional.of(results),
        verified ? RunOutcome.SUCCESS : RunOutcome.FAILED);
  }
}
