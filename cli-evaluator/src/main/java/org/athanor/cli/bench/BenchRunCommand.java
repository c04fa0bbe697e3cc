// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.athanor.bench.experiment.file.Overrides;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.bench.experiment.run.RunOptions;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs an experiment. */
@Command(
    mixinStandardHelpOptions = true,
    name = "run",
    description = {
      "Runs an experiment file, and writes its results and a report.",
      "Deploys each framework, measures each workload, verifies every output, stops everything."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench run mine.yaml",
      "  athanor bench run mine.yaml --only spark --only hadoop/terasort",
      "      runs a part of it: a framework, a workload of a framework, or \"*/terasort\"",
      "  athanor bench run mine.yaml --repetitions 1 --warmup 0",
      "      tries it out; these values are used instead of the file's",
      "  athanor bench run mine.yaml --resume",
      "      continues the newest run of this file; finished trials are not repeated",
      "  athanor bench run mine.yaml --json | jq '.trials[].wallSeconds'",
      "      docs/results-schema.md describes the members",
      "",
      "Exit code: 0 all trials are verified, 1 some are not, 2 nothing was started,",
      "130 interrupted."
    })
final class BenchRunCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Parameters(index = "0", paramLabel = "FILE", description = "The experiment, in YAML.")
  private Path file;

  @Option(
      names = "--only",
      paramLabel = "<framework[/workload]>",
      description = "Run only this framework or workload, by label; repeatable.")
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

  @Option(names = "--resume", description = "Continue an interrupted run.")
  private boolean resume;

  @Option(
      names = "--output",
      paramLabel = "<dir>",
      description = "Directory of the results (default: below athanor-results).")
  private Path output;

  @Option(names = "--json", description = "Write the results as JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    RunOptions defaults = RunOptions.defaults();
    Map<String, String> overrides = overrides();
    RunOptions options =
        new RunOptions(
            resume,
            new Selection(only),
            Optional.ofNullable(output),
            defaults.parent(),
            overrides);
    String arguments =
        file
            + only.stream()
                .map(selected -> " --only '" + selected + "'")
                .collect(Collectors.joining())
            + Overrides.shown(overrides).entrySet().stream()
                .map(option -> " " + option.getKey() + " '" + option.getValue() + "'")
                .collect(Collectors.joining());
    Execution execution = new Execution(bench.out(), bench.err(), json, Optional.of(arguments));
    return execution.run(file, options, execution.facilities());
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
