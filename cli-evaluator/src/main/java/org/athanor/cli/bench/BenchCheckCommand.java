// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.bench.catalogue.PastTimes;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.bench.experiment.run.BenchRun;
import org.athanor.bench.experiment.run.CheckOutcome;
import org.athanor.bench.experiment.run.Forecast;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.yaml.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Checks an experiment and says what a run would do. */
@Command(
    mixinStandardHelpOptions = true,
    name = "check",
    description = {
      "Checks an experiment file and its machines as athanor bench run does, and starts nothing.",
      "Lists the trials, and how long they may take according to the catalogue of earlier runs."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench check mine.yaml",
      "  athanor bench check mine.yaml --only spark --repetitions 10",
      "  athanor bench check mine.yaml --json | jq -r '.trials[].id'",
      "      all trials in their order",
      "",
      "Exit code: 0 a run would start, 2 it would not, 130 interrupted."
    })
final class BenchCheckCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Mixin private ExperimentOptions experiment;

  @Option(names = "--json", description = "Write trials and estimates as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    RunProgress progress = RunProgress.of(bench.err(), Optional.empty());
    CheckOutcome outcome =
        BenchRun.check(
            experiment.file(),
            experiment.runOptions(false),
            Installed.facilities(progress::step),
            progress);
    progress.end();
    outcome.problems().stream().map(Problem::toString).distinct().forEach(bench.err()::println);
    if (outcome.forecast().isPresent()) {
      Forecast forecast = outcome.forecast().get();
      PastTimes times = times(forecast);
      bench
          .out()
          .print(json ? ForecastText.json(forecast, times) : ForecastText.of(forecast, times));
    }
    return outcome.exitCode();
  }

  /** An estimate is a help, so a catalogue that cannot be read is no error. */
  private PastTimes times(Forecast forecast) {
    Plan plan = forecast.plan();
    try {
      return PastTimes.read(
          CatalogueLocation.of(System.getenv()), forecast.results(), plan.trials());
    } catch (CatalogueException unreadable) {
      bench.err().println(unreadable.getMessage());
      return PastTimes.NONE;
    }
  }
}
