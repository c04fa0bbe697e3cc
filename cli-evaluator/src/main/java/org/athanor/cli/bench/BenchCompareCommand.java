// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.report.statistics.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Compares two runs, or two frameworks of one. */
@Command(
    mixinStandardHelpOptions = true,
    name = "compare",
    description = {
      "Compares two runs, or two frameworks of one: speed-ups with confidence intervals.",
      "Says when a difference is noise, or when there are too few repetitions."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench compare jdk17/ jdk25/",
      "  athanor bench compare hadoop athanor --in athanor-results/mine-20261122-101500",
      "  athanor bench compare jdk17/ jdk25/ --json | jq '.rows[].speedUp'",
      "",
      "Exit code: 0 success, whatever the comparison says; 1 results cannot be read or",
      "have nothing in common; 2 wrong usage."
    })
final class BenchCompareCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Parameters(index = "0", paramLabel = "A", description = "Results of a run, or a framework.")
  private String before;

  @Parameters(index = "1", paramLabel = "B", description = "What is compared with A.")
  private String after;

  @Option(
      names = "--in",
      paramLabel = "<dir>",
      description = "Results of a run; A and B are then labels of its frameworks.")
  private Path in;

  @Option(names = "--json", description = "Write JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Comparison comparison =
        in == null
            ? Comparison.of(results(before), results(after))
            : Comparison.of(in, before, after);
    if (json) {
      bench.out().println(ComparisonText.json(comparison));
    } else {
      bench.out().print(ComparisonText.table(comparison));
    }
    return ExitCode.SUCCESS;
  }

  private static Path results(String argument) throws IOException {
    Path directory = Path.of(argument);
    if (!Files.isDirectory(directory)) {
      throw new IOException(
          argument
              + ": no such directory; to compare frameworks of one run, give its directory with --in");
    }
    return directory;
  }
}
