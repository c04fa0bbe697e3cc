// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.framework.Deployment;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.monitor.HeldMemory;
import org.athanor.bench.monitor.MonitoredTrial;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.CommandTimeoutException;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.cluster.Reason;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.athanor.yaml.text.TimeSpan;

/**
 * Runs one attempt at a trial on a deployed framework: deletes old output, runs the client while
 * the monitors measure, and then, outside the measured time, checks the output.
 */
final class TrialRunner {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final long DRAIN_SECONDS = 10;
  private static final String DROP_CACHES = "sync; echo 3 > /proc/sys/vm/drop_caches";

  private final Experiment experiment;
  private final Testbed testbed;
  private final RunDirectory directory;
  private final RunMonitors monitors;
  private final NodeMeasures nodeMeasures;
  private final DisturbanceRule rule;
  private final RunListener listener;
  private final Clocks clocks;
  private final TrialHooks hooks;
  private final WarmNodes warmNodes;

  TrialRunner(
      Experiment experiment,
      Testbed testbed,
      RunDirectory directory,
      RunMonitors monitors,
      NodeMeasures nodeMeasures,
      DisturbanceRule rule,
      RunListener listener) {
    this.experiment = experiment;
    this.testbed = testbed;
    this.directory = directory;
    this.monitors = monitors;
    this.nodeMeasures = nodeMeasures;
    this.rule = rule;
    this.listener = listener;
    this.clocks = new Clocks(testbed.marks().tools(), listener);
    this.hooks = new TrialHooks(experiment, testbed, listener);
    this.warmNodes = new WarmNodes(experiment.warm(), testbed, monitors);
  }

  /**
   * How an attempt ended.
   *
   * @param broken whether the framework must be restarted before the next trial
   */
  record Attempt(TrialResult result, boolean broken) {}

  /**
   * Runs an attempt.
   *
   * @throws IOException if results cannot be written
   */
  Attempt run(
      TrialKey key,
      int number,
      Framework framework,
      Deployment deployment,
      TrialWorkload workload,
      Storage storage)
      throws IOException, InterruptedException {
    Path trial = directory.createTrial(key, number);
    DataTier tier = DataTier.of(experiment, key.framework());
    DataSite data = testbed.dataSite(key.nodes(), storage, tier);
    String output = storage.outputs(tier) + "/" + key.id();
    String work = output + "-work";
    TrialWorkload.Run run =
        new TrialWorkload.Run(data, deployment, framework.api(), output, work, TrialService.NONE);
    Attempt attempt;
    try {
      ConfigurationCopy.take(
          testbed.master(), deployment.configuration().toString(), trial.resolve("conf"));
      storage.delete(output);
      storage.delete(work);
      storage.makeDirectory(storage.outputs(tier), tier);
      Optional<String> unprepared =
          hooks.prepare(new TrialHooks.Attempt(key, number, trial, run.deployment().environment()));
      if (experiment.dropCaches() && unprepared.isEmpty()) {
        dropCaches(testbed.cluster(key.nodes()));
      }
      if (unprepared.isEmpty()) {
        warmNodes.readInput(key.nodes(), workload, data);
      }
      attempt =
          unprepared.isPresent()
              ? new Attempt(notStarted(key, number, unprepared.get()), false)
              : runServed(key, number, deployment, workload, run, trial);
    } catch (WarmNodes.NotWarmException cold) {
      checkInterrupted();
      attempt = new Attempt(notStarted(key, number, cold.getMessage()), false);
    } catch (IOException | UncheckedIOException nodeFailed) {
      checkInterrupted();
      attempt = new Attempt(notStarted(key, number, nodeFailed.getMessage()), true);
    }
    try {
      storage.delete(output);
      storage.delete(work);
    } catch (IOException left) {
      listener.warning(output + " could not be deleted: " + left.getMessage());
    }
    return attempt;
  }

  /** Runs the user's commands after the last trial of a framework and workload. */
  void cleanUp(TrialKey last) throws InterruptedException {
    hooks.cleanUp(last);
  }

  /** Does the same for all of them whose last trial could not be run. */
  void cleanUpAll() throws InterruptedException {
    hooks.cleanUpAll();
  }

  private void dropCaches(List<Node> nodes) throws IOException, InterruptedException {
    for (Node node : nodes) {
      CommandResult result =
          node.run(
              testbed.marks().tools(), Command.of("sh", "-c", DROP_CACHES), Duration.ofMinutes(5));
      if (result.status() != 0) {
        throw new IOException(
            "page caches of " + node.name() + " could not be emptied: " + result.errors().strip());
      }
    }
  }

