// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.run.Facilities;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.usage.UsageException;
import org.athanor.yaml.Problem;
import org.athanor.yaml.text.Nearest;
import org.athanor.yaml.text.TimeSpan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Submits an experiment to a batch system. */
@Command(
    mixinStandardHelpOptions = true,
    name = "submit",
    description = {
      "Writes a batch script that runs an experiment file, and submits it to Slurm, PBS or SGE.",
      "The file has the key nodes: allocation, for the nodes that the job gets."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench submit mine.yaml --nodes 5 --time 4h",
      "  athanor bench submit mine.yaml --nodes 5 --directive=--account=physics --dry-run",
      "  athanor bench submit mine.yaml --nodes 5 --time 4h --resume",
      "      continues a run that the time limit ended; the job must get the same nodes",
      "",
      "Exit code: that of the command that submits; 1 the script cannot be written,",
      "2 wrong usage or a wrong file."
    })
final class BenchSubmitCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Mixin private ExperimentOptions experiment;

  @Option(
      names = "--resume",
      description =
          "Continue an interrupted run; needs the same nodes, see docs/experiment-file.md.")
  private boolean resume;

  @Option(names = "--nodes", paramLabel = "<n>", required = true, description = "Number of nodes.")
  private int nodes;

  @Option(
      names = "--time",
      paramLabel = "<time>",
      description = "Time limit of the job, such as 4h (default: the queue's).")
  private String time;

  @Option(names = "--queue", paramLabel = "<name>", description = "Queue, or partition.")
  private String queue;

  @Option(
      names = "--parallel-environment",
      paramLabel = "<name>",
      description = "Of SGE: one that gives a slot on each node.")
  private String parallelEnvironment;

  @Option(
      names = "--directive",
      paramLabel = "<text>",
      description = "A further line for the batch system, without #SBATCH, #PBS or #$; repeatable.")
  private List<String> directives = new ArrayList<>();

  @Option(
      names = "--system",
      paramLabel = "<name>",
      description = "slurm, pbs or sge (default: the one whose commands are found).")
  private String system;

  @Option(names = "--dry-run", description = "Print the script, and do nothing else.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException, InterruptedException, UsageException {
    String path = System.getenv().getOrDefault("PATH", "");
    BatchSystem batch = system(path);
    Facilities facilities = Installed.facilities(bench.err()::println);
    if (nodes < 1) {
      throw new UsageException("--nodes=" + nodes + ": must be a number, 1 or more");
    }
    FutureAllocation allocation = new FutureAllocation(facilities.vocabulary(), nodes);
    ExperimentFile file = ExperimentFile.read(experiment.file(), allocation);
    List<Problem> problems = problems(file, allocation);
    if (!problems.isEmpty()) {
      problems.forEach(bench.err()::println);
      return ExitCode.USAGE;
    }
    String name = file.experiment().map(Experiment::name).orElseThrow();
    String text = script(batch, name, facilities);
    if (dryRun) {
      bench.out().print(text);
      return ExitCode.SUCCESS;
    }
    Path script = Path.of(name + "." + batch.id() + ".sh").toAbsolutePath();
    bench.err().println("submitting " + script);
    return new BatchJob(batch, path, script, text).submit();
  }

  private BatchSystem system(String path) throws UsageException {
    List<String> ids = Arrays.stream(BatchSystem.values()).map(BatchSystem::id).toList();
    if (system != null) {
      if (!ids.contains(system)) {
        throw new UsageException("--system=" + system + ": " + unknown(ids));
      }
      return Arrays.stream(BatchSystem.values())
          .filter(each -> each.id().equals(system))
          .findFirst()
          .orElseThrow();
    }
    return BatchSystem.find(path)
        .orElseThrow(
            () ->
                new UsageException(
                    "--system is missing, and PATH has no commands of " + String.join(", ", ids)));
  }

  private String unknown(List<String> ids) {
    return "must be " + String.join(" or ", ids) + Nearest.hint(system, ids);
  }

  private static List<Problem> problems(ExperimentFile file, FutureAllocation allocation) {
    List<Problem> problems = new ArrayList<>(file.problems());
    if (problems.isEmpty() && !allocation.asked()) {
      problems.add(
          file.problem(
              "nodes", "must be allocation, so that it runs on the nodes that the job gets"));
    }
    return problems;
  }

  /** Other text would be further options of the directive, or none. */
  private static void requireWord(String option, String value) throws UsageException {
    if (value != null && !value.matches("\\S+")) {
      throw new UsageException(option + "=" + value + ": must be one word without white space");
    }
  }

  private String script(BatchSystem batch, String name, Facilities facilities)
      throws UsageException {
    if (batch == BatchSystem.SGE && parallelEnvironment == null) {
      throw new UsageException(
          "--parallel-environment is missing: sge gives several nodes only with one; qconf -spl"
              + " lists them");
    }
    Optional<Duration> limit = Optional.empty();
    if (time != null) {
      limit = TimeSpan.parse(time).filter(some -> some.toSeconds() > 0);
      if (limit.isEmpty()) {
        throw new UsageException("--time=" + time + ": must be a time such as 90m or 4h");
      }
    }
    requireWord("--queue", queue);
    requireWord("--parallel-environment", parallelEnvironment);
    for (String directive : directives) {
      if (directive.isBlank()
          || !directive.equals(directive.lines().collect(Collectors.joining()))) {
        throw new UsageException("--directive=" + directive + ": must be one line");
      }
    }
    List<String> command = new ArrayList<>();
    command.add(facilities.installation().launcher().toAbsolutePath().toString());
    command.addAll(List.of("bench", "run"));
    command.addAll(experiment.words());
    if (resume) {
      command.add("--resume");
    }
    return BatchScript.of(
        batch,
        new BatchSystem.Request(
            name,
            nodes,
            limit,
            Optional.ofNullable(queue),
            Optional.ofNullable(parallelEnvironment),
            directives),
        Path.of("").toAbsolutePath().toString(),
        command);
  }
}
