// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.Hook;
import org.athanor.bench.experiment.Hooks;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.results.TrialKey;
import org.athanor.yaml.text.TimeSpan;

/**
 * Runs the user's commands before and after trials, on the master, where the frameworks' clients
 * run. Those of the framework run before those of the workload, and {@link Hook#CLEANUP} in the
 * opposite order. Their output is in the trial's directory, in {@code framework-prepare} and so on.
 *
 * <p>Each attempt at a trial is prepared once. A framework and workload on a number of nodes is set
 * up once in a run, before its first unfinished trial; a resumed run does it again, because the
 * interruption has ended all processes and deleted the file system. What was set up is cleaned up
 * once, unless the run is interrupted. What a command leaves running ends with the run. Not
 * thread-safe.
 */
final class TrialHooks {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final long DRAIN_SECONDS = 1;

  private final Experiment experiment;
  private final Testbed testbed;
  private final RunListener listener;

  /** What was set up: the reason why that failed, or empty; without what is cleaned up. */
  private final Map<TrialKey, Optional<String>> setUps = new HashMap<>();

  /** The last attempt of what is not yet cleaned up. */
  private final Map<TrialKey, Attempt> last = new HashMap<>();

  /** Number of commands so far, which gives each a mark of its own. */
  private int commands;

  TrialHooks(Experiment experiment, Testbed testbed, RunListener listener) {
    this.experiment = experiment;
    this.testbed = testbed;
    this.listener = listener;
  }

  /**
   * An attempt at a trial.
   *
   * @param directory of the attempt, which exists
   * @param environment of clients of the deployed framework
   */
  record Attempt(TrialKey key, int number, Path directory, Map<String, String> environment) {}

  /** What all repetitions of a trial have in common. */
  private static TrialKey combination(TrialKey key) {
    return key.withRepetition(1);
  }

  /** Hooks and what they belong to: {@code framework} or {@code workload}, and its label. */
  private record Owner(String section, String label, Hooks hooks) {}

  private List<Owner> owners(TrialKey key) {
    return List.of(
        new Owner("framework", key.framework(), experiment.framework(key.framework()).hooks()),
        new Owner("workload", key.workload(), experiment.workload(key.workload()).hooks()));
  }

  /**
   * Prepares an attempt, after what it belongs to has been set up.
   *
   * @return why the attempt cannot be run, in one line without secrets; empty if it can
   * @throws IOException if a command cannot be started, or its output cannot be kept
   */
  Optional<String> prepare(Attempt attempt) throws IOException, InterruptedException {
    TrialKey combination = combination(attempt.key());
    if (!setUps.containsKey(combination)) {
      last.put(combination, attempt);
      try {
        setUps.put(combination, run(Hook.SETUP, attempt));
      } catch (IOException failed) {
        // What was begun is not begun again.
        setUps.put(combination, Optional.of("setup failed: " + failed.getMessage()));
        throw failed;
      }
    }
    last.put(combination, attempt);
    Optional<String> failure = setUps.get(combination);
    return failure.isPresent() ? failure : run(Hook.PREPARE, attempt);
  }

  private Optional<String> run(Hook hook, Attempt attempt)
      throws IOException, InterruptedException {
    for (Owner owner : owners(attempt.key())) {
      Optional<String> failure = run(hook, owner, attempt);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  /** Cleans up after the last trial of a framework and workload; warns if that fails. */
  void cleanUp(TrialKey key) throws InterruptedException {
    TrialKey combination = combination(key);
    if (setUps.remove(combination) == null) {
      return;
    }
    Attempt attempt = last.remove(combination);
    List<Owner> owners = new ArrayList<>(owners(key));
    Collections.reverse(owners);
    for (Owner owner : owners) {
      try {
        run(Hook.CLEANUP, owner, attempt)
            .ifPresent(why -> listener.warning(why + "; see " + attempt.directory().getFileName()));
      } catch (IOException failed) {
        listener.warning(name(Hook.CLEANUP, owner) + " failed: " + failed.getMessage());
      }
    }
  }

  /** Cleans up everything that was set up and whose last trial could not be run. */
  void cleanUpAll() throws InterruptedException {
    for (Attempt attempt : List.copyOf(last.values())) {
      cleanUp(attempt.key());
    }
  }

  private static String name(Hook hook, Owner owner) {
    return hook.id() + " of " + owner.label();
  }

  private Optional<String> run(Hook hook, Owner owner, Attempt attempt)
      throws IOException, InterruptedException {
    Optional<String> script = owner.hooks().command(hook);
    if (script.isEmpty()) {
      return Optional.empty();
    }
    listener.doing(name(hook, owner));
    HookCommand command = new HookCommand(script.get(), environment(owner, attempt));
    Path log = attempt.directory().resolve(owner.section() + "-" + hook.id());
    Files.createDirectories(log);
    Node master = testbed.master();
    Mark mark = testbed.marks().hooks().part(Integer.toString(++commands));
    long start = System.nanoTime();
    NodeProcess process = master.start(mark, command.command());
    try (ClientOutput output = output(process, owner, log, start)) {
      OptionalInt status;
      try {
        command.send(process.input());
        status = process.await(owner.hooks().timeout());
      } finally {
        // Does nothing if the command has ended.
        process.end(GRACE);
      }
      if (status.isEmpty()) {
        master.endAll(mark, GRACE);
      }
      output.drain(DRAIN_SECONDS);
      return failure(hook, owner, status, output.lastLine());
    }
  }

  /** The output without secrets. Ends the process if its output cannot be kept. */
  private static ClientOutput output(NodeProcess process, Owner owner, Path log, long start)
      throws IOException, InterruptedException {
    HiddenValues hidden = HiddenValues.of(owner.hooks().environment());
    try {
      return new ClientOutput(
          process,
          log,
          () -> (System.nanoTime() - start) / 1e9,
          OutputStream.nullOutputStream(),
          hidden::hide);
    } catch (IOException failed) {
      process.end(GRACE);
      throw failed;
    }
  }

  private static Optional<String> failure(
      Hook hook, Owner owner, OptionalInt status, Optional<String> lastLine) {
    if (status.isEmpty()) {
      String limit = TimeSpan.format(owner.hooks().timeout());
      return Optional.of(name(hook, owner) + " took longer than " + limit + " and was ended");
    }
    if (status.getAsInt() != 0) {
      String said = lastLine.map(line -> ": " + line).orElse("");
      return Optional.of(
          name(hook, owner) + " failed with exit status " + status.getAsInt() + said);
    }
    return Optional.empty();
  }

  private Map<String, String> environment(Owner owner, Attempt attempt) {
    TrialKey key = attempt.key();
    Map<String, String> variables = new TreeMap<>(attempt.environment());
    variables.putAll(owner.hooks().environment());
    variables.put("ATHANOR_EXPERIMENT", experiment.name());
    variables.put("ATHANOR_FRAMEWORK", key.framework());
    variables.put("ATHANOR_WORKLOAD", key.workload());
    key.storage().ifPresent(label -> variables.put("ATHANOR_STORAGE", label));
    variables.put("ATHANOR_SIZE", Integer.toString(key.nodes()));
    variables.put("ATHANOR_REPETITION", Integer.toString(key.repetition()));
    variables.put("ATHANOR_ATTEMPT", Integer.toString(attempt.number()));
    return variables;
  }
}
