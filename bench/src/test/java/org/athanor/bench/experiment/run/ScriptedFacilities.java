// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Claims;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.hadoop.Worker;

/**
 * Frameworks and workloads made of small shell scripts that run as real processes of this machine.
 * The {@code settings} in the experiment say what a framework does, see {@link ScriptedFramework}.
 * All events are passed to {@code events}, in order.
 */
final class ScriptedFacilities implements Facilities {
  /** A workload reports the value of this option as a problem. */
  private static final Vocabulary.Option WRONG =
      new Vocabulary.Option("wrong", Vocabulary.OptionType.TEXT, "none", "Problem.");

  /** Name of the file that lists the marks of all runs. */
  static final String MARKS = "marks";

  final Path directory;
  final Consumer<String> events;

  /** CPU seconds of other programs that the monitors report, one value for each trial; then 0. */
  final List<Double> others = Collections.synchronizedList(new ArrayList<>());

  /** The workers of all file systems that were started. */
  final List<Worker> workers = Collections.synchronizedList(new ArrayList<>());

  /** The requests of all file systems that were started. */
  final List<StorageRequest> requests = Collections.synchronizedList(new ArrayList<>());

  ScriptedFacilities(Path directory, Consumer<String> events) {
    this.directory = directory;
    this.events = events;
  }

  /** Adds the lines that all experiments of these tests have in common. */
  String experiment(String rest) {
    return "work: " + directory.resolve("work") + "\n" + rest;
  }

  Path file(String rest) throws IOException {
    return Files.writeString(directory.resolve("experiment.yaml"), experiment(rest));
  }

  RunOptions options(boolean resume) {
    return new RunOptions(
        resume, Selection.ALL, Optional.of(directory.resolve("results")), directory);
  }

  @Override
  public Vocabulary vocabulary() {
    return new Vocabulary() {
      @Override
      public Map<String, FrameworkWords> frameworks() {
        Map<String, FrameworkWords> words = new LinkedHashMap<>();
        for (String kind : List.of("alpha", "beta", "gamma")) {
          words.put(
              kind,
              new FrameworkWords(List.of("local"), List.of("local"), List.of(), List.of(), true));
        }
        return words;
      }

      @Override
      public Map<String, List<Option>> workloads() {
        return Map.of(
            "count",
            List.of(new Option("size", OptionType.SIZE, "`1k`", "Size."), WRONG),
            "sort",
            List.of(new Option("size", OptionType.SIZE, "`1k`", "Size."), WRONG));
      }

      @Override
      public Set<String> serviceRoles() {
        return Set.of();
      }

      @Override
      public List<String> monitors() {
        return List.of("cpu");
      }
    };
  }

  @Override
  public String version() {
    return "0-test";
  }

  @Override
  public Installation installation() {
    return new Installation(directory.resolve("athanor"), directory.resolve("lib"));
  }

  @Override
  public Path cache() {
    return directory.resolve("cache");
  }

  @Override
  public Claims claims() {
    return new Claims(directory.resolve("claims"));
  }

  @Override
  public List<Node> nodes(List<String> specifications) throws InvalidHostsException {
    return Nodes.of(specifications);
  }

  @Override
  public Framework framework(FrameworkSpec spec) {
    return new ScriptedFramework(spec, events);
  }

  @Override
  public TrialWorkload workload(WorkloadSpec spec, Experiment experiment) {
    return new ScriptedWorkload(spec, experiment, events);
  }

  @Override
  public List<String> storageProblems(StorageType type) {
    return List.of();
  }

  @Override
  public Storage storage(StorageRequest request) {
    workers.addAll(request.workers());
    requests.add(request);
    LocalStorage local = LocalStorage.of(request, cache());
    return request.spec().type() == StorageType.HDFS ? new ScriptedStorage(local, events) : local;
  }

  @Override
  public RunMonitors startMonitors(List<Node> nodes, Mark mark, Experiment experiment, Path work)
      throws IOException {
    Files.writeString(
        directory.resolve(MARKS),
        mark.id().replace("/monitors", "\n"),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return new ScriptedMonitors(others, events);
  }
}
