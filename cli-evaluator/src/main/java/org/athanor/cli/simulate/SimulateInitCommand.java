// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.simulator.file.ExampleFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Writes an example of a scenario file. */
@Command(
    mixinStandardHelpOptions = true,
    name = "init",
    description = "Writes a commented scenario file to standard output.",
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  athanor simulate init > mine.yaml"})
final class SimulateInitCommand implements Callable<Integer> {
  @ParentCommand private SimulateCommand simulate;

  @Override
  public Integer call() {
    simulate.out().print(ExampleFile.text());
    return ExitCode.SUCCESS;
  }
}
