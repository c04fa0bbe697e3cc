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
import java.util.function.Consumer;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FileSystemKind;
import org.athanor.bench.experiment.FrameworkSpec;
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

/**
 * Frameworks and workloads made of small shell scripts that run as real processes of this machine.
 * What a framework does is said by its {@code settings} in the experiment, see {@link
 * StageFramework}. Everything that happens is told to the teller, in order.
 */
final class Stage implements Facilities {
  /** What tests have a workload say that is wrong with it. */
  private static final Vocabulary.Option WRONG =
      new Vocabulary.Option("wrong", Vocabulary.OptionType.TEXT, "none", "Problem.");

  /** The file that lists the runs there were. */
  static final String MARKS = "marks";

  final Path directory;
  final Consumer<String> teller;

  /** CPU seconds of others that the monitors report for one trial after the other; then none. */
  final List<Double> others = Collections.synchronizedList(new ArrayList<>());

  Stage(Path directory, Consumer<String> teller) {
    this.directory = directory;
    this.teller = teller;
  }

  /** The first lines of each experiment of these tests. */
  String experiment(String rest) {
    return "work: " + directory.resolve("work") + "\n" + rest;
  }

  Path file(String rest) throws IOException {
    return Files.writeString(directory.resolve("stage.yaml"), experiment(rest));
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
              kind, new FrameworkWords(List.of("local"), List.of("local"), List.of(), List.of()));
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
    return new StageFramework(spec, teller);
  }

  @Override
  public TrialWorkload workload(WorkloadSpec spec, Experiment experiment) {
    return new StageWorkload(spec, experiment, teller);
  }

  @Override
  public List<String> storageProblems(FileSystemKind kind) {
    return List.of();
  }

  @Override
  public Storage storage(FileSystemKind kind, List<Node> nodes, Mark mark, Path work) {
    return new LocalStorage(
        nodes.get(0), mark, directory.resolve("cache/inputs"), work.resolve("outputs"));
  }

  @Override
  public Watch watch(List<Node> nodes, Mark mark, Experiment experiment, Path work)
      throws IOException {
    Files.writeString(
        directory.resolve(MARKS),
        mark.id().replace("/monitors", "\n"),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return new StageWatch(others, teller);
  }
}
