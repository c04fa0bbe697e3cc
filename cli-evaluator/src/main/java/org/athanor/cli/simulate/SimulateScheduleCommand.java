// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.placed.PlacedItem;
import org.athanor.cli.placed.PlacedOutcome;
import org.athanor.cli.placed.PlacedRun;
import org.athanor.cli.placed.PlacedSweep;
import org.athanor.cli.usage.NewFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.record.DecisionRecording;
import org.athanor.scheduler.record.RecordedPolicy;
import org.athanor.scheduler.service.Policies;
import org.athanor.simulator.file.ClustersFile;
import org.athanor.simulator.file.ClustersVariant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs jobs on several simulated clusters, placed by policies of the scheduler. */
@Command(
    mixinStandardHelpOptions = true,
    name = "schedule",
    description = {
      "Runs jobs on several unlike clusters, placed by policies of athanor schedule.",
      "Compares all with the first one. The same file and seed have the same results."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor simulate schedule unlike.yaml",
      "  athanor simulate schedule unlike.yaml --only between=1Gbit/s --only heft",
      "      runs a part of it: those with a value of its matrix, and those with a policy",
      "  athanor simulate schedule unlike.yaml --policy phi --record decisions.jsonl",
      "  athanor schedule replay decisions.jsonl",
      "      records the decisions of a policy, and decides again",
      "",
      "Exit code: 0 success, 1 a job cannot be run to its end, 2 nothing was run."
    })
final class SimulateScheduleCommand implements Callable<Integer> {
  @ParentCommand private SimulateCommand simulate;

  @Parameters(index = "0", paramLabel = "FILE", description = "Clusters and jobs, in YAML.")
  private Path file;

  @Option(
      names = "--policy",
      paramLabel = "<name>",
      description = "Run only this policy, instead of those of the file; repeatable.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "<variant>",
      description = "Run only this variant, or those with this value or policy; repeatable.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "<number>",
      description = "Seed of all chance, instead of the file's.")
  private Long seed;

  @Option(
      names = "--threads",
      paramLabel = "<number>",
      description = "Simulations that run at once (default: the number of processors).")
  private Integer threads;

  @Option(
      names = "--record",
      paramLabel = "<file>",
      description = "Record what the only policy decides, in a new file for 'schedule replay'.")
  private Path record;

  @Option(names = "--json", description = "Write the results as JSON to standard output.")
  private boolean json;

  @Mixin private SourceOptions options;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    if (threads != null && threads < 1) {
      throw new UsageException("--threads=" + threads + ": must be 1 or more");
    }
    ClustersFile read =
        ClustersFile.read(
            file, seed == null ? OptionalLong.empty() : OptionalLong.of(seed), options.sources());
    if (!read.problems().isEmpty()) {
      read.problems().forEach(simulate.err()::println);
      return ExitCode.USAGE;
    }
    if (seed != null && read.variesSeed()) {
      throw new UsageException("--seed=" + seed + ": the matrix of " + file + " has the seeds");
    }
    List<PlacedItem> items = Selection.of(items(read), PlacedItem::name, only);
    if (record == null) {
      return show(run(items, Policies::named));
    }
    if (items.size() != 1) {
      throw new UsageException(
          "--record=" + record + ": needs one policy and one error; give --policy or --only");
    }
    NewFile.check("--record", record);
    String policy = items.get(0).policy();
    try (DecisionRecording recording =
        DecisionRecording.create(
            record, new RecordedPolicy(policy, OptionalDouble.empty()), simulate.err()::println)) {
      return show(run(items, name -> recording.of(Policies.named(name))));
    }
  }

  /** Each variant of the matrix with each policy and each error. */
  private List<PlacedItem> items(ClustersFile read) throws UsageException {
    List<PlacedItem> items = new ArrayList<>();
    for (ClustersVariant variant : read.variants()) {
      for (String name : names(variant)) {
        for (double error : variant.placing().errors()) {
          items.add(new PlacedItem(variant, name, error));
        }
      }
    }
    return items;
  }

  private List<String> names(ClustersVariant variant) throws UsageException {
    List<String> names = policies.isEmpty() ? variant.placing().policies() : policies;
    for (String name : names) {
      try {
        Policies.named(name);
      } catch (IllegalArgumentException e) {
        String where = policies.isEmpty() ? file + ": scheduling.policies=" : "--policy=";
        throw new UsageException(where + name + ": " + e.getMessage(), e);
      }
    }
    return names.isEmpty() ? List.copyOf(Policies.names()) : names;
  }

  private List<PlacedOutcome> run(List<PlacedItem> items, Function<String, Policy> named)
      throws InterruptedException {
    ProgressText line = ProgressText.on(simulate.err());
    int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    try {
      return new PlacedSweep(atOnce, new PlacedProgressText(items, line), named).run(items);
    } finally {
      line.clear();
    }
  }

  /** Prints results, and what went wrong. */
  private int show(List<PlacedOutcome> outcomes) {
    List<PlacedRun> runs = outcomes.stream().flatMap(each -> each.run().stream()).toList();
    if (json) {
      simulate.out().print(PlacedJson.of(runs));
    } else if (!runs.isEmpty()) {
      simulate.out().print(new PlacedText(runs));
    }
    for (PlacedOutcome each : outcomes) {
      if (each.run().isEmpty()) {
        simulate.err().println(each.item().name() + ": " + each.failure());
      }
    }
    return runs.size() == outcomes.size() ? ExitCode.SUCCESS : ExitCode.FAILED;
  }
}
