// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.athanor.simulator.run.RunOutcome;

/**
 * Runs each item in a JVM of its own, with the options of this one. So the heap of this JVM bounds
 * the memory of each variant, and a variant that needs more fails alone.
 */
public final class ProcessSweep {
  private static final List<String> NOT_PASSED_ON =
      List.of(
          "-agentlib:",
          "-agentpath:",
          "-javaagent:",
          "-Xrun",
          "-XX:StartFlightRecording",
          "-Dcom.sun.management.",
          "-Xlog:",
          "-Xloggc:");

  private final Path file;
  private final String digest;
  private final Map<String, String> environment;
  private final boolean timeline;
  private final SweepProgress progress;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();

  /**
   * @param file that the items are from; the processes read it again
   * @param digest of the file, as it was when the items were made; a process refuses another one
   * @param environment of the processes, besides this one's
   * @param timeline whether results have what happened over time, too
   */
  public ProcessSweep(
      Path file,
      String digest,
      Map<String, String> environment,
      boolean timeline,
      SweepProgress progress) {
    this.file = file;
    this.digest = digest;
    this.environment = Map.copyOf(environment);
    this.timeline = timeline;
    this.progress = progress;
  }

  /**
   * Runs items.
   *
   * @param processes that run at once, from 1
   * @throws InterruptedException if this thread is interrupted; no process is left
   */
  public Sweep run(List<SweepItem> items, int processes) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(processes);
    try {
      List<Future<RunOutcome>> started = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        int index = i;
        started.add(pool.submit(() -> run(items.get(index), index)));
      }
      List<RunOutcome> outcomes = new ArrayList<>();
      for (Future<RunOutcome> each : started) {
        outcomes.add(each.get());
      }
      return new Sweep(items, outcomes);
    } catch (ExecutionException defect) {
      throw new IllegalStateException(defect.getCause());
    } finally {
      pool.shutdownNow();
      running.forEach(Process::destroyForcibly);
    }
  }

  private RunOutcome run(SweepItem item, int index) throws InterruptedException {
    Process process;
    try {
      ProcessBuilder builder = new ProcessBuilder(command(item));
      builder.environment().putAll(environment);
      process = builder.start();
    } catch (IOException impossible) {
      return new RunOutcome(
          Optional.empty(), "its process cannot be started: " + impossible.getMessage(), 0);
    }
    running.add(process);
    try {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      return new VariantProcess(process).await(jobs -> progress.jobsEnded(index, jobs));
    } finally {
      process.destroyForcibly();
      running.remove(process);
    }
  }

  /** The command line of the process of an item. */
  List<String> command(SweepItem item) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> NOT_PASSED_ON.stream().noneMatch(option::startsWith))
        .forEach(command::add);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), VariantMain.class.getName()));
    command.addAll(VariantMain.arguments(file, digest, item, timeline));
    return command;
  }
}
