// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.table.TextTable;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Checks a scenario file without a simulation. */
@Command(
    mixinStandardHelpOptions = true,
    name = "check",
    description = {
      "Checks a scenario file: shows everything that is wrong with it, or its variants.",
      "Nothing is simulated."
    },
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Example:",
      "  athanor simulate check mine.yaml",
      "",
      "Exit code: 0 success, 2 something is wrong."
    })
final class SimulateCheckCommand implements Callable<Integer> {
  @ParentCommand private SimulateCommand simulate;

  @Parameters(index = "0", paramLabel = "FILE", description = "The scenario, in YAML.")
  private Path file;

  @Override
  public Integer call() {
    ScenarioFile read = ScenarioFile.read(file, OptionalLong.empty());
    if (!read.problems().isEmpty()) {
      read.problems().forEach(simulate.err()::println);
      return ExitCode.USAGE;
    }
    TextTable table = new TextTable("variant", "racks>", "nodes>", "files>", "jobs>", "seed>");
    for (Variant variant : read.variants()) {
      Scenario scenario = variant.scenario();
      int nodes = scenario.cluster().racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
      table.add(
          variant.name(),
          "" + scenario.cluster().racks().size(),
          "" + nodes,
          "" + scenario.files().size(),
          "" + scenario.jobs().size(),
          "" + scenario.seed());
    }
    simulate.out().print(table);
    return ExitCode.SUCCESS;
  }
}
