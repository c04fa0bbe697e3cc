// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.usage.UsageException;
import org.athanor.report.ReportWriter;
import org.athanor.report.document.MarkedDocument;
import org.athanor.report.document.ResultTables;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Study;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Writes the report of one or several runs. */
@Command(
    mixinStandardHelpOptions = true,
    name = "report",
    description = {"Writes the report of one run, or one report that compares several runs."},
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench report athanor-results/mine-20261122-101500",
      "  athanor bench report jdk17/ jdk25/ --output both",
      "      compares two runs in one report, both/report.html",
      "  athanor bench report athanor-results/mine-20261122-101500 --into docs/performance.md",
      "      renews the tables of a document",
      "",
      "Exit code: 0 success, 1 results cannot be read or the report cannot be written,",
      "2 wrong usage."
    })
final class BenchReportCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Results of a run.")
  private List<Path> directories;

  @Option(
      names = "--output",
      paramLabel = "<dir>",
      description = "Directory of the report (default: DIR, if only one is given).")
  private Path output;

  @Option(
      names = "--into",
      paramLabel = "<file>",
      description = {
        "Write a table of each workload into this Markdown document instead of a report, between",
        "the lines <!-- bench:WORKLOAD --> and <!-- /bench:WORKLOAD -->."
      })
  private Path document;

  @Option(
      names = "--counters",
      description = "Print also what the frameworks counted, such as shuffled bytes, as medians.")
  private boolean counters;

  @Override
  public Integer call() throws IOException, UsageException {
    if (document != null && output != null) {
      throw new UsageException("--into writes no report; leave out --output");
    }
    if (document == null && output == null && directories.size() > 1) {
      throw new UsageException(
          "--output is missing: a report of several runs needs a directory of its own");
    }
    if (counters) {
      bench.out().println(CounterText.of(Summary.of(Study.read(directories))));
    }
    if (document != null) {
      writeInto();
      return ExitCode.SUCCESS;
    }
    bench
        .out()
        .println(ReportWriter.write(directories, output == null ? directories.get(0) : output));
    return ExitCode.SUCCESS;
  }

  /** The machines are described only where the document has a place for them. */
  private void writeInto() throws IOException {
    MarkedDocument marked = MarkedDocument.read(document);
    Map<String, String> texts = new LinkedHashMap<>(ResultTables.of(Study.read(directories)));
    if (!marked.has(ResultTables.MACHINE)) {
      texts.remove(ResultTables.MACHINE);
    }
    marked.write(texts);
    bench.out().println(document + ": " + String.join(", ", texts.keySet()));
  }
}
