// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.bench.experiment.run.Facilities;
import org.athanor.bench.experiment.run.Offers;
import org.athanor.bench.experiment.run.Offers.Offer;
import org.athanor.bench.experiment.run.RunOptions;
import org.athanor.bench.workload.Workloads;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.usage.UsageException;
import org.athanor.yaml.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Compares the frameworks that can run on this machine, without an experiment file. */
@Command(
    mixinStandardHelpOptions = true,
    name = "quick",
    description = {
      "Compares Hadoop, Athanor and Spark on this machine, as far as it can run them.",
      "They run WordCount and TeraSort on small inputs. Missing software is fetched without asking."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench quick",
      "  athanor bench quick --size 1g",
      "",
      "Exit code: that of athanor bench run."
    })
final class BenchQuickCommand implements Callable<Integer> {
  /** In this order; the first that can run is the baseline. */
  private static final List<String> KINDS = List.of("hadoop", "athanor", "spark");

  private static final List<String> MODES = List.of("local", "embedded");

  @ParentCommand private BenchCommand bench;

  @Option(
      names = "--size",
      paramLabel = "<bytes>",
      description = "Size of each input (default: ${DEFAULT-VALUE}).")
  private String size = "64m";

  @Option(
      names = "--output",
      paramLabel = "<dir>",
      description = "Directory of the results (default: below athanor-results).")
  private Path output;

  @Option(names = "--json", description = "Write the results as JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException, UsageException {
    for (String wrong : Workloads.problems("wordcount", Map.of("size", size))) {
      throw new UsageException("--size=" + size + wrong.substring("size".length()));
    }
    Execution execution = new Execution(bench.out(), bench.err(), json, Optional.empty());
    Facilities facilities = execution.facilities();
    List<Offer> usable = usable(Offers.here(facilities));
    if (usable.size() < 2) {
      bench.err().println("athanor bench quick: fewer than two frameworks can run here");
      return ExitCode.FAILED;
    }
    Path file = Files.createTempDirectory("athanor-quick").resolve("quick.yaml");
    try {
      Files.writeString(file, ExperimentText.quick(usable, size));
      RunOptions options =
          new RunOptions(
              false, Selection.ALL, Optional.ofNullable(output), RunOptions.defaults().parent());
      return execution.run(file, options, facilities, problem -> shown(problem, size));
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    }
  }

  private List<Offer> usable(Offers offers) {
    List<Offer> wanted =
        KINDS.stream()
            .flatMap(
                kind -> offers.frameworks().stream().filter(offer -> offer.kind().equals(kind)))
            .filter(offer -> MODES.contains(offer.mode()))
            .toList();
    for (Offer offer : wanted) {
      offer
          .problems()
          .forEach(problem -> bench.err().println("without " + offer.kind() + ": " + problem));
    }
    return wanted.stream().filter(Offer::usable).toList();
  }

  /** Returns a problem's text. Problems of the workloads name the option, the only user input. */
  static String shown(Problem problem, String size) {
    String[] parts = problem.message().split(": ", 2);
    return parts[0].startsWith("workloads")
        ? "--size=" + size + ": " + parts[1]
        : problem.message();
  }
}
