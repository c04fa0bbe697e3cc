// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.usage.UsageException;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.RunOutcome;
import org.athanor.simulator.run.ScenarioPool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs the variants of a scenario file. */
@Command(
    mixinStandardHelpOptions = true,
    name = "run",
    description = {
      "Runs the variants of a scenario file, and compares them with the first one.",
      "The same file and seed have the same results on every machine."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor simulate run mine.yaml",
      "  athanor simulate run mine.yaml --only placement=hybrid --seed 2",
      "      runs a part of it: a variant, or all variants with a value of the matrix",
      "  athanor simulate run mine.yaml --json | jq '.variants[] | [.name, .makespanSeconds]'",
      "      docs/simulation.md describes the members",
      "",
      "Exit code: 0 success, 1 a variant cannot be run to its end, 2 nothing was run."
    })
final class SimulateRunCommand implements Callable<Integer> {
  @ParentCommand private SimulateCommand simulate;

  @Parameters(index = "0", paramLabel = "FILE", description = "The scenario, in YAML.")
  private Path file;

  @Option(
      names = "--only",
      paramLabel = "<variant>",
      description = "Run only this variant, or those with this value; repeatable.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "<number>",
      description = "Seed of all chance, instead of the file's.")
  private Long seed;

  @Option(
      names = "--threads",
      paramLabel = "<number>",
      description = "Variants that run at once (default: the number of processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Write the results as JSON to standard output.")
  private boolean json;

  @Mixin private SourceOptions options;

  @Override
  public Integer call() throws UsageException, InterruptedException {
    if (threads < 1) {
      throw new UsageException("--threads=" + threads + ": must be 1 or more");
    }
    ScenarioFile read =
        ScenarioFile.read(
            file, seed == null ? OptionalLong.empty() : OptionalLong.of(seed), options.sources());
    if (!read.problems().isEmpty()) {
      read.problems().forEach(simulate.err()::println);
      return ExitCode.USAGE;
    }
    if (seed != null && read.variesSeed()) {
      throw new UsageException("--seed=" + seed + ": the matrix of " + file + " has the seeds");
    }
    return run(Selection.of(read.variants(), only));
  }

  private int run(List<Variant> variants) throws InterruptedException {
    ProgressText line = ProgressText.on(simulate.err());
    JobsEnded progress = new JobsEnded(variants, line);
    List<RunOutcome> outcomes =
        ScenarioPool.run(
            variants.stream().map(Variant::scenario).toList(), threads, false, progress::jobEnded);
    line.clear();
    List<VariantRun> runs = VariantRun.of(variants, outcomes);
    if (json) {
      simulate.out().print(RunsJson.of(runs));
    } else if (!runs.isEmpty()) {
      simulate.out().print(new RunsText(runs));
    }
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i).result().isEmpty()) {
        simulate.err().println(variants.get(i).name() + ": " + outcomes.get(i).failure());
      }
    }
    return runs.size() == variants.size() ? ExitCode.SUCCESS : ExitCode.FAILED;
  }
}
