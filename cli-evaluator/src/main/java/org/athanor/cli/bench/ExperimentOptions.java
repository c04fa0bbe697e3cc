// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.bench.experiment.file.Overrides;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.bench.experiment.run.RunOptions;
import org.athanor.cluster.ShellWord;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The experiment that a command is about, and what the command line changes of it. */
final class ExperimentOptions {
  @Parameters(index = "0", paramLabel = "FILE", description = "The experiment, in YAML.")
  private Path file;

  @Option(
      names = "--only",
      paramLabel = "<framework[/workload[/storage]]>",
      description = "Only this framework, workload or storage, by label; repeatable.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--repetitions",
      paramLabel = "<n>",
      description = "Measured trials of each workload on each framework.")
  private String repetitions;

  @Option(names = "--warmup", paramLabel = "<n>", description = "Trials before the measured ones.")
  private String warmup;

  @Option(
      names = "--timeout",
      paramLabel = "<time>",
      description = "Time limit of every trial, such as 10m, also of workloads with their own.")
  private String timeout;

  @Option(
      names = "--output",
      paramLabel = "<dir>",
      description = "Directory of the results (default: below athanor-results).")
  private Path output;

  @Option(
      names = "--project",
      paramLabel = "<dir>",
      description =
          "Record the commit of this Git working tree, and whether its files differ from it.")
  private Path project;

  Path file() {
    return file;
  }

  RunOptions runOptions(boolean resume) {
    return new RunOptions(
        resume,
        new Selection(only),
        Optional.ofNullable(output),
        RunOptions.defaults().parent(),
        overrides(),
        Optional.ofNullable(project));
  }

  /** File and options again, for a shell, without the directory of the results. */
  String arguments() {
    return withoutOutput().stream().map(ShellWord::argument).collect(Collectors.joining(" "));
  }

  /** File and all options again, a word each. */
  List<String> words() {
    List<String> words = withoutOutput();
    if (output != null) {
      words.addAll(List.of("--output", output.toString()));
    }
    return words;
  }

  private List<String> withoutOutput() {
    List<String> words = new ArrayList<>();
    words.add(file.toString());
    only.forEach(selected -> words.addAll(List.of("--only", selected)));
    Overrides.shown(overrides()).forEach((name, value) -> words.addAll(List.of(name, value)));
    if (project != null) {
      words.addAll(List.of("--project", project.toString()));
    }
    return words;
  }

  private Map<String, String> overrides() {
    Map<String, String> overrides = new HashMap<>();
    put("repetitions", repetitions, overrides);
    put("warmup", warmup, overrides);
    put("timeout", timeout, overrides);
    return overrides;
  }

  private static void put(String key, String value, Map<String, String> overrides) {
    if (value != null) {
      overrides.put(key, value);
    }
  }
}
