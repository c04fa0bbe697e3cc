// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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

  @Mixin private ExperimentOptions experiment;

  @Option(names = "--resume", description = "Continue an interrupted run.")
  private boolean resume;

  @Option(names = "--json", description = "Write the results as JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Execution execution =
        new Execution(bench.out(), bench.err(), json, Optional.of(experiment.arguments()));
    return execution.run(experiment.file(), experiment.runOptions(resume), execution.facilities());
  }
}
