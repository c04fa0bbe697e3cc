// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.usage.UsageException;
import org.athanor.report.page.TrendPage;
import org.athanor.report.trend.Trend;
import org.athanor.results.WholeFile;
import org.athanor.results.archive.Archive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows the times of the runs of an archive. */
@Command(
    mixinStandardHelpOptions = true,
    name = "trend",
    description = {
      "Shows the times of the runs of an archive, and where their level changes.",
      "The page is one file that works offline."
    },
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench trend --archive=/data/archive --output=trend.html",
      "  athanor bench trend --archive=/data/archive --json | jq '.panels[].lines[].steps'",
      "",
      "Exit code: 0 success, also if there are steps; 1 the archive cannot be read or the page",
      "cannot be written; 2 wrong usage."
    })
final class BenchTrendCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Option(names = "--archive", paramLabel = "<dir>", required = true, description = "The archive.")
  private Path archive;

  @Option(names = "--output", paramLabel = "<file>", description = "Write a page to this file.")
  private Path output;

  @Option(names = "--json", description = "Write JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException, UsageException {
    if (output == null && !json) {
      throw new UsageException("--output is missing: name the file of the page, or use --json");
    }
    Trend trend = Trend.of(new Archive(archive).entries());
    if (output != null) {
      WholeFile.write(output, TrendPage.html(trend, output.toAbsolutePath().getParent()));
    }
    bench.out().println(json ? TrendJson.of(trend) : output.toString());
    return ExitCode.SUCCESS;
  }
}
