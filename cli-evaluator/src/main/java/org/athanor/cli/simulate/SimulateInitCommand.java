// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.machine.NodeFigures;
import org.athanor.cli.machine.NodeScenario;
import org.athanor.cli.usage.UsageException;
import org.athanor.simulator.file.ExampleFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Writes a scenario file: an example, or a cluster of nodes that exist. */
@Command(
    mixinStandardHelpOptions = true,
    name = "init",
    description = {
      "Writes a commented scenario file to standard output.",
      "With --machine or --catalogue it has nodes that exist; comments say where each figure is from."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor simulate init > mine.yaml",
      "  athanor simulate init --machine --nodes 20 --directory /data --link '10 Gbit/s' > mine.yaml",
      "  athanor simulate init --catalogue profile.db --nodes 20 --link '1 Gbit/s' \\",
      "      --read '118 MB/s' --write '83 MB/s' --capacity 1t > mine.yaml",
      "",
      "Exit code: 0 success, 1 the machine or the catalogue cannot be read, 2 wrong usage."
    })
final class SimulateInitCommand implements Callable<Integer> {
  @ParentCommand private SimulateCommand simulate;

  @Mixin private NodeOptions options;

  @Override
  public Integer call() throws UsageException, InterruptedException {
    try {
      int nodes = options.nodes();
      Optional<NodeFigures> node = options.node();
      simulate
          .out()
          .print(node.map(some -> NodeScenario.of(some, nodes)).orElseGet(ExampleFile::text));
      return ExitCode.SUCCESS;
    } catch (IOException failed) {
      simulate.err().println("athanor simulate init: " + failed.getMessage());
      return ExitCode.FAILED;
    }
  }
}