  private Attempt runServed(
      TrialKey key,
      int number,
      Deployment deployment,
      TrialWorkload workload,
      TrialWorkload.Run run,
      Path trial)
      throws IOException, InterruptedException {
    Optional<String> network = experiment.network(experiment.framework(key.framework()));
    List<Node> nodes =
        testbed.workers(key.nodes()).stream().map(node -> testbed.at(network, node)).toList();
    Path files = testbed.work().resolve("services").resolve(key.id() + "-" + number);
    TrialService service =
        workload.startService(run, nodes, testbed.marks().services(), files, trial);
    try {
      return runMeasured(key, number, deployment, workload, run.with(service), trial);
    } finally {
      close(service);
    }
  }

  /** Ends a service; what it leaves says nothing about the trial. */
  private void close(TrialService service) {
    try {
      service.close();
    } catch (IOException left) {
      listener.warning("the services of the workload have left something: " + left.getMessage());
    }
  }

  private void keepLogs(TrialService service) throws InterruptedException {
    try {
      service.keepLogs();
    } catch (IOException lost) {
      listener.warning("logs of the workload's services were not kept: " + lost.getMessage());
    }
  }

  private Attempt runMeasured(
      TrialKey key,
      int number,
      Deployment deployment,
      TrialWorkload workload,
      TrialWorkload.Run run,
      Path trial)
      throws IOException, InterruptedException {
    Command asked = workload.command(run);
    Duration limit = experiment.timeout(key.workload());
    boolean interactive = asked.input() == Command.Input.TERMINAL;
    // A command that reads standard input by mistake would wait until the time-out.
    Command command = interactive ? asked : asked.reading(Command.Input.NOTHING);
    List<Node> nodes = testbed.cluster(key.nodes());
    Duration ahead = clocks.ahead(testbed.master());
    Instant started;
    double wall;
    OptionalInt status;
    List<NodeUse> uses;
    List<TimedLine> lines;
    Optional<String> lastLine;
    try (HeldMemory memory = warmNodes.holdMemory(key.nodes());
        MonitoredTrial monitored = begin(nodes, trial, memory)) {
      started = Instant.now();
      long start = System.nanoTime();
      NodeProcess client = testbed.master().start(testbed.marks().framework(), command);
      OutputStream echo = interactive ? Terminal.open() : OutputStream.nullOutputStream();
      try (ClientOutput output = new ClientOutput(client, trial, () -> secondsSince(start), echo)) {
        try {
          run.service().clientStarted(client);
          status = client.await(limit);
          wall = secondsSince(start);
        } finally {
          // Does nothing if the client has ended.
          client.end(GRACE);
        }
        uses = monitored.end().stream().map(this::withRole).toList();
        if (status.isEmpty() || run.service().endedClient()) {
          endFramework(nodes);
        }
        run.service().clientEnded();
        keepLogs(run.service());
        output.drain(DRAIN_SECONDS);
        lines = output.lines();
        lastLine = output.lastLine();
      }
    }
    Optional<String> dead = deployment.deadDaemon();
    Verdict verdict = verdict(status, dead, deployment, lines, lastLine, workload, run, limit);
    TrialResult result =
        TrialResult.builder(key, RunDirectory.trial(key, number))
            .attempt(number)
            .started(started)
            .outcome(verdict.outcome())
            .reason(verdict.reason())
            .wallSeconds(wall)
            .disturbance(rule.judge(wall, uses))
            .phases(phases(deployment, started.plus(ahead), lines))
            .nodes(uses)
            .measures(measures(verdict, deployment, lines, uses, workload, run))
            .build();
    return new Attempt(result, status.isEmpty() || dead.isPresent() || run.service().endedClient());
  }

  /**
   * Frees memory just before the trial, since the host takes back what is not used within seconds,
   * but before the readings, since this takes CPU time.
   */
  private MonitoredTrial begin(List<Node> nodes, Path trial, HeldMemory memory)
      throws IOException, InterruptedException {
    memory.release();
    return monitors.begin(nodes, testbed.marks().ofTrial(), directory.path(), trial);
  }

  private NodeUse withRole(NodeUse use) {
    return use.withRole(testbed.role(use.node()));
  }

