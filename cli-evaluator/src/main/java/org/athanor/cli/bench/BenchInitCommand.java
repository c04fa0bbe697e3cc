// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.athanor.bench.experiment.run.Offers;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Writes an example of an experiment file. */
@Command(
    mixinStandardHelpOptions = true,
    name = "init",
    description = "Writes a commented experiment file for this machine to standard output.",
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  athanor bench init > mine.yaml"})
final class BenchInitCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Override
  public Integer call() throws IOException, InterruptedException {
    bench
        .out()
        .print(ExperimentText.example(Offers.here(Installed.facilities(bench.err()::println))));
    return ExitCode.SUCCESS;
  }
}
