// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Mixin private SourceOptions options;

  @Override
  public Integer call() throws UsageException {
    ScenarioFile read = ScenarioFile.read(file, OptionalLong.empty(), options.sources());
    if (!read.problems().isEmpty()) {
      read.problems().forEach(simulate.err()::println);
      return ExitCode.USAGE;
    }
    boolean jobs = read.variants().stream().anyMatch(each -> !each.scenario().jobs().isEmpty());
    boolean accesses = read.variants().stream().anyMatch(each -> each.scenario().accessCount() > 0);
    List<String> headings = new ArrayList<>(List.of("variant", "racks>", "nodes>", "files>"));
    if (jobs) {
      headings.add("jobs>");
    }
    if (accesses) {
      headings.add("accesses>");
    }
    headings.add("seed>");
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (Variant variant : read.variants()) {
      Scenario scenario = variant.scenario();
      int nodes = scenario.cluster().racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
      List<String> cells = new ArrayList<>();
      cells.add(variant.name());
      cells.add("" + scenario.cluster().racks().size());
      cells.add("" + nodes);
      cells.add("" + scenario.files().size());
      if (jobs) {
        cells.add("" + scenario.jobs().size());
      }
      if (accesses) {
        cells.add("" + scenario.accessCount());
      }
      cells.add("" + scenario.seed());
      table.add(cells.toArray(String[]::new));
    }
    simulate.out().print(table);
    return ExitCode.SUCCESS;
  }
}
