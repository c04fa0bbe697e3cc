// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.simulated.SimulatedExperiment;
import org.athanor.cli.sweep.ProcessSweep;
import org.athanor.cli.sweep.Sweep;
import org.athanor.cli.sweep.SweepItem;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.cli.usage.UsageException;
import org.athanor.simulator.file.DrawingException;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.RunOutcome;
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
      "  athanor simulate run mine.yaml --repetitions 6 --output simulated",
      "  athanor bench report simulated",
      "      runs each variant with six seeds, and makes a page of the results",
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
      names = "--repetitions",
      paramLabel = "<number>",
      description =
          "Run each variant with so many seeds, which follow on each other (default: 1); tables"
              + " have medians and intervals.")
  private int repetitions = 1;

  @Option(
      names = "--threads",
      paramLabel = "<number>",
      description = "Variants that run at once (default: the number of processors).")
  private Integer threads;

  @Option(
      names = "--processes",
      paramLabel = "<number>",
      description =
          "Run each variant in a process of its own, so many at once. The heap of each is that of"
              + " ATHANOR_HEAP; a variant that needs more fails alone.")
  private Integer processes;

  @Option(names = "--json", description = "Write the results as JSON to standard output.")
  private boolean json;

  @Mixin private SourceOptions options;

  @Option(
      names = "--timeline",
      description = "Add what happened over time to the JSON; --output has it always.")
  private boolean timeline;

  @Option(
      names = "--output",
      paramLabel = "<dir>",
      description =
          "Write results as those of athanor bench run, for athanor bench report and compare, into"
              + " a new or empty directory.")
  private Path output;

  @Override
  public Integer call() throws UsageException, InterruptedException, IOException {
    checkOptions();
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
    if (repetitions > 1 && read.variesSeed()) {
      throw new UsageException(
          "--repetitions=" + repetitions + ": the matrix of " + file + " has the seeds");
    }
    List<SweepItem> items = items(read);
    if (output == null) {
      return show(run(items, read.digest()));
    }
    ResultDirectory results = ResultDirectory.create(output);
    Instant started = Instant.now();
    Sweep sweep = run(items, read.digest());
    int code = show(sweep);
    results.write(file, new SimulatedExperiment(read.name(), Version.athanor(), started), sweep);
    if (!json) {
      simulate.out().println();
      simulate.out().println("athanor bench report " + output + "   draws these results");
    }
    return code;
  }

  private List<SweepItem> items(ScenarioFile read) throws UsageException {
    try {
      return SweepItem.of(Selection.of(read.variants(), Variant::name, only), repetitions);
    } catch (DrawingException e) {
      throw new UsageException("--repetitions=" + repetitions + ": " + e.getMessage(), e);
    }
  }

  private void checkOptions() throws UsageException {
    atLeastOne("--threads", threads);
    atLeastOne("--processes", processes);
    atLeastOne("--repetitions", repetitions);
    if (threads != null && processes != null) {
      throw new UsageException(
          "--threads=" + threads + ": has no meaning with --processes; remove one of them");
    }
    if (timeline && !json) {
      throw new UsageException("--timeline: has no meaning without --json; add it");
    }
  }

  private static void atLeastOne(String option, Integer number) throws UsageException {
    if (number != null && number < 1) {
      throw new UsageException(option + "=" + number + ": must be 1 or more");
    }
  }

  private Sweep run(List<SweepItem> items, String digest) throws InterruptedException {
    ProgressText line = ProgressText.on(simulate.err());
    JobsEnded progress = JobsEnded.of(items, line);
    boolean over = timeline || output != null;
    try {
      if (processes != null) {
        return new ProcessSweep(file, digest, options.environment(), over, progress)
            .run(items, processes);
      }
      int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
      return Sweep.inThreads(items, atOnce, over, progress);
    } finally {
      line.clear();
    }
  }

  /** Prints results, and what went wrong. */
  private int show(Sweep sweep) {
    List<VariantRun> runs = sweep.runs();
    if (json) {
      simulate.out().print(RunsJson.of(runs, timeline));
    } else if (!runs.isEmpty()) {
      simulate.out().print(new RunsText(runs));
    }
    for (int i = 0; i < sweep.items().size(); i++) {
      RunOutcome outcome = sweep.outcomes().get(i);
      if (outcome.result().isEmpty()) {
        simulate.err().println(name(sweep.items().get(i)) + ": " + outcome.failure());
      }
    }
    return runs.size() == sweep.items().size() ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  private String name(SweepItem item) {
    String seedText = repetitions > 1 ? ", seed " + item.variant().scenario().seed() : "";
    return item.variant().name() + seedText;
  }
}
