// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.usage.UsageException;
import org.athanor.report.gate.Gate;
import org.athanor.report.gate.GateText;
import org.athanor.report.gate.JUnitXml;
import org.athanor.report.gate.Limits;
import org.athanor.report.gate.MarkdownTable;
import org.athanor.report.statistics.Comparison;
import org.athanor.results.ResultsFile;
import org.athanor.results.WholeFile;
import org.athanor.results.archive.Archive;
import org.athanor.results.archive.Entry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "  athanor bench compare --reference=archive/ change/ --fail-if-slower=5%% --junit=gate.xml",
      "      for continuous integration: ends with 3 if the change is slower by more than 5 %%",
      "",
      "Exit code: 0 success, or no limit is shown to be exceeded; 1 results cannot be read or",
      "have nothing in common; 2 wrong usage; 3 a limit is exceeded; 4 a limit cannot be decided:",
      "too few repetitions, a quantity that was not measured, a workload that is missing in B,",
      "other cores, memory or file system."
    })
final class BenchCompareCommand implements Callable<Integer> {
  /** The exit code if a limit is exceeded. */
  static final int EXCEEDED = 3;

  /** The exit code if no limit is exceeded, but one cannot be decided. */
  static final int UNDECIDED = 4;

  private static final String STANDARD_OUTPUT = "-";
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,4}(?:\\.[0-9]{1,6})?) ?%");
  private static final double MOST_PERCENT = 1000;

  @ParentCommand private BenchCommand bench;

  @Parameters(
      arity = "1..*",
      paramLabel = "A B",
      hideParamSyntax = true,
      description =
          "Results of two runs, or two frameworks; B is compared with A. With --reference only B.")
  private List<String> sides;

  @Option(
      names = "--in",
      paramLabel = "<dir>",
      description = "Results of a run; A and B are then labels of its frameworks.")
  private Path in;

  @Option(
      names = "--reference",
      paramLabel = "<archive>",
      description =
          "Take the newest accepted results of B's machine and experiment in this archive as A.")
  private Path reference;

  @Mixin private MachineOption machine;

  @Option(
      names = "--fail-if-slower",
      paramLabel = "<percent>",
      description =
          "Fail if a workload needs more time in B by more than this, such as 5%%. The interval of"
              + " the ratio of times decides, not the medians: all of it must be above the limit.")
  private String slower;

  @Option(
      names = "--fail-if-more-energy",
      paramLabel = "<percent>",
      description = "The same for the energy.")
  private String moreEnergy;

  @Option(
      names = "--max-failed-trials",
      paramLabel = "<n>",
      description = "Fail if more than n trials of a workload failed in B.")
  private Integer failedTrials;

  @Option(
      names = "--junit",
      paramLabel = "<file>",
      description = "Write what the limits say as JUnit XML, a test case for each workload.")
  private Path junit;

  @Option(
      names = "--markdown",
      paramLabel = "<file>",
      description = "Write a Markdown table for a pull request; - is standard output.")
  private String markdown;

  @Option(
      names = "--counters",
      description = "Print also what the frameworks counted on both sides, as medians.")
  private boolean counters;

  @Option(names = "--json", description = "Write JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException, UsageException {
    Limits limits = limits();
    if (sides.size() > 2) {
      throw new UsageException(sides.get(2) + ": is one too many: compare takes A and B");
    }
    deleteEarlier();
    Comparison comparison = comparison();
    Optional<Gate> gate =
        limits.any() ? Optional.of(Gate.of(comparison, limits)) : Optional.empty();
    if (junit != null) {
      WholeFile.write(junit, JUnitXml.of(gate.orElseThrow()));
    }
    boolean markdownOut = STANDARD_OUTPUT.equals(markdown);
    if (markdown != null && !markdownOut) {
      WholeFile.write(Path.of(markdown), MarkdownTable.of(comparison, gate));
    }
    if (json) {
      bench.out().println(ComparisonText.json(comparison, gate));
    } else if (markdownOut) {
      bench.out().print(MarkdownTable.of(comparison, gate));
    } else {
      bench.out().print(ComparisonText.table(comparison));
      if (counters) {
        bench.out().print("\n" + CounterText.of(comparison));
      }
      gate.ifPresent(found -> bench.out().print("\n" + GateText.of(found)));
    }
    return gate.map(BenchCompareCommand::exitCode).orElse(ExitCode.SUCCESS);
  }

  /** Else a server would take the files of an earlier job for those of this one if it fails. */
  private void deleteEarlier() throws IOException {
    List<Path> files = new ArrayList<>();
    if (junit != null) {
      files.add(junit);
    }
    if (markdown != null && !STANDARD_OUTPUT.equals(markdown)) {
      files.add(Path.of(markdown));
    }
    for (Path file : files) {
      if (Files.isRegularFile(file)) {
        Files.delete(file);
      }
    }
  }

  private Comparison comparison() throws IOException, UsageException {
    if (reference != null) {
      if (in != null || sides.size() != 1) {
        throw new UsageException(
            "--reference: replaces A: give one directory of results, and no --in");
      }
      Path after = results(sides.get(0));
      Entry entry = new Archive(reference).reference(ResultsFile.read(after), machine.name());
      return Comparison.of(entry.directory(), after);
    }
    if (machine.given()) {
      throw new UsageException("--machine: names the machine of --reference, which is missing");
    }
    if (sides.size() != 2) {
      throw new UsageException("B is missing: give two, or an archive with --reference");
    }
    return in == null
        ? Comparison.of(results(sides.get(0)), results(sides.get(1)))
        : Comparison.of(in, sides.get(0), sides.get(1));
  }

  private Limits limits() throws UsageException {
    if (failedTrials != null && failedTrials < 0) {
      throw new UsageException(
          "--max-failed-trials=" + failedTrials + ": must be a number from 0 on");
    }
    Limits limits =
        new Limits(
            share("--fail-if-slower", slower),
            share("--fail-if-more-energy", moreEnergy),
            failedTrials == null ? OptionalInt.empty() : OptionalInt.of(failedTrials));
    if (junit != null && !limits.any()) {
      throw new UsageException(
          "--junit: needs a limit that test cases can fail, such as --fail-if-slower=5%");
    }
    if (counters && (json || STANDARD_OUTPUT.equals(markdown))) {
      throw new UsageException(
          "--counters: adds to the table, but --json and --markdown=- write something else");
    }
    if (json && STANDARD_OUTPUT.equals(markdown)) {
      throw new UsageException(
          "--json and --markdown=-: both write to standard output; give --markdown a file");
    }
    return limits;
  }

  private static OptionalDouble share(String option, String text) throws UsageException {
    if (text == null) {
      return OptionalDouble.empty();
    }
    Matcher percent = PERCENT.matcher(text);
    if (!percent.matches() || Double.parseDouble(percent.group(1)) > MOST_PERCENT) {
      throw new UsageException(
          option + "=" + text + ": must be a percentage from 0% to 1000%, such as 5%");
    }
    return OptionalDouble.of(Double.parseDouble(percent.group(1)) / 100);
  }

  private static int exitCode(Gate gate) {
    return switch (gate.conclusion()) {
      case EXCEEDED -> EXCEEDED;
      case UNDECIDED -> UNDECIDED;
      case WITHIN, NO_EVIDENCE -> ExitCode.SUCCESS;
    };
  }

  private static Path results(String argument) throws IOException {
    Path directory = Path.of(argument);
    if (!Files.isDirectory(directory)) {
      throw new IOException(
          argument
              + ": no such directory; to compare frameworks of one run, give its directory with"
              + " --in");
    }
    return directory;
  }
}