  /** The phases of a trial; none if the framework cannot tell them. */
  private List<Phase> phases(Deployment deployment, Instant started, List<TimedLine> lines)
      throws InterruptedException {
    try {
      return deployment.phases(started, lines);
    } catch (IOException | RuntimeException unknown) {
      checkInterrupted();
      // What the trial has measured stays right, also if a parser does not know such a line.
      listener.warning("the phases of the trial could not be read: " + Reason.of(unknown));
      return List.of();
    }
  }

  private Map<String, Reading> measures(
      Verdict verdict,
      Deployment deployment,
      List<TimedLine> lines,
      List<NodeUse> uses,
      TrialWorkload workload,
      TrialWorkload.Run run)
      throws InterruptedException {
    Map<String, Reading> measures = new HashMap<>();
    try {
      // Also after a failure, because this removes records that the next trial must not find.
      measures.putAll(deployment.measures(lines));
    } catch (IOException | RuntimeException unknown) {
      checkInterrupted();
      listener.warning("the counters of the framework could not be read: " + Reason.of(unknown));
    }
    if (verdict.outcome() != Outcome.VERIFIED) {
      return Map.of();
    }
    measures.putAll(nodeMeasures.readings(uses));
    try {
      measures.putAll(workload.measures(run));
    } catch (IOException | RuntimeException unknown) {
      checkInterrupted();
      endCheck();
      listener.warning("the measurements of the workload could not be read: " + Reason.of(unknown));
    }
    return measures;
  }

  /** An interrupt closes the file that the thread is reading: the parser has not failed. */
  private static void checkInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Ends all processes of the framework: its daemons would continue the job of a client. */
  private void endFramework(List<Node> nodes) throws IOException, InterruptedException {
    for (Node node : nodes) {
      node.endAll(testbed.marks().framework(), GRACE);
    }
  }

  /** Ends the processes that a check has started. */
  private void endCheck() throws InterruptedException {
    try {
      testbed.master().endAll(testbed.marks().tools(), GRACE);
    } catch (IOException left) {
      listener.warning(testbed.master().name() + ": " + left.getMessage());
    }
  }

  private static double secondsSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private record Verdict(Outcome outcome, Optional<String> reason) {
    static Verdict failed(String reason) {
      return new Verdict(Outcome.FAILED, Optional.of(reason));
    }
  }

  private Verdict verdict(
      OptionalInt status,
      Optional<String> deadDaemon,
      Deployment deployment,
      List<TimedLine> lines,
      Optional<String> lastLine,
      TrialWorkload workload,
      TrialWorkload.Run run,
      Duration limit)
      throws InterruptedException {
    if (status.isEmpty()) {
      return new Verdict(
          Outcome.TIMED_OUT,
          Optional.of("took longer than " + TimeSpan.format(limit) + " and was ended"));
    }
    Optional<String> failed = run.service().failure();
    if (failed.isPresent()) {
      return Verdict.failed(failed.get());
    }
    Optional<String> error = deployment.errorIn(lines);
    if (status.getAsInt() != 0) {
      String said = error.or(() -> lastLine).map(line -> ": " + line).orElse("");
      return Verdict.failed("exit status " + status.getAsInt() + said);
    }
    if (error.isPresent()) {
      return Verdict.failed("the output shows an error: " + error.get());
    }
    if (deadDaemon.isPresent()) {
      return Verdict.failed(deadDaemon.get() + " died");
    }
    try {
      return workload
          .verify(run, limit)
          .map(wrong -> new Verdict(Outcome.WRONG_OUTPUT, Optional.of(wrong)))
          .orElse(new Verdict(Outcome.VERIFIED, Optional.empty()));
    } catch (CommandTimeoutException slow) {
      endCheck();
      return new Verdict(
          Outcome.TIMED_OUT,
          Optional.of(
              "the check of the output took longer than "
                  + TimeSpan.format(limit)
                  + " and was ended"));
    } catch (IOException unchecked) {
      checkInterrupted();
      return Verdict.failed("the output could not be checked: " + unchecked.getMessage());
    }
  }

  /** The result of a trial that could not be run; the reason is added to its log. */
  TrialResult notStarted(TrialKey key, int number, String reason) throws IOException {
    String oneLine = reason == null ? "unknown" : reason.replaceAll("\\s*\\R\\s*", "; ");
    String name = RunDirectory.trial(key, number);
    Files.writeString(
        directory.path().resolve(name).resolve("stderr.log"),
        reason + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return TrialResult.builder(key, name)
        .attempt(number)
        .started(Instant.now())
        .unverified(Outcome.FAILED, oneLine)
        .build();
  }
}
