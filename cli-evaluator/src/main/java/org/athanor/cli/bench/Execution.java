// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.athanor.bench.catalogue.CatalogueWriter;
import org.athanor.bench.experiment.run.BenchRun;
import org.athanor.bench.experiment.run.Facilities;
import org.athanor.bench.experiment.run.RunOptions;
import org.athanor.bench.experiment.run.RunOutcome;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.report.ReportWriter;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Results;
import org.athanor.results.ResultsFile;
import org.athanor.results.Study;
import org.athanor.yaml.Problem;

/** A run from its file to its report: trials, catalogue, report, and a summary for the terminal. */
final class Execution {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;
  private final RunProgress progress;

  /**
   * @param json whether standard output gets the content of {@code results.json} instead of a
   *     summary
   * @param arguments of {@code athanor bench run} that name the experiment; empty if only the copy
   *     in the results is kept
   */
  Execution(PrintStream out, PrintStream err, boolean json, Optional<String> arguments) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.progress = RunProgress.of(err, arguments);
  }

  /** The facilities of the run; their downloads are shown as progress. */
  Facilities facilities() throws IOException {
    return Installed.facilities(progress::step);
  }

  /** Returns the exit code. */
  int run(Path file, RunOptions options, Facilities facilities) throws IOException {
    return run(file, options, facilities, Problem::toString);
  }

  /**
   * Like {@link #run(Path, RunOptions, Facilities)}, for a file that the user has not written.
   *
   * @param shown returns the text of a problem
   */
  int run(Path file, RunOptions options, Facilities facilities, Function<Problem, String> shown)
      throws IOException {
    RunOutcome outcome = BenchRun.run(file, options, facilities, progress);
    progress.end();
    outcome.problems().stream().map(shown).distinct().forEach(err::println);
    if (outcome.results().isPresent() && outcome.directory().isPresent()) {
      finish(outcome.directory().get(), outcome.results().get());
    }
    return outcome.exitCode();
  }

  private void finish(Path directory, Results results) throws IOException {
    writeToCatalogue(results).ifPresent(err::println);
    Path report = ReportWriter.write(List.of(directory), directory);
    if (json) {
      out.print(Files.readString(directory.resolve(ResultsFile.NAME)));
    } else {
      out.print(SummaryText.of(Summary.of(Study.read(List.of(directory)))));
      out.println("report: " + report);
    }
  }

  /**
   * Writes the results to the catalogue, and returns why not all trials are in it. That is not an
   * error: the results do not depend on the catalogue.
   */
  private static Optional<String> writeToCatalogue(Results results) {
    try {
      return new CatalogueWriter(CatalogueLocation.of(System.getenv())).write(results);
    } catch (CatalogueException e) {
      return Optional.of(e.getMessage());
    }
  }
}
