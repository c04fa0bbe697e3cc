// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.placed.PlacedRun;
import org.athanor.cli.placed.PlacedRuns;
import org.athanor.cli.usage.NewFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.record.DecisionRecording;
import org.athanor.scheduler.record.RecordedPolicy;
import org.athanor.scheduler.service.Policies;
import org.athanor.simulator.file.ClustersFile;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.run.StalledException;
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
      "Compares the policies with the first one. The same file and seed have the same results."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor simulate schedule unlike.yaml",
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
      names = "--seed",
      paramLabel = "<number>",
      description = "Seed of all chance, instead of the file's.")
  private Long seed;

  @Option(
      names = "--record",
      paramLabel = "<file>",
      description = "Record what the only policy decides, in a new file for 'schedule replay'.")
  private Path record;

  @Option(names = "--json", description = "Write the results as JSON to standard output.")
  private boolean json;

  @Mixin private SourceOptions options;

  @Override
  public Integer call() throws UsageException, IOException {
    ClustersFile read =
        ClustersFile.read(
            file, seed == null ? OptionalLong.empty() : OptionalLong.of(seed), options.sources());
    if (!read.problems().isEmpty()) {
      read.problems().forEach(simulate.err()::println);
      return ExitCode.USAGE;
    }
    List<String> names = names(read);
    List<Double> errors = read.placing().errors();
    if (record != null && names.size() * errors.size() != 1) {
      throw new UsageException(
          "--record=" + record + ": needs one policy and one error; give --policy");
    }
    if (record != null) {
      NewFile.check("--record", record);
    }
    List<PlacedRun> runs = new ArrayList<>();
    try {
      PlacedRuns jobs = new PlacedRuns(read);
      for (String name : names) {
        for (double error : errors) {
          runs.add(record == null ? jobs.run(name, error) : recorded(jobs, name, error));
        }
      }
    } catch (NoRoomException | StalledException | IllegalArgumentException impossible) {
      simulate.err().println(file + ": " + impossible.getMessage());
      return ExitCode.FAILED;
    }
    long used = read.clusters().values().iterator().next().seed();
    simulate.out().print(json ? PlacedJson.of(runs, used) : new PlacedText(runs).toString());
    return ExitCode.SUCCESS;
  }

  private List<String> names(ClustersFile read) throws UsageException {
    List<String> names = policies.isEmpty() ? read.placing().policies() : policies;
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

  private PlacedRun recorded(PlacedRuns jobs, String name, double error) throws IOException {
    try (DecisionRecording recording =
        DecisionRecording.create(
            record, new RecordedPolicy(name, OptionalDouble.empty()), simulate.err()::println)) {
      return jobs.run(name, recording.of(Policies.named(name)), error);
    }
  }
}
